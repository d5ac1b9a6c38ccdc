"""Signing in: the page, and the ways that need no script."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.response import Redirect, Template

from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.refusals import Refused
from shanghaien.web.ids import PersonId
from shanghaien.web.people.attempts import HourlyLimit
from shanghaien.web.people.mail_links import Purpose
from shanghaien.web.people.name_rules import folded
from shanghaien.web.people.recovery import WrongCode

from .asking import ask_for_link
from .pages import sign_in_page
from .visit import KeepVisit

FROM_ADDRESS, AT_NAME = 30, 10
"""How many recovery codes may be tried within an hour, and how many wrong ones."""
LONGEST_FOLDED = 80


@get("/sign-in")
async def sign_in(visit: NamedDependency[KeepVisit]) -> Template | Redirect:
    """The ways in; whoever is in already sees their games."""
    return sign_in_page(visit) if visit.account is None else Redirect("/", status_code=303)


@post("/sign-in/mail")
async def by_mail(visit: NamedDependency[KeepVisit]) -> Template | Redirect:
    """Ask for a link to sign in with; the answer does not tell whether anybody has the address."""
    fields = await read_fields(visit.request)
    try:
        cookie = await ask_for_link(visit, Purpose.SIGN_IN, fields.text("mail", "", 300))
    except Refused as refusal:
        return sign_in_page(visit, refusal)
    return Redirect("/sign-in?told=sent", status_code=303, cookies=[cookie])


@post("/sign-in/code")
async def by_code(visit: NamedDependency[KeepVisit]) -> Template | Redirect:
    """Sign in with a name and a recovery code; the answer does not tell which of the two is wrong."""
    fields = await read_fields(visit.request)
    typed = fields.text("name", "", 100)
    name = folded(typed)[:LONGEST_FOLDED]
    try:
        person = await _let_in(visit, name, fields.text("code", "", 100))
        cookies = await visit.arrivals.arrive(visit.request, person)
    except Refused as refusal:
        return sign_in_page(visit, refusal, typed)
    return Redirect("/keep/keys?told=code", status_code=303, cookies=cookies)


async def _let_in(visit: KeepVisit, name: str, code: str) -> PersonId:
    """Whom a code lets in. At a name only wrong ones count: else anybody could keep its owner out, and none is guessed."""
    await visit.try_once("code", FROM_ADDRESS)
    try:
        return await visit.keys.recovery.use(name, code)
    except WrongCode:
        await visit.keys.attempts.check(HourlyLimit("codes of", name, AT_NAME))
        raise


SIGN_IN_ROUTES = [sign_in, by_mail, by_code]
