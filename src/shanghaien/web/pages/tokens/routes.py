"""The page on which people make and revoke tokens for their programs."""

from datetime import UTC, datetime

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Template

from shanghaien.web.assembly import Services
from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.guests import AnyRequest
from shanghaien.web.http.site import site_of
from shanghaien.web.people.tokens import MOST_TOKENS


@get("/tokens")
async def tokens_page(request: AnyRequest, services: NamedDependency[Services]) -> Template:
    """The visitor's tokens, and a form for another one."""
    return await _page(request, services, services.guests.known(request))


@post("/tokens", status_code=201)
async def make(request: AnyRequest, services: NamedDependency[Services]) -> Template:
    """A new token, shown this once."""
    fields = await read_fields(request)
    guest, cookie = services.guests.welcome(request)
    token = await services.tokens.make(guest, fields.text("name", ""))
    page = await _page(request, services, guest, token)
    page.cookies.append(cookie)
    return page


@post("/tokens/{token:str}/revoke")
async def revoke(request: AnyRequest, services: NamedDependency[Services], token: FromPath[str]) -> Redirect:
    """End a token."""
    guest = services.guests.known(request)
    if guest is not None:
        await services.tokens.revoke(guest, token)
    return Redirect("/tokens", status_code=303)


async def _page(request: AnyRequest, services: Services, guest: str | None, new: str = "") -> Template:
    rows = await services.tokens.of(guest) if guest else []
    tokens = [{"id": row.id, "name": row.name, "day": _day(row.created)} for row in rows]
    context = {"tokens": tokens, "new": new, "most": MOST_TOKENS, "address": str(request.base_url).rstrip("/")}
    return Template(
        "tokens/tokens.html", context={"site": site_of(request), **context}, status_code=201 if new else 200
    )


def _day(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()


PAGES = [tokens_page, make, revoke]
