"""Games for programs: set up, join, look, act, follow, keep. Each route does what a page does for people."""

import re
from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, Parameter
from litestar.response import ServerSentEvent

from shanghaien.rules.record_json import to_json
from shanghaien.rules.record_text import to_text
from shanghaien.web.assembly import Services
from shanghaien.web.http.guests import AnyRequest
from shanghaien.web.http.refusals import BadLink, IllegalMove, NoSuchGame, Refused, Stale
from shanghaien.web.play.records import record_of
from shanghaien.web.play.table import Table
from shanghaien.web.play.tables import TableRequest as Ask

from .problems import problems, told
from .shapes import (
    ActionRequest,
    ChangeRequest,
    GameShape,
    Joining,
    ListedGameShape,
    NewGame,
    Rematch,
    Reserved,
    StreamEvent,
)
from .stream import entries_of
from .views import game_view, line_view, setup_from

Since = Annotated[int, Parameter(ge=0, le=9_999_999, description="Only what happened after this version.")]
ONE_WORD = re.compile(r"[A-Za-z0-9_.-]{1,200}")


@get("/reservation", summary="Reserve an id", responses=problems())
async def reserve(services: NamedDependency[Services], guest: NamedDependency[str]) -> Reserved:
    """The promise of a new game's dice, to be seen before you add a word of your own to them."""
    reservation = services.tables.reserve()
    return Reserved(reservation.id, reservation.commitment, reservation.token)


@post("/games", summary="Set up a game", responses=problems(403, 404, 409))
async def create(
    services: NamedDependency[Services], guest: NamedDependency[str], data: JSONBody[NewGame]
) -> GameShape:
    """Set up a game; with `mode` `invite` give its `invitation` to the other player."""
    table = await services.tables.create(setup_from(data), guest, data.reservation)
    return await _seen(services, table.id, guest)


@get("/games", summary="List your games", responses=problems())
async def games(services: NamedDependency[Services], guest: NamedDependency[str]) -> list[ListedGameShape]:
    """Your games, at most 100: those that wait for you first, those that are over last."""
    return [line_view(line) for line in await services.tables.games_of(guest)]


@get("/games/{game:str}", summary="Look at a game", responses=problems(404))
async def look(
    services: NamedDependency[Services], guest: NamedDependency[str], game: FromPath[str], since: FromQuery[Since] = 0
) -> GameShape:
    """The game as it stands, with your legal actions. Games of others can be watched too."""
    return await _seen(services, _word(game), guest, since)


@post("/games/{game:str}/actions", status_code=200, summary="Act", responses=problems(403, 404, 409, 422))
async def act(
    services: NamedDependency[Services], guest: NamedDependency[str], game: FromPath[str], data: JSONBody[ActionRequest]
) -> Response[GameShape]:
    """Do one of the things in `legal`. A refusal with 409 or 422 carries the game as it stands now."""
    return await _change(services, game, guest, data, lambda ask: services.tables.act(ask, data.action))


@post("/games/{game:str}/undo", status_code=200, summary="Take back", responses=problems(403, 404, 409, 422))
async def undo(
    services: NamedDependency[Services], guest: NamedDependency[str], game: FromPath[str], data: JSONBody[ChangeRequest]
) -> Response[GameShape]:
    """Take your last choice back, as long as no die or card has been revealed since."""
    return await _change(services, game, guest, data, services.tables.undo)


@post("/games/{game:str}/resign", status_code=200, summary="Resign", responses=problems(403, 404, 409, 422))
async def resign(
    services: NamedDependency[Services], guest: NamedDependency[str], game: FromPath[str], data: JSONBody[ChangeRequest]
) -> Response[GameShape]:
    """Give the game up."""
    return await _change(services, game, guest, data, services.tables.resign)


@post("/games/{game:str}/call-off", status_code=204, summary="Call off", responses=problems(403, 404, 409, 422))
async def call_off(
    services: NamedDependency[Services], guest: NamedDependency[str], game: FromPath[str], data: JSONBody[ChangeRequest]
) -> None:
    """End an invitation that nobody has taken; from then on there is no such game."""
    await services.seating.call_off(Ask(_word(game), guest, data.version, data.id))


@post("/games/{game:str}/rematch", summary="Play again", responses=problems(403, 404, 409, 422))
async def rematch(
    services: NamedDependency[Services], guest: NamedDependency[str], game: FromPath[str], data: JSONBody[Rematch]
) -> GameShape:
    """Another game with the seats swapped; whoever asks second comes to the same one."""
    table = await services.seating.rematch(_word(game), guest, data.contribution.strip())
    return await _seen(services, table.id, guest)


@post("/invitations/{token:str}", summary="Join a game", responses=problems(404, 409))
async def join(
    services: NamedDependency[Services], guest: NamedDependency[str], token: FromPath[str], data: JSONBody[Joining]
) -> GameShape:
    """Take the free seat with the token of an invitation (the last part of an invitation's address)."""
    if not ONE_WORD.fullmatch(token):
        raise BadLink("This invitation is not valid; ask for the link again.")
    table = await services.seating.join(token, guest, data.name, data.contribution.strip())
    return await _seen(services, table.id, guest)


EVENTS = ResponseSpec(
    StreamEvent, description="Server-sent events.", media_type="text/event-stream", generate_examples=False
)


@get("/games/{game:str}/events", summary="Follow a game", responses=problems(404) | {200: EVENTS})
async def events(
    request: AnyRequest,
    services: NamedDependency[Services],
    guest: NamedDependency[str],
    game: FromPath[str],
    since: FromQuery[Since] = 0,
) -> ServerSentEvent:
    """Each entry of the log as an event `entry`, from after `since` (or `Last-Event-ID`) on; `over` ends the stream."""
    await services.tables.look(_word(game))
    return ServerSentEvent(entries_of(services.tables, services.hub, game, max(since, _last_heard(request))))


@get("/games/{game:str}/record", summary="Download the record", responses=problems(404), media_type="application/json")
async def record(
    services: NamedDependency[Services], guest: NamedDependency[str], game: FromPath[str]
) -> Response[Any]:
    """The record for programs (docs/record.md); with the seed of the dice once the game is over."""
    table, _ = await services.tables.look(_word(game))
    return Response(to_json(record_of(table)).encode(), media_type="application/json")


@get("/games/{game:str}/record.txt", summary="Download the record to read", responses=problems(404))
async def record_to_read(
    services: NamedDependency[Services], guest: NamedDependency[str], game: FromPath[str]
) -> Response[str]:
    """The same record as people read and type it."""
    table, _ = await services.tables.look(_word(game))
    return Response(to_text(record_of(table)), media_type="text/plain")


async def _seen(services: Services, game: str, guest: str, since: int = 0) -> GameShape:
    table, viewer = await services.tables.look(game, guest)
    return game_view(services, table, viewer, since)


async def _change(
    services: Services,
    game: str,
    guest: str,
    data: ActionRequest | ChangeRequest,
    change: Callable[[Ask], Awaitable[Table]],
) -> Response[GameShape]:
    ask = Ask(_word(game), guest, data.version, data.id)
    try:
        await change(ask)
    except (Stale, IllegalMove) as refusal:
        return await _refuse(services, ask, refusal)
    return Response(await _seen(services, ask.game, guest, data.version))


async def _refuse(services: Services, ask: Ask, refusal: Refused) -> Response[Any]:
    """The reason together with the game as it stands now, so that the program need not ask again."""
    game = await _seen(services, ask.game, ask.guest or "", ask.version)
    more: dict[str, Any] = {"reason": refusal.reason} if isinstance(refusal, IllegalMove) else {}
    return told(refusal.status, refusal.code, str(refusal), game=game, **more)


def _last_heard(request: AnyRequest) -> int:
    """The number with which a client comes back to a stream that was cut off."""
    text = request.headers.get("last-event-id", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 7 else 0


def _word(game: str) -> str:
    """The id of a game; what could not be one is refused before any database sees it."""
    if not ONE_WORD.fullmatch(game):
        raise NoSuchGame("There is no such game.")
    return game


ROUTES = [reserve, create, games, look, act, undo, resign, call_off, rematch, join, events, record, record_to_read]
