"""Where links sent by mail lead: looking at one changes nothing, pressing the button uses it."""

from litestar import get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Template

from shanghaien.rules import N_
from shanghaien.web.http.signing import new_id
from shanghaien.web.http.site import site_of
from shanghaien.web.ids import PersonId
from shanghaien.web.people.mail_links import DeadLink, OpenedLink, Purpose

from .asking import kept_by
from .visit import KeepVisit, SignInFirst

FROM_ADDRESS = 60
"""How many links may be tried from one address within an hour."""
LONGEST_TOKEN = 100


@get("/in/{token:str}")
async def look(visit: NamedDependency[KeepVisit], token: FromPath[str]) -> Template:
    """The button that uses the link. Programs that look at mail open links, and must not use them up."""
    return Template("keep/link.html", context={"site": site_of(visit.request), "token": token[:LONGEST_TOKEN]})


@post("/in/{token:str}")
async def use(visit: NamedDependency[KeepVisit], token: FromPath[str]) -> Redirect:
    """Use the link, once, in the browser that asked for it."""
    await visit.try_once("link", FROM_ADDRESS)
    kept = kept_by(visit.request, secure=visit.settings.https)
    link = await visit.keys.links.use(token[:LONGEST_TOKEN], kept)
    path, cookies = await CARRIED_OUT[link.purpose](visit, link)
    return Redirect(path, status_code=303, cookies=cookies)


async def _sign_in(visit: KeepVisit, link: OpenedLink) -> tuple[str, list[Cookie]]:
    # Looked up again: the address may have become somebody else's, or nobody's, since the letter was written.
    person = await visit.keys.mailboxes.person(link.address)
    if person is None or person != link.person:
        raise DeadLink(N_("Nobody signs in with this address any more. Use another way."))
    return "/", await visit.arrivals.arrive(visit.request, person)


async def _keep(visit: KeepVisit, link: OpenedLink) -> tuple[str, list[Cookie]]:
    person = PersonId(new_id())
    claiming = visit.keys.links.claiming(person, link.address)
    return "/keep/keys?told=kept", await visit.arrivals.make_account(visit.request, person, link.name, claiming)


async def _confirm(visit: KeepVisit, link: OpenedLink) -> tuple[str, list[Cookie]]:
    if visit.account is None or visit.account.id != link.person:
        raise SignInFirst(N_("Sign in first; then ask for the link once more."))
    await visit.keys.links.confirm(visit.account.id, link.address)
    return "/keep/keys?told=mail", []


CARRIED_OUT = {Purpose.SIGN_IN: _sign_in, Purpose.NEW: _keep, Purpose.CONFIRM: _confirm}
LINK_ROUTES = [look, use]
