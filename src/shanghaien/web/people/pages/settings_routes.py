"""Settings, the page of tokens, and the page about talk and peace, on which features show their parts."""

from datetime import UTC, datetime

from litestar import get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Template

from shanghaien.web.core import i18n
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.settings import Settings
from shanghaien.web.people.preferences import PreferenceStore
from shanghaien.web.people.tokens import MOST_TOKENS, PLAY, READ, Tokens
from shanghaien.web.site.forms import AnyRequest, Fields, address_for_links, read_fields
from shanghaien.web.site.page_panels import PeacePanels
from shanghaien.web.site.preferences import FLAGS, THEMES
from shanghaien.web.site.sessions import ONE_YEAR, GuestCookie
from shanghaien.web.site.templates import site_of


@post("/settings")
async def settings(request: AnyRequest, preferences: NamedDependency[PreferenceStore]) -> Redirect:
    """Store settings in cookies, and for all devices of an account; then return to the page."""
    fields = await read_fields(request)
    chosen, account = _chosen(fields), request.user.account
    if account is not None:
        await preferences.change(account.id, lambda kept: kept.with_cookies(chosen))
    cookies = [Cookie(name, value=value, max_age=ONE_YEAR, path="/", samesite="lax") for name, value in chosen.items()]
    return Redirect(_way_back(fields.text("next", "/")), status_code=303, cookies=cookies)


def _chosen(fields: Fields) -> dict[str, str]:
    """Settings as cookie values."""
    values = {name: "1" if fields.flag(name) else "0" for name in FLAGS}
    theme, language = fields.text("theme", "auto"), fields.text("lang", "")
    values |= {"theme": theme} if theme in THEMES else {}
    return values | ({"lang": language} if language in i18n.LANGUAGES else {})


def _way_back(path: str) -> str:
    """Only paths of this site; anything else becomes the start page."""
    own = path.startswith("/") and not path.startswith(("//", "/\\"))
    return path if own else "/"


@get("/tokens")
async def tokens_page(
    request: AnyRequest,
    tokens: NamedDependency[Tokens],
    settings: NamedDependency[Settings],
) -> Template:
    address = address_for_links(request, settings.public_url)
    return await _page(request, tokens, address, request.user.person)


@post("/tokens", status_code=201)
async def make(
    request: AnyRequest,
    tokens: NamedDependency[Tokens],
    person_cookie: NamedDependency[GuestCookie],
    settings: NamedDependency[Settings],
) -> Template:
    fields = await read_fields(request)
    person, cookie = person_cookie.welcome(request)
    token = await tokens.make(person, fields.text("name", ""), fields.text("scope", PLAY))
    page = await _page(request, tokens, address_for_links(request, settings.public_url), person, token)
    page.cookies.append(cookie)
    return page


@post("/tokens/{token:str}/revoke")
async def revoke(
    request: AnyRequest,
    tokens: NamedDependency[Tokens],
    token: FromPath[str],
) -> Redirect:
    person = request.user.person
    if person is not None:
        await tokens.revoke(person, token)
    return Redirect("/tokens", status_code=303)


async def _page(request: AnyRequest, tokens: Tokens, address: str, person: PersonId | None, new: str = "") -> Template:
    rows = await tokens.of(person) if person else []
    listed = [
        {
            "id": row.id,
            "name": row.name,
            "day": datetime.fromtimestamp(row.created / 1000, UTC).date().isoformat(),
            "looks": row.scope == READ,
        }
        for row in rows
    ]
    context = {"site": site_of(request), "tokens": listed, "new": new, "most": MOST_TOKENS, "address": address}
    return Template("people/tokens/tokens.html", context=context, status_code=201 if new else 200)


@get("/talk")
async def peace_page(
    request: AnyRequest, person_cookie: NamedDependency[GuestCookie], peace_panels: NamedDependency[PeacePanels]
) -> Template:
    shown = await peace_panels.context(request, request.user.person)
    return Template("people/peace.html", context={"site": site_of(request), "told": "", **shown})


ROUTES = [settings, tokens_page, make, revoke, peace_page]
