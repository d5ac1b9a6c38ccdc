"""Games for programs: set up, join, look, act, follow, keep. Each route does what a page does for people."""

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, Parameter
from litestar.response import Stream

from shanghaien.rules import N_, to_json, to_text
from shanghaien.web.http.places import place_of
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.ids import GameId, PersonId
from shanghaien.web.order.talk import TableTalk
from shanghaien.web.play.records import record_of
from shanghaien.web.play.refusals import BadLink
from shanghaien.web.play.tables import Tables
from shanghaien.web.workers.quotas import Quotas, Work

from .game_visit import ONE_WORD, GameVisit, checked
from .problems import problems
from .requests import ActionRequest, ChainRequest, ChangeRequest, Joining, LinkRequest, NewGame, Rematch
from .said import SAID_ROUTES, Hearing
from .shapes import GameShape, ListedGameShape, Reserved, StreamEvent
from .shortcut import Shortcut, acted, looked
from .stream import HEADERS, entries_of
from .time_routes import TIME_ROUTES
from .views import listed_view, setup_from

Visit = NamedDependency[GameVisit]
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


@post("/games", summary="Set up a game", responses=problems(403, 404, 409, 422))
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


@get("/games/{game:str}", summary="Look at a game", responses=problems(404), middleware=[Shortcut(looked)])
async def look(visit: Visit, game: FromPath[GameId], since: FromQuery[Since] = 0) -> GameShape:
    """The game as it stands, with your legal actions. Games of others can be watched too."""
    return await visit.seen(game, since)


@post(
    "/games/{game:str}/actions",
    status_code=200,
    summary="Act",
    responses=problems(403, 404, 409, 422),
    middleware=[Shortcut(acted)],
)
async def act(visit: Visit, game: FromPath[GameId], data: JSONBody[ActionRequest]) -> Response[GameShape]:
    """Do one of the things in `legal`. A refusal with 409 or 422 carries the game as it stands now."""
    return await visit.change(game, data, lambda asked: visit.tables.act(asked, data.action, data.link))


@post("/games/{game:str}/links", status_code=200, summary="Open a link", responses=problems(403, 404, 409, 422))
async def open_link(visit: Visit, game: FromPath[GameId], data: JSONBody[LinkRequest]) -> Response[GameShape]:
    """Open the link of your chain that the dice wait for: `opens` names your seat then."""
    return await visit.change(game, data, lambda asked: visit.tables.open_link(asked, data.link))


@post("/games/{game:str}/chain", status_code=200, summary="Commit anew", responses=problems(403, 404, 409, 422))
async def commit_anew(visit: Visit, game: FromPath[GameId], data: JSONBody[ChainRequest]) -> Response[GameShape]:
    """Go on with another chain of yours, by its `end`; without an end the server holds one for you from now on."""
    return await visit.change(game, data, lambda asked: visit.tables.commit_anew(asked, data.end))


@post("/games/{game:str}/undo", status_code=200, summary="Take back", responses=problems(403, 404, 409, 422))
async def undo(visit: Visit, game: FromPath[GameId], data: JSONBody[ChangeRequest]) -> Response[GameShape]:
    """Take your last choice back, as long as no die or card has been revealed since."""
    return await visit.change(game, data, visit.tables.undo)


@post("/games/{game:str}/resign", status_code=200, summary="Resign", responses=problems(403, 404, 409, 422))
async def resign(visit: Visit, game: FromPath[GameId], data: JSONBody[ChangeRequest]) -> Response[GameShape]:
    """Give the game up."""
    return await visit.change(game, data, visit.tables.resign)


@post("/games/{game:str}/call-off", status_code=204, summary="Call off", responses=problems(403, 404, 409, 422))
async def call_off(visit: Visit, game: FromPath[GameId], data: JSONBody[ChangeRequest]) -> None:
    """End an invitation that nobody has taken; from then on there is no such game."""
    await visit.seating.call_off(visit.asked(game, data))


@post("/games/{game:str}/rematch", summary="Play again", responses=problems(403, 404, 409, 422))
async def rematch(visit: Visit, game: FromPath[GameId], data: JSONBody[Rematch]) -> GameShape:
    """Another game with the seats swapped; whoever asks second comes to the same one."""
    table = await visit.seating.rematch(checked(game), visit.person, data.own, data.reservation)
    return await visit.seen(table.id)


@post("/invitations/{token:str}", summary="Join a game", responses=problems(403, 404, 409, 422))
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
    talk: NamedDependency[TableTalk],
    game: FromPath[GameId],
    since: FromQuery[Since] = 0,
) -> Stream:
    """Each entry of the log as an event `entry`, from after `since` (or `Last-Event-ID`) on; `over` ends the stream.

    What is said at the table comes as an event `said`, as far as you may read it.
    """
    _, viewer = await visit.tables.look(checked(game), visit.person)
    entries = entries_of(visit.tables, game, viewer, max(since, _last_heard(request)), Hearing(talk, viewer))
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
    """The number with which a client comes back to a stream that was cut off."""
    text = request.headers.get("last-event-id", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 7 else 0


PLAYING = [act, open_link, commit_anew, undo, resign, call_off, rematch, *TIME_ROUTES, *SAID_ROUTES]
ROUTES = [reserve, create, games, look, *PLAYING, join, events, record, record_to_read]
