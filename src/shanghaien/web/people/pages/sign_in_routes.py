"""Making an account and signing in without a passkey: by mail and by recovery codes."""

import secrets
from urllib.parse import quote

from litestar import Response, get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template

from shanghaien.rules import N_
from shanghaien.web.core.clock import now
from shanghaien.web.core.errors import DomainError, SignInFirst
from shanghaien.web.core.i18n import gettext, language
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.mail_addresses import mailbox_of
from shanghaien.web.core.signing import new_id
from shanghaien.web.core.visitor import Account
from shanghaien.web.people.attempts import HourlyLimit
from shanghaien.web.people.credentials import WrongCode, new_codes
from shanghaien.web.people.mail_links import (
    MINUTES,
    ExpiredLink,
    LinkRequest,
    OpenedLink,
    Purpose,
    hashed,
    read_address,
)
from shanghaien.web.people.names import BadName, check_name, normalised_name
from shanghaien.web.people.pages.sign_in_views import (
    KeepVisit,
    NoSuchWay,
    codes_page,
    keep_page,
    sign_in_page,
)
from shanghaien.web.site.forms import AnyRequest, read_fields
from shanghaien.web.site.sessions import ONE_YEAR, cookie_name
from shanghaien.web.site.templates import NO_OFFER, site_of

ASKED = "shanghaien_asked"
"""The cookie without which a link does not open."""
LONGEST_KEPT = 100
ASKING_FROM_ADDRESS, AT_MAILBOX = 20, 5
"""How many links may be asked for within an hour."""


async def ask_for_link(visit: KeepVisit, purpose: Purpose, typed: str, person: str = "", name: str = "") -> Cookie:
    """Request a link by mail; returns the cookie without which it does not open."""
    if not visit.place.mail:
        raise NoSuchWay(N_("This site sends no email. Use another way."))
    address = read_address(typed)
    await visit.try_once("mail", ASKING_FROM_ADDRESS, HourlyLimit("mailbox", mailbox_of(address), AT_MAILBOX))
    kept = kept_by(visit.request, secure=visit.settings.https) or secrets.token_urlsafe(24)
    await visit.keys.links.ask(LinkRequest(purpose, address, hashed(kept), language(), now(), person, name))
    return Cookie(
        cookie_name(ASKED, secure=visit.settings.https),
        value=kept,
        max_age=MINUTES * 60,
        path="/",
        secure=visit.settings.https,
        httponly=True,
        samesite="lax",
    )


def kept_by(request: AnyRequest, *, secure: bool) -> str:
    """The secret that the browser was given with its request; empty if there is none."""
    return request.cookies.get(cookie_name(ASKED, secure=secure), "")[:LONGEST_KEPT]


AN_HOUR = 30
"""How many people may begin from one address within an hour, besides those with passkeys."""


@get("/keep")
async def keep(visit: NamedDependency[KeepVisit]) -> Template | Redirect:
    return await keep_page(visit) if visit.account is None else Redirect("/keep/keys", status_code=303)


@get("/keep/name")
async def free_name(visit: NamedDependency[KeepVisit], name: FromQuery[str] = "") -> Response[dict[str, object]]:
    """Whether a name is free, in a sentence. That is public: names stand at tables."""
    try:
        if await visit.naming.is_free(name[:100]):
            return Response(
                {"free": True, "said": gettext("The name %(name)s is available.") % {"name": check_name(name)}}
            )
        refusal: DomainError = await visit.naming.taken(check_name(name), gettext)
    except BadName as bad:
        refusal = bad
    return Response({"free": False, "said": refusal.said(gettext)})


@post("/keep/codes", status_code=200)
async def keep_by_codes(visit: NamedDependency[KeepVisit]) -> Template | Redirect:
    """Create an account with recovery codes, which are shown only now."""
    if visit.account is not None:  # a second press: the codes of the first one have been shown
        return Redirect("/keep/keys", status_code=303)
    name, codes = (await read_fields(visit.request)).text("name", ""), new_codes()
    person = PersonId(new_id())
    try:
        await visit.try_once("account", AN_HOUR)
        cookies = await visit.arrivals.make_account(
            visit.request, person, name, visit.keys.recovery.keeping(person, codes)
        )
    except DomainError as refusal:
        return await keep_page(visit, refusal, name)
    page = codes_page(visit, codes, Account(person, check_name(name)))
    page.cookies.extend(cookies)
    return page


@post("/keep/mail")
async def keep_by_mail(visit: NamedDependency[KeepVisit]) -> Template | Redirect:
    """Request the link that creates an account with a mail address."""
    fields = await read_fields(visit.request)
    wanted = fields.text("name", "")
    try:
        name = await visit.free_name(wanted)
        cookie = await ask_for_link(visit, Purpose.NEW, fields.text("mail", "", 300), name=name)
    except DomainError as refusal:
        return await keep_page(visit, refusal, wanted)
    return Redirect("/keep?told=sent", status_code=303, cookies=[cookie])


@post("/keep/later")
async def not_now(visit: NamedDependency[KeepVisit]) -> Redirect:
    """Stop offering an account after games."""
    game = (await read_fields(visit.request)).text("game", "", 40)
    cookie = Cookie(NO_OFFER, value="no", max_age=ONE_YEAR, path="/", httponly=True, samesite="lax")
    return Redirect(f"/t/{quote(game, safe='')}", status_code=303, cookies=[cookie])


FROM_ADDRESS, AT_NAME = 30, 10
"""How many recovery codes may be tried within an hour, and how many wrong ones."""
LONGEST_FOLDED = 80


@get("/sign-in")
async def sign_in(visit: NamedDependency[KeepVisit]) -> Template | Redirect:
    return await sign_in_page(visit) if visit.account is None else Redirect("/", status_code=303)


@post("/sign-in/mail")
async def by_mail(visit: NamedDependency[KeepVisit]) -> Template | Redirect:
    """Request a link; the answer does not say whether the address is known."""
    fields = await read_fields(visit.request)
    try:
        cookie = await ask_for_link(visit, Purpose.SIGN_IN, fields.text("mail", "", 300))
    except DomainError as refusal:
        return await sign_in_page(visit, refusal)
    return Redirect("/sign-in?told=sent", status_code=303, cookies=[cookie])


@post("/sign-in/code")
async def by_code(visit: NamedDependency[KeepVisit]) -> Template | Redirect:
    """The answer does not say which of name and code is wrong."""
    fields = await read_fields(visit.request)
    typed = fields.text("name", "", 100)
    name = normalised_name(typed)[:LONGEST_FOLDED]
    try:
        person = await _let_in(visit, name, fields.text("code", "", 100))
        cookies = await visit.arrivals.sign_in(visit.request, person)
    except DomainError as refusal:
        return await sign_in_page(visit, refusal, typed)
    return Redirect("/keep/keys?told=code", status_code=303, cookies=cookies)


async def _let_in(visit: KeepVisit, name: str, code: str) -> PersonId:
    """Only wrong codes count against a name: else anybody could lock its owner out."""
    await visit.try_once("code", FROM_ADDRESS)
    try:
        return await visit.keys.recovery.use(name, code)
    except WrongCode:
        await visit.keys.attempts.check(HourlyLimit("codes of", name, AT_NAME))
        raise


LINK_ROUTES_FROM_ADDRESS = 60
"""How many links may be tried from one address within an hour."""
LONGEST_TOKEN = 100


@get("/in/{token:str}")
async def look(visit: NamedDependency[KeepVisit], token: FromPath[str]) -> Template:
    """A page with a button: mail scanners open links, and must not use them up."""
    return Template(
        "people/sign_in/link.html", context={"site": site_of(visit.request), "token": token[:LONGEST_TOKEN]}
    )


@post("/in/{token:str}")
async def use(visit: NamedDependency[KeepVisit], token: FromPath[str]) -> Redirect:
    await visit.try_once("link", LINK_ROUTES_FROM_ADDRESS)
    kept = kept_by(visit.request, secure=visit.settings.https)
    link = await visit.keys.links.use(token[:LONGEST_TOKEN], kept)
    path, cookies = await CARRIED_OUT[link.purpose](visit, link)
    return Redirect(path, status_code=303, cookies=cookies)


async def _sign_in(visit: KeepVisit, link: OpenedLink) -> tuple[str, list[Cookie]]:
    # Looked up again: the address may belong to another account since the letter was written, or to none.
    person = await visit.keys.mailboxes.person(link.address)
    if person is None or person != link.person:
        raise ExpiredLink(N_("Nobody signs in with this address any more. Use another way."))
    return "/", await visit.arrivals.sign_in(visit.request, person)


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
KEEP_ROUTES = [keep, free_name, keep_by_codes, keep_by_mail, not_now]
SIGN_IN_ROUTES = [sign_in, by_mail, by_code]
LINK_ROUTES = [look, use]
