"""A request at a table: who asks, how they look at it, and the page or the parts that answer."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec
from litestar import Response
from litestar.di import NamedDependency
from litestar.response import Redirect, Template

from shanghaien.web.bots.waiting import QueuePositions
from shanghaien.web.core.clock import now
from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.formats import zone_of
from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import GameId, PersonId, RequestId, Version
from shanghaien.web.core.signing import new_id
from shanghaien.web.people.preferences import PersonPreferences, PreferenceStore
from shanghaien.web.site.forms import AnyRequest, Fields, address_for_links, side_in
from shanghaien.web.site.preferences import preferences_of
from shanghaien.web.site.problems import status_of
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.clocks import PaceKind
from shanghaien.web.tables.create import NO_GAME
from shanghaien.web.tables.errors import IllegalMove, Stale
from shanghaien.web.tables.model import Mode, Orders, SeatKind, Table, Viewer
from shanghaien.web.tables.pages.page import present
from shanghaien.web.tables.pages.page_stream import note_shown
from shanghaien.web.tables.pages.result import NOTHING, what_follows
from shanghaien.web.tables.pages.seen_table import OpenChoice, Perspective
from shanghaien.web.tables.pages.table_panels import Panels, TableLook
from shanghaien.web.tables.rematch import Rematches
from shanghaien.web.tables.requests import TableRequest
from shanghaien.web.tables.seating import Seating
from shanghaien.web.tables.service import Tables

# The profiles of players: found by the seat's person, since a guest may take any name.

NONE = ("", "")


async def profiles_at(table: Table, tables: Tables) -> tuple[str, str]:
    """The addresses of the two players' profiles; empty for bots, guests, and at tables with one screen for both."""
    humans = [seat for seat, chair in enumerate(table.chairs) if chair.kind is SeatKind.HUMAN]
    if table.mode.one_screen or not humans:
        return NONE
    holders = await tables.holders(table.id)
    known = await tables.names.of({person for seat in humans if (person := holders[seat]) is not None})
    first, second = (known.get(person, "") if person else "" for person in holders)
    return _address(first), _address(second)


def _address(name: str) -> str:
    return f"/people/{quote(name, safe='')}" if name else ""


# What forms of tables have in common: the version and the id of a request.

LONGEST_REQUEST_ID = 64


def read_change(fields: Fields, game: GameId, person: PersonId | None) -> TableRequest:
    """The change that a form asks for by `version` and `id`."""
    version, request_id = fields.number("version"), fields.text("id", longest=LONGEST_REQUEST_ID)
    return TableRequest(game, person, Version(version), RequestId(request_id))


JSON = "application/json"
WATCHING = "/watch/"
"""The beginning of addresses at which all visitors watch, players too."""
Answer = Redirect | Template | Response[bytes]


class VisitParts(NamedTuple):
    """The parts of the server that answer requests at tables."""

    tables: Tables
    seating: Seating
    rematches: Rematches
    positions: QueuePositions
    panels: Panels
    public_url: str


class TableVisit:
    """One request at a table; Litestar makes one for each."""

    def __init__(self, request: AnyRequest, visit_parts: NamedDependency[VisitParts]) -> None:
        self.request = request
        self.person = request.user.person
        self.tables, self.seating, self.rematches, self.positions, self.panels, self._public_url = visit_parts
        self._profiles = ("", "")

    async def look(self, game: GameId) -> tuple[Table, Viewer]:
        watching = self.request.url.path.startswith(WATCHING)
        table, viewer = await (self.tables.watch if watching else self.tables.look)(game, self.person)
        self._profiles = await profiles_at(table, self.tables)
        return table, viewer

    async def change(
        self, game: GameId, fields: Fields, change: Callable[[TableRequest], Awaitable[object]], then: str = ""
    ) -> Answer:
        """Make a change and redirect to the table or to `then`; a refusal comes with the table as it stands now."""
        if self.request.headers.get("accept") == JSON:
            return await self._told_briefly(game, fields, change, then)
        asked = read_change(fields, game, self.person)
        try:
            await change(asked)
        except (Stale, IllegalMove) as refusal:
            return await self.show(*await self.look(game), refusal)
        return Redirect(then or f"/t/{game}{self._open_choice()}", status_code=303)

    def _open_choice(self) -> str:
        """The steps taken of a choice, as the query of an address."""
        asked = self.request.query_params
        return OpenChoice.of_query(asked).link().rstrip("?") if asked else ""

    async def _told_briefly(
        self, game: GameId, fields: Fields, change: Callable[[TableRequest], Awaitable[object]], then: str
    ) -> Response[bytes]:
        """The answer to our own script, which has the page already: the new version, where to go, or the refusal."""
        try:
            made = await change(read_change(fields, game, self.person))
        except DomainError as refusal:
            return answered(refused_briefly(refusal), status_of(refusal))
        return answered({"version": made.version} if isinstance(made, Table) else {"to": then})

    def own_invitation(self, table: Table, viewer: Viewer) -> str:
        """Where a player sits down whose seat is kept for them, as in a rematch; empty for all others."""
        kept = viewer.seats and all(table.chairs[seat].kind is SeatKind.OPEN for seat in viewer.seats)
        if not kept:
            return ""
        before = table.ledger.contract.after if table.ledger is not None else NO_GAME
        return self.seating.links_of(table, viewer)["invitation"] if before == NO_GAME else f"/t/{before}"

    async def show(self, table: Table, viewer: Viewer, refusal: DomainError | None = None) -> Template:
        """The page of the table, with the reason of a refusal if there is one."""
        await self.tables.visits.look(table, viewer)
        for panel in self.panels.all:
            panel.looked(table, viewer)
        site, look = site_of(self.request, self._notice(refusal)), self.perspective(table, viewer)
        carry = "" if table.over else self._absolute(self.seating.links_of(table, viewer).get("seat", ""))
        page = present(replace(look.see(table), carry=carry, ahead=self.positions.ahead(table.id)))
        note_shown(table, look, page)
        after = await what_follows(self.tables, self.rematches, table, viewer) if table.over else NOTHING
        context = {
            "site": site,
            "page": replace(page, title=after.title or page.title, now=now(), orders=_orders(table, viewer)),
            "after": after,
            **await self.panels.places(TableLook(self.request, table, viewer, look, self.person)),
            "show": table.mode is Mode.BOTS,
            "move_id": new_id(),
            "game": table.id,
        }
        return Template("tables/page.html", context=context, status_code=status_of(refusal))

    def turned(self, table: Table, viewer: Viewer, *, away: bool) -> None:
        """A player's page goes into the background or comes back."""
        for panel in self.panels.all:
            panel.turned(table, viewer, away=away)

    def _notice(self, refusal: DomainError | None) -> str:
        if refusal is not None:
            return refusal.said(gettext)
        late = "late" in self.request.query_params
        return gettext("Somebody has taken this seat already; you are watching the game.") if late else ""

    def perspective(self, table: Table, viewer: Viewer) -> Perspective:
        query, preferences = self.request.query_params, preferences_of(self.request)
        links = {} if table.started else self.seating.links_of(table, viewer)
        return Perspective(
            viewer.seats,
            None if viewer.seats else side_in(self.request),
            f"/t/{table.id}" if viewer.seats else f"{WATCHING}{table.id}",
            preferences.confirm,
            preferences.guide and not table.day,  # no help where all are compared
            self._absolute(links.get("invitation", "")),
            OpenChoice.of_query(query) if table.started else OpenChoice(),
            preferences.zone if table.pace is not None and table.pace.kind is PaceKind.DAYS else "",
            self._profiles,
        )

    def _absolute(self, path: str) -> str:
        return path and address_for_links(self.request, self._public_url) + path


def _orders(table: Table, viewer: Viewer) -> Orders | None:
    """The viewer's standing orders, where they play an opponent elsewhere and the game goes on."""
    playing = table.started and not table.over and len(viewer.seats) == 1
    return table.orders[min(viewer.seats)] if playing else None


def answered(values: dict[str, Any], status: int = 200) -> Response[bytes]:
    return Response(msgspec.json.encode(values), status_code=status, media_type=JSON)


def refused_briefly(refusal: DomainError) -> dict[str, str]:
    """A refusal as our own scripts are told it."""
    return {"code": refusal.code, "sentence": refusal.said(gettext)}


# What a person has set about time, put to use when they sit down at a table.


class OwnTime:
    """Remembers a person's time zone where days are counted, and gives their standing orders."""

    def __init__(self, request: AnyRequest, tables: Tables, preferences: PreferenceStore) -> None:
        self._wished = preferences_of(request)
        self._tables = tables
        self._preferences = preferences

    async def sit_down(self, table: Table, person: PersonId) -> None:
        if table.pace is not None and table.pace.kind is PaceKind.DAYS and zone_of(self._wished.zone) is not UTC:
            await self._preferences.change(person, self._with_zone)
        orders = Orders.read(self._wished.orders)
        if self._wished.orders and not table.mode.adds_nothing and orders not in table.orders:
            asked = TableRequest(table.id, person, table.version, RequestId(new_id()))
            await self._tables.order(asked, orders)

    def _with_zone(self, kept: PersonPreferences) -> PersonPreferences:
        return kept if kept.time_zone else msgspec.structs.replace(kept, time_zone=self._wished.zone)
