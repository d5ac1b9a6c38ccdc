"""Keeping what people set for themselves."""

from datetime import UTC, datetime

from litestar import get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Template

from shanghaien.web.core import i18n
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.settings import Settings
from shanghaien.web.core.visitor import visitor_of
from shanghaien.web.people.preferences import PreferenceStore
from shanghaien.web.people.tokens import MOST_TOKENS, PLAY, READ, Tokens
from shanghaien.web.site.forms import AnyRequest, Fields, address_for_links, read_fields
from shanghaien.web.site.preferences import FLAGS, ONE_YEAR, THEMES
from shanghaien.web.site.sessions import GuestCookie
from shanghaien.web.site.templates import site_of


@post("/settings")
async def settings(request: AnyRequest, wishes: NamedDependency[PreferenceStore]) -> Redirect:
    """Keep what was set, in this browser and for all devices of whoever is signed in; and go back to the page."""
    fields = await read_fields(request)
    wished, account = _wished(fields), visitor_of(request).account
    if account is not None:
        await wishes.change(account.id, lambda kept: kept.with_cookies(wished))
    way_back = _way_back(fields.text("next", "/"))
    return Redirect(way_back, status_code=303, cookies=[_cookie(*item) for item in wished.items()])


def _wished(fields: Fields) -> dict[str, str]:
    """What was set, in the words of cookies."""
    values = {name: "1" if fields.flag(name) else "0" for name in FLAGS}
    theme, language = fields.text("theme", "auto"), fields.text("lang", "")
    values |= {"theme": theme} if theme in THEMES else {}
    return values | ({"lang": language} if language in i18n.LANGUAGES else {})


def _cookie(name: str, value: str) -> Cookie:
    return Cookie(key=name, value=value, max_age=ONE_YEAR, path="/", samesite="lax")


def _way_back(path: str) -> str:
    """A page of our own; an address elsewhere is none."""
    own = path.startswith("/") and not path.startswith(("//", "/\\"))
    return path if own else "/"


# The page on which people make and revoke tokens for their programs.


@get("/tokens")
async def tokens_page(
    request: AnyRequest,
    tokens: NamedDependency[Tokens],
    person_cookie: NamedDependency[GuestCookie],
    settings: NamedDependency[Settings],
) -> Template:
    """One's own tokens, and a form for another one."""
    address = address_for_links(request, settings.public_url)
    return await _page(request, tokens, address, person_cookie.known(request))


@post("/tokens", status_code=201)
async def make(
    request: AnyRequest,
    tokens: NamedDependency[Tokens],
    person_cookie: NamedDependency[GuestCookie],
    settings: NamedDependency[Settings],
) -> Template:
    """A new token, shown this once."""
    fields = await read_fields(request)
    person, cookie = person_cookie.welcome(request)
    scope = READ if fields.text("scope", PLAY) == READ else PLAY
    token = await tokens.make(person, fields.text("name", ""), scope)
    page = await _page(request, tokens, address_for_links(request, settings.public_url), person, token)
    page.cookies.append(cookie)
    return page


@post("/tokens/{token:str}/revoke")
async def revoke(
    request: AnyRequest,
    tokens: NamedDependency[Tokens],
    person_cookie: NamedDependency[GuestCookie],
    token: FromPath[str],
) -> Redirect:
    """End a token."""
    person = person_cookie.known(request)
    if person is not None:
        await tokens.revoke(person, token)
    return Redirect("/tokens", status_code=303)


async def _page(request: AnyRequest, tokens: Tokens, address: str, person: PersonId | None, new: str = "") -> Template:
    rows = await tokens.of(person) if person else []
    told = [{"id": row.id, "name": row.name, "day": _day(row.created), "looks": row.scope == READ} for row in rows]
    context = {"tokens": told, "new": new, "most": MOST_TOKENS, "address": address}
    return Template(
        "people/tokens/tokens.html", context={"site": site_of(request), **context}, status_code=201 if new else 200
    )


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


ROUTES = [settings, tokens_page, make, revoke]
