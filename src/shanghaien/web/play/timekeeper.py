"""What of a game follows from time: both clocks, and what is done for players who are not there; entry by entry."""

from collections.abc import Iterable

from shanghaien.rules import Seat, State
from shanghaien.web.store.rows import GameRow

from .change import Change
from .clocks import Clocks
from .log import EntryKind, LogEntry
from .orders import Orders, usual_orders
from .pace import Pace
from .pauses import Pause
from .table import SeatKind

BothOrders = tuple[Orders, Orders]


class Timekeeper:
    """The clocks and orders of a game up to its last entry."""

    def __init__(self, pace: Pace | None, outages: tuple[Pause, ...] = ()) -> None:
        self.pace = pace
        self.orders: BothOrders = (usual_orders(pace), usual_orders(pace))
        self._clocks = None if pace is None else Clocks.begin(pace, outages)

    def take(self, entry: LogEntry, before: State, after: State, asked: Seat | None) -> None:
        """Follow an entry that led from one state to another while this seat was asked."""
        self.orders = _told(self.orders, [entry])
        if self._clocks is not None:
            self._clocks = self._clocks.after(entry, before, after, asked)

    def clocks(self, game: GameRow) -> Clocks | None:
        """Both clocks as they stand; None where no time is counted."""
        return None if self._clocks is None else self._clocks.run_for(_timed_seat(game))

    def clocks_after(self, game: GameRow, before: State, asked: Seat | None, change: Change) -> Clocks | None:
        """Both clocks after a change that leads to this row from that state, in which this seat was asked."""
        if self._clocks is None:
            return None
        clocks = self._clocks
        for decided in change.decided:
            clocks = clocks.after(decided.entry, before, decided.after, asked)
            before = decided.after
        return clocks.run_for(_timed_seat(game))

    def orders_after(self, change: Change) -> BothOrders:
        """What is done for each player once a change has been made."""
        return _told(self.orders, change.entries)


def _timed_seat(game: GameRow) -> Seat | None:
    """The seat whose clock runs: a person is asked, and both seats are taken."""
    seat = game.summary.waits_for
    if seat is None or game.summary.result is not None or any(row.kind == SeatKind.OPEN for row in game.seats):
        return None
    return seat if game.seats[seat].kind == SeatKind.HUMAN else None


def _told(orders: BothOrders, entries: Iterable[LogEntry]) -> BothOrders:
    for entry in entries:
        if entry.kind is EntryKind.ORDERS:
            own = Orders.read(entry.text)
            orders = (own, orders[1]) if entry.seat == 0 else (orders[0], own)
    return orders
