"""The interface put together: its routes, who may use them, and its description."""

from litestar import Router, delete, get
from litestar.di import NamedDependency, Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from shanghaien import __version__, rules
from shanghaien.web.assembly import Services
from shanghaien.web.http.guests import AnyRequest
from shanghaien.web.http.refusals import Refused
from shanghaien.web.http.security import READS_PER_CHANGE
from shanghaien.web.people.tokens import MOST_TOKENS
from shanghaien.web.play.levels import LEVELS
from shanghaien.web.play.tables import LONGEST_LIST

from .games import ROUTES
from .problems import fault, http_error, problems, refused
from .shapes import About

PATH = "/api/v1"

DESCRIPTION = """Play Shanghaien from a program: whatever a person can do at a table.

Make a token at `/tokens` and send it as `Authorization: Bearer shg_...`. Actions are texts in notation; do one of
those in `legal`. Every change names the `version` you have seen and an `id` of your own, so that repeating it is
harmless. Refusals are problem details (RFC 9457) with a stable `code`. Within `v1` fields and codes are only added.
"""


async def provide_guest(request: AnyRequest, services: NamedDependency[Services]) -> str:
    """The guest whose token the request shows."""
    return await services.tokens.owner(request.headers.get("authorization", ""))


@get("/about", summary="About this server", security=[{}], sync_to_thread=False)
def about(services: NamedDependency[Services]) -> About:
    """The server's version, the bots' levels, and the limits."""
    changes = services.settings.rate_limit
    limits = {
        "changes_per_minute": changes,
        "reads_per_minute": changes * READS_PER_CHANGE,
        "tokens": MOST_TOKENS,
        "listed_games": LONGEST_LIST,
    }
    return About(__version__, rules.REVISION, list(LEVELS), limits)


@delete("/token", summary="Revoke the token", responses=problems())
async def revoke(request: AnyRequest, services: NamedDependency[Services], guest: NamedDependency[str]) -> None:
    """End the token that this request shows."""
    await services.tokens.revoke_shown(request.headers["authorization"])


def api_router() -> Router:
    """All routes; they know their visitor by a token and never by a cookie, so that no form token is needed."""
    return Router(
        PATH,
        route_handlers=[about, revoke, *ROUTES],
        dependencies={"guest": Provide(provide_guest)},
        exception_handlers={Refused: refused, HTTPException: http_error, Exception: fault},
        opt={"exclude_from_csrf": True},
        include_in_schema=True,
    )


def description() -> OpenAPIConfig:
    """The OpenAPI description, at /api/v1/openapi.json."""
    return OpenAPIConfig(
        title="Shanghaien",
        version="1",
        description=DESCRIPTION,
        path=PATH,
        render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        components=Components(security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}),
        security=[{"token": []}],
    )
