"""The table: its page, everything that changes it, and the stream that tells of changes."""

from collections.abc import AsyncIterator
from contextlib import aclosing

from litestar import Response, Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, ServerSentEvent, Template
from litestar.response.sse import ServerSentEventMessage

from shanghaien.web.http.event_stream import SIGN_OF_LIFE
from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.ids import GameId
from shanghaien.web.play.seating import Seating
from shanghaien.web.play.stream import versions_of
from shanghaien.web.play.tables import Tables

from .views import TableVisit


@get("/t/{game:str}")
async def table_page(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Template:
    """The table for its players; whoever else comes watches."""
    return visit.show(*await visit.tables.look(game, visit.person))


@get("/watch/{game:str}")
async def watch_page(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Template:
    """The table for everybody, from either side; here players watch too."""
    return visit.show(*await visit.tables.look(game))


@get("/t/{game:str}/state")
async def table_state(
    visit: NamedDependency[TableVisit], game: FromPath[GameId], since: FromQuery[int] = 0
) -> Response[None] | Template:
    """The table if it has changed since a version; nothing (204) if it has not."""
    table, viewer = await visit.tables.look(game, visit.person)
    return Response(None, status_code=204) if table.version <= since else visit.show(table, viewer)


@post("/t/{game:str}/act", status_code=200)
async def act(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Redirect | Template:
    """Choose: `version`, `id` and `action` in notation."""
    fields = await read_fields(visit.request)
    text = fields.text("action")
    return await visit.change(game, fields, lambda asked: visit.tables.act(asked, text))


@post("/t/{game:str}/chance", status_code=200)
async def chance(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Redirect | Template:
    """Real dice or cards: `version`, `id` and `outcome` as people write it."""
    fields = await read_fields(visit.request)
    text = fields.text("outcome")
    return await visit.change(game, fields, lambda asked: visit.tables.type_chance(asked, text))


@post("/t/{game:str}/retype", status_code=200)
async def retype(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Redirect | Template:
    """Take back what was typed last of real dice or cards: `version` and `id`."""
    return await visit.change(game, await read_fields(visit.request), visit.tables.retype)


@post("/t/{game:str}/undo", status_code=200)
async def undo(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Redirect | Template:
    """Take the last choice back: `version` and `id`."""
    return await visit.change(game, await read_fields(visit.request), visit.tables.undo)


@post("/t/{game:str}/resign", status_code=200)
async def resign(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Redirect | Template:
    """Give the game up: `version` and `id`."""
    return await visit.change(game, await read_fields(visit.request), visit.tables.resign)


@post("/t/{game:str}/name", status_code=200)
async def rename(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Redirect | Template:
    """Call oneself by another name before the game begins: `version`, `id` and `name`."""
    fields = await read_fields(visit.request)
    name = fields.text("name", "")
    return await visit.change(game, fields, lambda asked: visit.seating.rename(asked, name))


@post("/t/{game:str}/call-off", status_code=200)
async def call_off(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Redirect | Template:
    """Call an invitation off that nobody has taken: `version` and `id`."""
    return await visit.change(game, await read_fields(visit.request), visit.seating.call_off, then="/")


@post("/t/{game:str}/rematch")
async def rematch(
    request: AnyRequest,
    seating: NamedDependency[Seating],
    person_cookie: NamedDependency[PersonCookie],
    game: FromPath[GameId],
) -> Redirect:
    """Another game with the seats swapped."""
    fields = await read_fields(request)
    person, cookie = person_cookie.welcome(request)
    contribution, reservation = fields.text("contribution", ""), fields.text("reservation", "")
    table = await seating.rematch(game, person, contribution.strip(), reservation)
    return Redirect(f"/t/{table.id}", status_code=303, cookies=[cookie])


@get("/t/{game:str}/events")
async def events(tables: NamedDependency[Tables], game: FromPath[GameId]) -> ServerSentEvent:
    """A stream of the table's versions: the present one at once, then each new one."""
    await tables.look(game)
    return ServerSentEvent(_news(tables, game))


async def _news(tables: Tables, game: GameId) -> AsyncIterator[ServerSentEventMessage]:
    async with aclosing(versions_of(tables, game)) as versions:
        async for version in versions:
            told = ServerSentEventMessage(event="version", id=version, data=version)
            yield SIGN_OF_LIFE if version is None else told


LOOKS = [table_page, watch_page, table_state, events]
CHANGES = [act, chance, retype, undo, resign, rename, call_off, rematch]
ROUTES = [
    Router("/", route_handlers=[*LOOKS, *CHANGES], dependencies={"visit": Provide(TableVisit, sync_to_thread=False)})
]
