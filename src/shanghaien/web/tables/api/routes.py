"""Games for programs: set up, join, look, act, follow, keep. Each route does what a page does for people."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing, suppress
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, Parameter
from litestar.response import Stream
from msgspec import Struct

from shanghaien.rules import N_, to_json, to_text
from shanghaien.web.bots.quotas import Quotas, Work
from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.site.forms import AnyRequest, place_of
from shanghaien.web.tables.api.extensions import Extensions, Listener
from shanghaien.web.tables.api.game_visit import ONE_WORD, GameVisit, checked
from shanghaien.web.tables.api.schemas import (
    ActionRequest,
    ChainRequest,
    ChangeRequest,
    GameShape,
    Joining,
    LinkRequest,
    ListedGameShape,
    NewGame,
    OrdersRequest,
    Rematch,
    Reserved,
    StreamEvent,
    problems,
)
from shanghaien.web.tables.api.views import ENCODER, listed_view, log_view, once_for_each, setup_from
from shanghaien.web.tables.errors import BadLink
from shanghaien.web.tables.model import Orders, Table, Viewer
from shanghaien.web.tables.records import record_of
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.stream import news_for

# What happens at a game, as a stream of server-sent events without gaps.

Listeners = Sequence[tuple[str, Listener]]
HEADERS = {"Cache-Control": "no-cache", "Connection": "keep-alive", "X-Accel-Buffering": "no"}


async def entries_of(
    tables: Tables, game: GameId, viewer: Viewer, since: int, listeners: Listeners = ()
) -> AsyncGenerator[bytes, None]:
    """Every entry after number `since`, later ones as they come, and the talk.

    It ends when the game is over, or may no longer be seen.
    """
    with suppress(DomainError):
        async with aclosing(_entries(tables, game, viewer, since, listeners)) as entries:
            async for each in entries:
                yield each


async def _entries(
    tables: Tables, game: GameId, viewer: Viewer, since: int, listeners: Listeners
) -> AsyncGenerator[bytes, None]:
    async with aclosing(news_for(tables, game, viewer)) as news:
        async for each in news:
            table, fresh = each.table, each.fresh
            for name, listener in listeners:
                for told in await listener.new(each):
                    yield _event(name, told)
            if not each.of_game:
                continue
            if not fresh:
                yield f": alive {table.version}\r\n\r\n".encode()
                continue
            entries = _events(table, since)
            since = max(since, table.version)
            if table.over:
                yield entries + f"id: {since}\r\nevent: over\r\ndata: {since}\r\n\r\n".encode()
                return
            if entries:
                yield entries


def _entry_events(table: Table, since: int) -> bytes:
    return b"".join(
        b"id: %d\r\nevent: entry\r\ndata: %b\r\n\r\n" % (entry.number, ENCODER.encode(entry))
        for entry in log_view(table, since)
    )


def _event(name: str, told: Struct) -> bytes:
    """An event beside the game; without an id, so that a client resumes at the last entry."""
    return b"event: %b\r\ndata: %b\r\n\r\n" % (name.encode(), ENCODER.encode(told))


_events = once_for_each(_entry_events)


# What programs choose about time: what follows when the opponent's is up, and what is done while they are away.

Visit = NamedDependency[GameVisit]
REFUSED = problems(403, 404, 409, 422)


@post("/games/{game:str}/claim-win", status_code=200, summary="Take the win", responses=REFUSED)
async def claim_win(visit: Visit, game: FromPath[GameId], data: JSONBody[ChangeRequest]) -> Response[GameShape]:
    """Take the win of a game of days, since your opponent's time is up: `clocks.up` names their seat then."""
    return await visit.change(game, data, visit.tables.claim_win)


@post("/games/{game:str}/give-time", status_code=200, summary="Give a day more", responses=REFUSED)
async def give_time(visit: Visit, game: FromPath[GameId], data: JSONBody[ChangeRequest]) -> Response[GameShape]:
    """Give your opponent, whose time is up, a day more."""
    return await visit.change(game, data, visit.tables.give_time)


@post("/games/{game:str}/abandon", status_code=200, summary="Call a running game off", responses=REFUSED)
async def abandon(visit: Visit, game: FromPath[GameId], data: JSONBody[ChangeRequest]) -> Response[GameShape]:
    """Call the game off, since your opponent's time is up; it counts for nobody."""
    return await visit.change(game, data, visit.tables.abandon)


@post("/games/{game:str}/orders", status_code=200, summary="Set automatic moves", responses=REFUSED)
async def give_orders(visit: Visit, game: FromPath[GameId], data: JSONBody[OrdersRequest]) -> Response[GameShape]:
    """Say what the server does for you where nothing else is possible."""
    orders = Orders(data.forced, data.roll)
    return await visit.change(game, data, lambda asked: visit.tables.order(asked, orders))


TIME_ROUTES = [claim_win, give_time, abandon, give_orders]

Since = Annotated[int, Parameter(ge=0, le=9_999_999, description="Only what happened after this version.")]


@post("/reservation", status_code=200, summary="Reserve a game", responses=problems(403))
async def reserve(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    quotas: NamedDependency[Quotas],
    person: NamedDependency[PersonId],
) -> Reserved:
    """What the server commits to for a new game, to be seen before you add anything to its dice."""
    quotas.ask(Work.RESERVATIONS, person, place_of(request))
    made = await tables.reserve()
    chains = made.chains
    ends = (chains.server, chains.creator_held, chains.guest_held)
    return Reserved(made.id, chains.hash, made.token, *ends, made.receipt, made.key)


@post("/games", summary="Set up a game", responses=REFUSED)
async def create(
    request: AnyRequest, visit: Visit, quotas: NamedDependency[Quotas], data: JSONBody[NewGame]
) -> GameShape:
    """Set up a game; with `mode` `invite` give its `invitation` to the other player."""
    if data.mode != "hot-seat":
        data.name = await visit.tables.words.called(visit.person, data.name)
    setup = setup_from(data)
    created = quotas.created(setup.mode, visit.person, place_of(request))
    table = await visit.tables.create(setup, visit.person, data.reservation)
    created(table.id)
    return await visit.seen(table.id)


@get("/games", summary="List your games", responses=problems())
async def games(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    person: NamedDependency[PersonId],
    before: FromQuery[Annotated[str, Parameter(description="A page that another one names in its `Link`.")]] = "",
) -> Response[list[ListedGameShape]]:
    """Your games, 100 a page: those that wait for you first, those that are over last. `Link` names the next page."""
    page = await tables.games_of(person, before)
    more = {"Link": f'<{request.url.path}?before={page.next}>; rel="next"'} if page.next else {}
    return Response([listed_view(game) for game in page.games], headers=more)


@get("/games/{game:str}", summary="Look at a game", responses=problems(404))
async def look(visit: Visit, game: FromPath[GameId], since: FromQuery[Since] = 0) -> GameShape:
    """The game as it stands, with your legal actions. Games of others can be watched too."""
    return await visit.seen(game, since)


@post("/games/{game:str}/actions", status_code=200, summary="Act", responses=REFUSED)
async def act(visit: Visit, game: FromPath[GameId], data: JSONBody[ActionRequest]) -> Response[GameShape]:
    """Do one of the things in `legal`. A refusal with 409 or 422 carries the game as it stands now."""
    return await visit.change(game, data, lambda asked: visit.tables.act(asked, data.action, data.link))


@post("/games/{game:str}/links", status_code=200, summary="Open a link", responses=REFUSED)
async def open_link(visit: Visit, game: FromPath[GameId], data: JSONBody[LinkRequest]) -> Response[GameShape]:
    """Open the link of your chain that the dice wait for: `opens` names your seat then."""
    return await visit.change(game, data, lambda asked: visit.tables.open_link(asked, data.link))


@post("/games/{game:str}/chain", status_code=200, summary="Commit anew", responses=REFUSED)
async def commit_anew(visit: Visit, game: FromPath[GameId], data: JSONBody[ChainRequest]) -> Response[GameShape]:
    """Go on with another chain of yours, by its `end`; without an end the server holds one for you from now on."""
    return await visit.change(game, data, lambda asked: visit.tables.commit_anew(asked, data.end))


@post("/games/{game:str}/undo", status_code=200, summary="Take back", responses=REFUSED)
async def undo(visit: Visit, game: FromPath[GameId], data: JSONBody[ChangeRequest]) -> Response[GameShape]:
    """Take your last choice back, as long as no die or card has been revealed since."""
    return await visit.change(game, data, visit.tables.undo)


@post("/games/{game:str}/resign", status_code=200, summary="Resign", responses=REFUSED)
async def resign(visit: Visit, game: FromPath[GameId], data: JSONBody[ChangeRequest]) -> Response[GameShape]:
    """Give the game up."""
    return await visit.change(game, data, visit.tables.resign)


@post("/games/{game:str}/call-off", status_code=204, summary="Call off", responses=REFUSED)
async def call_off(visit: Visit, game: FromPath[GameId], data: JSONBody[ChangeRequest]) -> None:
    """End an invitation that nobody has taken; from then on there is no such game."""
    await visit.seating.call_off(visit.asked(game, data))


@post("/games/{game:str}/rematch", summary="Play again", responses=REFUSED)
async def rematch(visit: Visit, game: FromPath[GameId], data: JSONBody[Rematch]) -> GameShape:
    """Another game with the seats swapped; whoever asks second comes to the same one."""
    table = await visit.seating.rematch(checked(game), visit.person, data.own, data.reservation)
    return await visit.seen(table.id)


@post("/invitations/{token:str}", summary="Join a game", responses=REFUSED)
async def join(visit: Visit, token: FromPath[str], data: JSONBody[Joining]) -> GameShape:
    """Take the free seat with the token of an invitation (the last part of an invitation's address)."""
    if not ONE_WORD.fullmatch(token):
        raise BadLink(N_("This invitation is not valid; ask for the link again."))
    name = await visit.tables.words.called(visit.person, data.name)
    table = await visit.seating.join(token, visit.person, name, data.own)
    return await visit.seen(table.id)


EVENTS = ResponseSpec(
    StreamEvent, description="Server-sent events.", media_type="text/event-stream", generate_examples=False
)


@get("/games/{game:str}/events", summary="Follow a game", responses=problems(404) | {200: EVENTS})
async def events(
    request: AnyRequest,
    visit: Visit,
    extensions: NamedDependency[Extensions],
    game: FromPath[GameId],
    since: FromQuery[Since] = 0,
) -> Stream:
    """Each entry of the log as an event `entry`, from after `since` (or `Last-Event-ID`) on; `over` ends the stream.

    What is said at the table comes as an event `said`, as far as you may read it.
    """
    _, viewer = await visit.tables.look(checked(game), visit.person)
    entries = entries_of(visit.tables, game, viewer, max(since, _last_heard(request)), extensions.listeners(viewer))
    return Stream(entries, media_type="text/event-stream", headers=HEADERS)


@get("/games/{game:str}/record", summary="Download the record", responses=problems(404), media_type="application/json")
async def record(visit: Visit, game: FromPath[GameId]) -> Response[Any]:
    """The record for programs (docs/record.md); with the seed of the dice once the game is over."""
    table, _ = await visit.tables.look(checked(game), visit.person)
    return Response(to_json(record_of(table)).encode(), media_type="application/json")


@get("/games/{game:str}/record.txt", summary="Download the record to read", responses=problems(404))
async def record_to_read(visit: Visit, game: FromPath[GameId]) -> Response[str]:
    """The same record as people read and type it."""
    table, _ = await visit.tables.look(checked(game), visit.person)
    return Response(to_text(record_of(table)), media_type="text/plain")


def _last_heard(request: AnyRequest) -> int:
    """The number with which a client resumes a stream that was cut off."""
    text = request.headers.get("last-event-id", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 7 else 0


PLAYING = [act, open_link, commit_anew, undo, resign, call_off, rematch, *TIME_ROUTES]
ROUTES = [reserve, create, games, look, *PLAYING, join, events, record, record_to_read]
