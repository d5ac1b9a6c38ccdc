"""The table: its page, everything that changes it, and the stream that tells of changes."""

from contextlib import suppress
from typing import Any

import msgspec
from litestar import MediaType, Response, Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Stream, Template

from shanghaien import rules
from shanghaien.web.bots.waiting import QueuePositions
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import GameId
from shanghaien.web.core.parts import Parts
from shanghaien.web.people.pages.remembered_name import name_given, remember
from shanghaien.web.people.sessions import Sessions
from shanghaien.web.site.forms import AnyRequest, read_fields
from shanghaien.web.site.problems import status_of
from shanghaien.web.site.sessions import GuestCookie
from shanghaien.web.tables.api.extensions import Extensions
from shanghaien.web.tables.dice.log_reader import LogPaths, LogReader
from shanghaien.web.tables.errors import IllegalMove, Stale
from shanghaien.web.tables.log import TalkRecord
from shanghaien.web.tables.model import Orders, Table
from shanghaien.web.tables.pages.page import present
from shanghaien.web.tables.pages.page_socket import OpenSessions
from shanghaien.web.tables.pages.page_stream import HEADERS, NO_CHOICE, changes_since, packing_for, table_events
from shanghaien.web.tables.pages.real_dice_input import Taps, in_notation, rolling
from shanghaien.web.tables.pages.real_dice_pad import pad_of, put
from shanghaien.web.tables.pages.table_dice import groups_since, read_own_dice
from shanghaien.web.tables.pages.table_panels import Panels, TableLook
from shanghaien.web.tables.pages.table_visit import JSON, Answer, TableVisit, VisitParts
from shanghaien.web.tables.rematch import Rematches
from shanghaien.web.tables.requests import TableRequest
from shanghaien.web.tables.seating import Seating
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.words.players import names

# What the page's script does about the dice: it opens links, commits anew, and looks at what it has missed.


@post("/t/{game:str}/open", status_code=200)
async def open_link(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Answer:
    """Open the link that the dice wait for: `version`, `id` and `link`."""
    fields = await read_fields(visit.request)
    link = fields.text("link")
    return await visit.change(game, fields, lambda asked: visit.tables.open_link(asked, link))


@post("/t/{game:str}/chain", status_code=200)
async def commit_anew(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Answer:
    """Go on with another chain: `version`, `id` and its `end`; without an end the server holds one."""
    fields = await read_fields(visit.request)
    end = fields.text("end", "")
    return await visit.change(game, fields, lambda asked: visit.tables.commit_anew(asked, end))


@get("/t/{game:str}/groups")
async def groups(
    visit: NamedDependency[TableVisit], game: FromPath[GameId], since: FromQuery[int] = 0
) -> Response[bytes]:
    """The opened links of each group of draws from number `since` on; nothing in it is secret."""
    table, _ = await visit.look(game)
    told: dict[str, Any] = groups_since(table, max(since, 0))
    return Response(msgspec.json.encode(told), media_type=JSON)


# Asking for a rematch, taking up the other player's, and withdrawing one's own.


@post("/t/{game:str}/rematch")
async def rematch(
    request: AnyRequest,
    rematches: NamedDependency[Rematches],
    person_cookie: NamedDependency[GuestCookie],
    game: FromPath[GameId],
) -> Redirect:
    """Another game with the seats swapped, with the fields of the dice, and the `offer` that was shown, if any."""
    fields = await read_fields(request)
    person, cookie = person_cookie.welcome(request)
    reservation, offer = fields.text("reservation", ""), fields.text("offer", "")
    table = await rematches.ask(game, person, read_own_dice(fields), reservation, offer)
    return Redirect(f"/t/{table.id}", status_code=303, cookies=[cookie])


@post("/t/{game:str}/rematch/withdraw")
async def withdraw_rematch(
    request: AnyRequest,
    rematches: NamedDependency[Rematches],
    game: FromPath[GameId],
) -> Redirect:
    """Withdraw the offer; if the other player was faster, the page shows that the game has begun."""
    with suppress(IllegalMove, Stale):
        await rematches.withdraw(game, request.user.person)
    return Redirect(f"/t/{game}", status_code=303)


# What is chosen about time at a table: what follows when it is up, and what is done for a player who is not there.


@post("/t/{game:str}/claim-win", status_code=200)
async def claim_win(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Answer:
    """Take the win, since the opponent's time is up: `version` and `id`."""
    return await visit.change(game, await read_fields(visit.request), visit.tables.claim_win)


@post("/t/{game:str}/give-time", status_code=200)
async def give_time(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Answer:
    """Give the opponent, whose time is up, a day more: `version` and `id`."""
    return await visit.change(game, await read_fields(visit.request), visit.tables.give_time)


@post("/t/{game:str}/abandon", status_code=200)
async def abandon(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Answer:
    """Call the game off, since the opponent's time is up: `version` and `id`."""
    return await visit.change(game, await read_fields(visit.request), visit.tables.abandon)


@post("/t/{game:str}/orders", status_code=200)
async def give_orders(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Answer:
    """Set standing orders: `version`, `id`, `forced` and `roll`."""
    fields = await read_fields(visit.request)
    orders = Orders(fields.flag("forced"), fields.flag("roll"))
    return await visit.change(game, fields, lambda asked: visit.tables.order(asked, orders))


def seen_at(path: str = "") -> list[str]:
    return [f"/t/{{game:str}}{path}", f"/watch/{{game:str}}{path}"]


@get(seen_at())
async def table_page(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Redirect | Template:
    """The table for its players; others watch. At the address for watchers players watch too."""
    table, viewer = await visit.look(game)
    invitation = visit.own_invitation(table, viewer)
    return Redirect(invitation, status_code=303) if invitation else await visit.show(table, viewer)


@get(seen_at("/parts"))
async def parts(
    visit: NamedDependency[TableVisit], game: FromPath[GameId], since: FromQuery[int] = 0
) -> Response[bytes | None]:
    """What has changed since a version, as on the stream, with an open choice; 204 if nothing has."""
    table, viewer = await visit.look(game)
    look = visit.perspective(table, viewer)
    if table.version == since and look.choice == NO_CHOICE:
        return Response(None, status_code=204)
    return Response(changes_since(table, look, since), media_type=JSON)


@get(seen_at("/overviews"), media_type=MediaType.HTML)
async def overviews(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> str:
    """The details of the score: each nation, and how the sum comes about (R47)."""
    table, viewer = await visit.look(game)
    return present(visit.perspective(table, viewer).see(table)).overviews


@get(seen_at("/events"))
async def stream(
    visit: NamedDependency[TableVisit], game: FromPath[GameId], version: FromQuery[int] = 0, said: FromQuery[int] = 0
) -> Stream:
    """What is new since a version of the game and a number of the talk, at once and then after every change."""
    table, viewer = await visit.look(game)
    look, packing = visit.perspective(table, viewer), packing_for(visit.request)
    beside = await visit.panels.stream(TableLook(visit.request, table, viewer, look, visit.person, said))
    events = table_events(visit.tables, game, look, version, packing, visit.positions, beside)
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
    """Take another name before the game begins: `version`, `id` and `name`."""
    fields = await read_fields(visit.request)
    name = name_given(visit.request, fields)
    answer = await visit.change(game, fields, lambda asked: visit.seating.rename(asked, name))
    answer.set_cookie(remember(name))
    return answer


@post("/t/{game:str}/call-off", status_code=200)
async def call_off(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Answer:
    """End an invitation that is still open: `version` and `id`."""
    return await visit.change(game, await read_fields(visit.request), visit.seating.call_off, then="/")


@post("/t/{game:str}/seen", status_code=204)
async def seen(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> None:
    """The page reports that it is looked at."""
    table, viewer = await visit.look(game)
    await visit.tables.visits.look(table, viewer)
    visit.turned(table, viewer, away=False)


@post("/t/{game:str}/away", status_code=204)
async def away(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> None:
    """The page reports that it has gone into the background."""
    visit.turned(*await visit.look(game), away=True)


# Real dice and cards: the players tell what chance has brought.

LONGEST_ROW = 400
"""Six cards by their names fit into so many letters."""


@post("/t/{game:str}/chance", status_code=200)
async def chance(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Answer:
    """What came: `version`, `id`, and `outcome` as it was tapped or `typed` as people write it."""
    fields = await read_fields(visit.request)
    typed = fields.text("outcome", "") or fields.text("typed", longest=LONGEST_ROW)
    table, _ = await visit.look(game)
    said = in_notation(typed, names(table))
    refused: list[IllegalMove] = []

    async def told(asked: TableRequest) -> Table:
        try:
            return await visit.tables.type_chance(asked, said)
        except IllegalMove as refusal:
            refused.append(refusal)
            raise

    answer = await visit.change(game, fields, told)
    return await _pad(visit, game, "", typed, refused[0]) if refused and isinstance(answer, Template) else answer


@post("/t/{game:str}/tap", status_code=200)
async def tap(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Answer:
    """One tap of a page without script: `tap`, and the `taps` before it. The last one enters the outcome."""
    fields = await read_fields(visit.request)
    words = f"{fields.text('taps', '')} {fields.text('tap')}"
    table, _ = await visit.look(game)
    state = rolling(table.state)
    taps = Taps.read(state, words) if rules.is_chance(state) else None
    if taps is not None and taps.enough:
        return await visit.change(game, fields, lambda asked: visit.tables.type_chance(asked, taps.said))
    return await _pad(visit, game, words)


@post("/t/{game:str}/retype", status_code=200)
async def retype(visit: NamedDependency[TableVisit], game: FromPath[GameId]) -> Answer:
    """Take back the last input of real dice or cards: `version` and `id`."""
    return await visit.change(game, await read_fields(visit.request), visit.tables.retype)


async def _pad(
    visit: TableVisit, game: GameId, words: str, typed: str = "", refusal: IllegalMove | None = None
) -> Template:
    """The page of the table with taps that are not sent yet, or with what was typed and why it was refused."""
    table, viewer = await visit.look(game)
    shown, seen = await visit.show(table, viewer), visit.perspective(table, viewer).see(table)
    page = shown.context["page"]
    if page.tray.pad is None:
        return await visit.show(table, viewer, refusal)
    pad = pad_of(seen, Taps.read(rolling(table.state), words), typed, refusal.said(gettext) if refusal else "")
    shown.context["page"] = page.asking(put(page.question, pad), pad=pad)
    shown.status_code = status_of(refusal)
    return shown


LOOKS = [table_page, parts, overviews, stream, groups]
CHANGES = [
    *(act, undo, resign, rename, call_off),
    *(open_link, commit_anew),
    *(chance, tap, retype),
    *(claim_win, give_time, abandon, give_orders),
    *(rematch, withdraw_rematch),
    *(seen, away),
]
ROUTES = [
    Router("/", route_handlers=[*LOOKS, *CHANGES], dependencies={"visit": Provide(TableVisit, sync_to_thread=False)})
]


def open_parts(parts: Parts) -> None:
    """Open what the pages of tables need besides the tables."""
    tables = parts[Tables]
    panels = parts.add(Panels())
    parts.add(TalkRecord())
    parts.add(Extensions(), "extensions")
    seating = parts.add(Seating(tables), "seating")
    rematches = parts.add(Rematches(tables, seating), "rematches")
    positions, public_url = parts[QueuePositions], parts.settings.public_url
    parts.add(VisitParts(tables, seating, rematches, positions, panels, public_url), "visit_parts")
    parts.add(OpenSessions(parts[Sessions]))
    parts.add(LogPaths(LogReader(parts.database)), "public_log")
