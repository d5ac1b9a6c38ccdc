"""The interface put together: its routes, who may use them, and its description."""

from itertools import chain
from typing import Any

from litestar import Response, Router, delete, get
from litestar.di import NamedDependency, Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from shanghaien import __version__, rules
from shanghaien.web.core.errors import BadRequestError
from shanghaien.web.core.features import declared
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.limits import READS_PER_CHANGE
from shanghaien.web.core.settings import Settings
from shanghaien.web.people.tokens import MOST_TOKENS, PLAY, READ, Tokens
from shanghaien.web.site.forms import SAFE, AnyRequest
from shanghaien.web.site.problems import problem_response
from shanghaien.web.site.sessions import WITHOUT_COOKIES
from shanghaien.web.tables.api.game_visit import GameVisit
from shanghaien.web.tables.api.schemas import About, problems
from shanghaien.web.tables.listing import GAMES_ON_A_PAGE
from shanghaien.web.tables.model import LEVELS

PATH = "/api/v1"

DESCRIPTION = """Play Shanghaien from a program: whatever a person can do at a table.

Make a token at `/tokens` and send it as `Authorization: Bearer shg_...`; one that may only look is good for every `GET`.
Actions are texts in notation; do one of
those in `legal`. Every change names the `version` you have seen and an `id` of your own, so that repeating it is
harmless. Refusals are problem details (RFC 9457) with a stable `code`. Within `v1` fields and codes are only added.
"""


async def provide_person(request: AnyRequest, tokens: NamedDependency[Tokens]) -> PersonId:
    """The person whose token the request shows; to change something it has to be one that may play."""
    may_look = request.method in SAFE or request.url.path == f"{PATH}/token"  # any token may end itself
    return await tokens.person(request.headers.get("authorization", ""), READ if may_look else PLAY)


@get("/about", summary="About this server", security=[{}], sync_to_thread=False)
def about(settings: NamedDependency[Settings]) -> About:
    """The server's version, the bots' levels, and the limits."""
    changes = settings.rate_limit
    limits = {
        "changes_per_minute": changes,
        "reads_per_minute": changes * READS_PER_CHANGE,
        "tokens": MOST_TOKENS,
        "listed_games": GAMES_ON_A_PAGE,
    }
    return About(__version__, rules.REVISION, list(LEVELS), limits)


@delete("/token", summary="Revoke the token", responses=problems())
async def revoke(request: AnyRequest, tokens: NamedDependency[Tokens], person: NamedDependency[PersonId]) -> None:
    """End the token that this request shows."""
    await tokens.revoke_shown(request.headers["authorization"])


def too_deep(request: AnyRequest, error: RecursionError) -> Response[Any]:
    """JSON that is nested deeper than the decoder can follow."""
    return problem_response(request, BadRequestError("This JSON is nested too deep."))


def no_text(request: AnyRequest, error: UnicodeDecodeError) -> Response[Any]:
    """JSON with bytes in it that are no text."""
    return problem_response(request, BadRequestError("This JSON is not written in UTF-8."))


def api_router() -> Router:
    """All routes; they know a person by a token and never by a cookie, so that no form token is needed."""
    return Router(
        PATH,
        route_handlers=[about, revoke, *chain.from_iterable(declared("api"))],
        dependencies={
            "person": Provide(provide_person),
            "visit": Provide(GameVisit, sync_to_thread=False),
        },
        exception_handlers={RecursionError: too_deep, UnicodeDecodeError: no_text},
        opt=WITHOUT_COOKIES,
        include_in_schema=True,
    )


def description() -> OpenAPIConfig:
    """The OpenAPI description, at /api/v1/openapi.json."""
    return OpenAPIConfig(
        title="Shanghaien",
        version="1",
        description=DESCRIPTION,
        path=f"{PATH}/openapi.json",  # a path of its own, since the framework answers whatever is unknown below it
        render_plugins=[JsonRenderPlugin(path="/")],
        components=Components(security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}),
        security=[{"token": []}],
    )
