"""The table: its page, everything that changes it, and the stream that tells of changes."""

from litestar import MediaType, Response, Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Stream, Template

from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.packing import packing_for
from shanghaien.web.ids import GameId
from shanghaien.web.pages.shared.own_name import name_given, remember

from .by_hand_routes import BY_HAND_ROUTES
from .changed_parts import NO_CHOICE, changes_since
from .dice_routes import DICE_ROUTES
from .model import present
from .people import BesideStream
from .rematch_routes import REMATCH_ROUTES
from .stream import HEADERS, told
from .talk_routes import TALK_ROUTES
from .time_routes import TIME_ROUTES
from .views import JSON, Answer, TableVisit


def seen_at(path: str = "") -> list[str]:
    """Where something about a table is found: for its players, and for everybody who watches."""
    return [f"/t/{{game:str}}{path}", f"/watch/{{game:str}}{path}"]


@get(seen_at())
async def table_page(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Redirect | Template:
    """The table for its players; whoever else comes watches. At the address for watchers players watch too."""
    table, viewer = await visit.look(game)
    invitation = visit.own_invitation(table, viewer)
    return Redirect(invitation, status_code=303) if invitation else await visit.show(table, viewer)


@get(seen_at("/parts"))
async def parts(
    visit: NamedDependency[TableVisit], game: FromPath[GameId], since: FromQuery[int] = 0
) -> Response[bytes | None]:
    """What has changed since a version, as on the stream; with a choice that is open; nothing (204) if it is neither."""
    table, viewer = await visit.look(game)
    look = visit.perspective(table, viewer)
    if table.version == since and look.choice == NO_CHOICE:
        return Response(None, status_code=204)
    return Response(changes_since(table, look, since), media_type=JSON)


@get(seen_at("/overviews"), media_type=MediaType.HTML)
async def overviews(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> str:
    """What can be opened about the score: each nation, and how the sum comes about (R47)."""
    table, viewer = await visit.look(game)
    return present(visit.perspective(table, viewer).see(table)).overviews


@get(seen_at("/events"))
async def stream(
    visit: NamedDependency[TableVisit], game: FromPath[GameId], version: FromQuery[int] = 0, said: FromQuery[int] = 0
) -> Stream:
    """What is new since a version and a number of what was said, at once and then after every change."""
    table, viewer = await visit.look(game)
    look, packing = visit.perspective(table, viewer), packing_for(visit.request)
    talk = visit.company.beside.stream(look.see, viewer, said)
    beside = BesideStream(talk, await visit.company.people(table, viewer), visit.person)
    events = told(visit.tables, game, look, version, packing, visit.waits, beside)
    return Stream(events, media_type="text/event-stream", headers={**HEADERS, **packing.headers})


@post("/t/{game:str}/act", status_code=200)
async def act(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Answer:
    """Choose: `version`, `id`, `action` in notation, and the `link` that chance is drawn from if it follows."""
    fields = await read_fields(visit.request)
    text, link = fields.text("action"), fields.text("link", "")
    return await visit.change(game, fields, lambda asked: visit.tables.act(asked, text, link))


@post("/t/{game:str}/undo", status_code=200)
async def undo(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Answer:
    """Take the last choice back: `version` and `id`."""
    return await visit.change(game, await read_fields(visit.request), visit.tables.undo)


@post("/t/{game:str}/resign", status_code=200)
async def resign(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Answer:
    """Give the game up: `version` and `id`."""
    return await visit.change(game, await read_fields(visit.request), visit.tables.resign)


@post("/t/{game:str}/name", status_code=200)
async def rename(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Answer:
    """Call oneself by another name before the game begins: `version`, `id` and `name`."""
    fields = await read_fields(visit.request)
    name = name_given(visit.request, fields)
    answer = await visit.change(game, fields, lambda asked: visit.seating.rename(asked, name))
    answer.set_cookie(remember(name))
    return answer


@post("/t/{game:str}/call-off", status_code=200)
async def call_off(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Answer:
    """Call an invitation off that nobody has taken: `version` and `id`."""
    return await visit.change(game, await read_fields(visit.request), visit.seating.call_off, then="/")


@post("/t/{game:str}/seen", status_code=204)
async def seen(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> None:
    """The page says that somebody looks at it."""
    table, viewer = await visit.look(game)
    await visit.tables.visits.look(table, viewer)
    visit.company.turn(table, viewer, away=False)


@post("/t/{game:str}/away", status_code=204)
async def away(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> None:
    """The page says that it has gone into the background."""
    visit.company.turn(*await visit.look(game), away=True)


LOOKS = [table_page, parts, overviews, stream]
CHANGES = [
    *BY_HAND_ROUTES,
    seen,
    away,
    act,
    undo,
    resign,
    rename,
    call_off,
    *REMATCH_ROUTES,
    *DICE_ROUTES,
    *TIME_ROUTES,
    *TALK_ROUTES,
]
ROUTES = [
    Router("/", route_handlers=[*LOOKS, *CHANGES], dependencies={"visit": Provide(TableVisit, sync_to_thread=False)})
]
