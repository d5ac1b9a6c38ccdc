"""Games step by step: those played here, and those that somebody brings."""

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Template

from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.requests import AnyRequest, side_in
from shanghaien.web.ids import GameId, PersonId
from shanghaien.web.play.tables import Tables

from .brought_routes import BROUGHT_ROUTES
from .model import Replay
from .showing import overviews, shown, told
from .ways import Ways


@get("/replay/{game:str}")
async def replay_page(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    person_cookie: NamedDependency[PersonCookie],
    game: FromPath[GameId],
) -> Template:
    """A game step by step; each step has an address."""
    replay = await _replay(request, tables, person_cookie.known(request), game)
    return shown(request, replay, Ways.of_table(game))


@get("/replay/{game:str}/steps")
async def replay_steps(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    person_cookie: NamedDependency[PersonCookie],
    game: FromPath[GameId],
) -> Response[bytes]:
    """A stretch of steps for the page's script."""
    return await told(request, await _replay(request, tables, person_cookie.known(request), game))


@get("/replay/{game:str}/overviews")
async def replay_overviews(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    person_cookie: NamedDependency[PersonCookie],
    game: FromPath[GameId],
) -> Response[str]:
    """What can be opened about the score at a step."""
    return overviews(request, await _replay(request, tables, person_cookie.known(request), game))


async def _replay(request: AnyRequest, tables: Tables, person: PersonId | None, game: GameId) -> Replay:
    table, _ = await tables.look(game, person)
    return Replay(table, side_in(request), f"/replay/{game}")


ROUTES = [replay_page, replay_steps, replay_overviews, *BROUGHT_ROUTES]
