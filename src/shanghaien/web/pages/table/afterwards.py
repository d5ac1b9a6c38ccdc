"""What follows a game that is over: the rematch as it stands between the players, and another game that waits."""

from dataclasses import dataclass

from shanghaien.web.http.i18n import gettext
from shanghaien.web.ids import PersonId
from shanghaien.web.pages.shared.guest_promise import GuestPromise, promise_to_guest
from shanghaien.web.pages.shared.people import called, names
from shanghaien.web.play.rematches import Rematches, kept_seat
from shanghaien.web.play.table import ListedGame, Mode, Table, Viewer
from shanghaien.web.play.tables import Tables

ASK, OFFERED, ASKED, BEGUN, DAY, NONE = "ask", "offered", "asked", "begun", "day", ""


@dataclass(frozen=True, slots=True)
class Afterwards:
    """What whoever looks at a finished game can do next."""

    rematch: str = NONE
    """`ask` for one; one's own was `offered`; one is `asked` by the other player; it has `begun`; empty for nobody.

    Of a `day` there is none: its table follows.
    """
    address: str = ""
    """The table of the rematch, once it has begun; or the page of the day."""
    other: str = ""
    """The other player's name."""
    people: bool = False
    """Whether the rematch needs the press of two people."""
    promise: GuestPromise | None = None
    """What one agrees to about the dice by sitting down."""
    next_address: str = ""
    next_name: str = ""

    @property
    def title(self) -> str:
        """What is told at once when it happens; empty if there is nothing to tell."""
        return gettext("%(name)s wants a rematch") % {"name": self.other} if self.rematch == ASKED else ""


NOTHING = Afterwards()


class Sequel:
    """Finds out what follows a finished game."""

    def __init__(self, tables: Tables, rematches: Rematches) -> None:
        self._tables = tables
        self._rematches = rematches

    async def of(self, table: Table, viewer: Viewer) -> Afterwards:
        """What whoever looks can do next."""
        waiting = await self._next(table, viewer.person) if viewer.seats else None
        rematch, made = await self._rematch(table, viewer)
        promise = await promise_to_guest(self._tables, made) if rematch == ASKED and made else None
        seat = min(viewer.seats, default=0)
        return Afterwards(
            rematch,
            f"/day/{table.day}" if table.day else f"/t/{made.id}" if rematch == BEGUN and made else "",
            names(table)[1 - seat],
            table.mode is Mode.INVITE,
            promise,
            f"/next?from={table.id}" if waiting else "",
            _opponent(waiting) if waiting else "",
        )

    async def _rematch(self, table: Table, viewer: Viewer) -> tuple[str, Table | None]:
        if table.day:
            return DAY, None
        found = await self._rematches.offered(table, viewer.person)
        if found is None:
            return (ASK if viewer.seats and await self._rematches.possible(table) else NONE), None
        made, there = found
        if made.started:
            return BEGUN, made
        if not viewer.seats:
            return NONE, made
        return (OFFERED if kept_seat(made, there) is None else ASKED), made

    async def _next(self, table: Table, person: PersonId | None) -> ListedGame | None:
        if person is None:
            return None
        games = await self._tables.listing.waiting_games(person)
        return next((game for game in games if game.id not in {table.id, table.rematch}), None)


def _opponent(game: ListedGame) -> str:
    chair = game.chairs[1 - min(game.seats, default=0)]
    return called(chair)
