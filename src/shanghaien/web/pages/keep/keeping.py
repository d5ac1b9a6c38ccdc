"""Beginning to keep one's games: the page, and the ways of doing it without a passkey."""

from urllib.parse import quote

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromQuery
from litestar.response import Redirect, Template

from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.preferences import ONE_YEAR
from shanghaien.web.http.refusals import Refused
from shanghaien.web.http.signing import new_id
from shanghaien.web.http.site import NO_OFFER
from shanghaien.web.http.visitor import Account
from shanghaien.web.ids import PersonId
from shanghaien.web.people.mail_links import Purpose
from shanghaien.web.people.name_rules import BadName, check_name
from shanghaien.web.people.recovery import new_codes

from .asking import ask_for_link
from .pages import codes_page, keep_page
from .visit import KeepVisit

AN_HOUR = 30
"""How many people may begin from one address within an hour, besides those with passkeys."""


@get("/keep")
async def keep(visit: NamedDependency[KeepVisit]) -> Template | Redirect:
    """What one gains, and how one comes back; whoever is signed in sees their keys instead."""
    return await keep_page(visit) if visit.account is None else Redirect("/keep/keys", status_code=303)


@get("/keep/name")
async def free_name(visit: NamedDependency[KeepVisit], name: FromQuery[str] = "") -> Response[dict[str, object]]:
    """Whether a name is free, in a sentence: everybody may know that, names stand at tables."""
    try:
        if await visit.naming.is_free(name[:100]):
            return Response({"free": True, "said": gettext("%(name)s is free.") % {"name": check_name(name)}})
        refusal: Refused = await visit.naming.taken(check_name(name), gettext)
    except BadName as bad:
        refusal = bad
    return Response({"free": False, "said": refusal.said(gettext)})


@post("/keep/codes", status_code=200)
async def keep_by_codes(visit: NamedDependency[KeepVisit]) -> Template | Redirect:
    """Keep one's games under a name, with recovery codes as the way back; they are shown this once."""
    if visit.account is not None:  # a second press: the codes of the first one have been shown
        return Redirect("/keep/keys", status_code=303)
    name, codes = (await read_fields(visit.request)).text("name", ""), new_codes()
    person = PersonId(new_id())
    try:
        await visit.try_once("account", AN_HOUR)
        cookies = await visit.arrivals.make_account(
            visit.request, person, name, visit.keys.recovery.keeping(person, codes)
        )
    except Refused as refusal:
        return await keep_page(visit, refusal, name)
    page = codes_page(visit, codes, Account(person, check_name(name)))
    page.cookies.extend(cookies)
    return page


@post("/keep/mail")
async def keep_by_mail(visit: NamedDependency[KeepVisit]) -> Template | Redirect:
    """Ask for the link that keeps one's games under a name, with a mail address as the way back."""
    fields = await read_fields(visit.request)
    wanted = fields.text("name", "")
    try:
        name = check_name(wanted)
        if not await visit.naming.is_free(name):
            raise await visit.naming.taken(name, gettext)
        cookie = await ask_for_link(visit, Purpose.NEW, fields.text("mail", "", 300), name=name)
    except Refused as refusal:
        return await keep_page(visit, refusal, wanted)
    return Redirect("/keep?told=sent", status_code=303, cookies=[cookie])


@post("/keep/later")
async def not_now(visit: NamedDependency[KeepVisit]) -> Redirect:
    """Do not offer it after games any more."""
    game = (await read_fields(visit.request)).text("game", "", 40)
    cookie = Cookie(NO_OFFER, value="no", max_age=ONE_YEAR, path="/", httponly=True, samesite="lax")
    return Redirect(f"/t/{quote(game, safe='')}", status_code=303, cookies=[cookie])


KEEP_ROUTES = [keep, free_name, keep_by_codes, keep_by_mail, not_now]
