"""The page on which people make and revoke tokens for their programs."""

from datetime import UTC, datetime

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Template

from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.requests import AnyRequest, address_for_links
from shanghaien.web.http.site import site_of
from shanghaien.web.ids import PersonId
from shanghaien.web.people.tokens import MOST_TOKENS, PLAY, READ, Tokens
from shanghaien.web.settings import Settings


@get("/tokens")
async def tokens_page(
    request: AnyRequest,
    tokens: NamedDependency[Tokens],
    person_cookie: NamedDependency[PersonCookie],
    settings: NamedDependency[Settings],
) -> Template:
    """One's own tokens, and a form for another one."""
    address = address_for_links(request, settings.public_url)
    return await _page(request, tokens, address, person_cookie.known(request))


@post("/tokens", status_code=201)
async def make(
    request: AnyRequest,
    tokens: NamedDependency[Tokens],
    person_cookie: NamedDependency[PersonCookie],
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
    person_cookie: NamedDependency[PersonCookie],
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
        "tokens/tokens.html", context={"site": site_of(request), **context}, status_code=201 if new else 200
    )


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


ROUTES = [tokens_page, make, revoke]
