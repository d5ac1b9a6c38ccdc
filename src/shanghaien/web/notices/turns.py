"""What there is to tell a player about a game, as its stored log says: whose turn it is since when, and what else is new."""

from collections.abc import Callable
from dataclasses import dataclass

from shanghaien.rules import Seat
from shanghaien.web.play.log import EntryKind
from shanghaien.web.play.table import Table, TableEntry

from .notice import NoticeKind

ENDS = {EntryKind.ACT, EntryKind.RESIGN, EntryKind.TIME_OUT, EntryKind.ABANDONED}
"""Entries of which the last is the one that ended the game."""
MOST_TAKEN_BACK = 3
"""After the opponent has taken a choice back so often, the turn that follows is no new one to be told of."""


@dataclass(frozen=True, slots=True)
class OpenTurn:
    """A seat is asked since the opponent last did something: the number of that entry names the turn.

    So it stays the same while the player rolls and chooses, or takes a choice of theirs back.
    """

    seat: Seat
    number: int
    since: int
    told: int = 0
    """The number under which it is remembered that it was told; that of the turn, unless it comes again and again."""


@dataclass(frozen=True, slots=True)
class TurnNews:
    """Something a player should know, and the entry of the log that brought it about."""

    kind: NoticeKind
    number: int
    since: int
    told: int = 0
    """The number under which it is remembered that it was told, if that is another one."""

    @property
    def mark(self) -> str:
        """What it is called among the notices that were sent: whoever heard that a game began knows whose turn it is."""
        return NoticeKind.TURN if self.kind is NoticeKind.STARTED else self.kind


def turn_of(table: Table) -> OpenTurn | None:
    """Whose turn it is; None before the game begins and after it ends."""
    asked = table.opens if table.waits_for is None else table.waits_for
    if asked is None or table.over or not table.started:
        return None
    began = _last(table, lambda entry: _passes_to(asked, entry))
    return None if began is None else OpenTurn(asked, began.number, began.at, _told_as(table, asked, began))


def news_for(table: Table, seat: Seat) -> tuple[TurnNews, ...]:
    """What a player at this seat should know now; of several things, the first that they want to hear tells the others."""
    if table.over:
        return _news(NoticeKind.OVER, _last(table, lambda entry: entry.kind in ENDS))
    if table.clocks is not None and table.clocks.up is not None:
        return _news(NoticeKind.TIME_UP, _last(table, lambda entry: entry.kind is EntryKind.TIME_UP))
    turn = turn_of(table)
    if turn is None:
        return ()
    asked = (TurnNews(NoticeKind.TURN, turn.number, turn.since, turn.told),) if turn.seat == seat else ()
    return _begun(table, seat) + asked


def _told_as(table: Table, asked: Seat, began: TableEntry) -> int:
    """What a turn is remembered by: whoever takes a choice back and makes it again and again sends no notice each time."""
    taken_back: list[int] = []
    for entry in reversed(table.log):
        if not entry.undone and (entry.kind is EntryKind.DRAW or (entry.kind is EntryKind.ACT and entry.seat == asked)):
            break
        if entry.kind is EntryKind.UNDO:
            taken_back.append(entry.number)
    return began.number if len(taken_back) < MOST_TAKEN_BACK else taken_back[-MOST_TAKEN_BACK]


def _begun(table: Table, seat: Seat) -> tuple[TurnNews, ...]:
    """That the opponent has sat down, as long as nobody has chosen anything."""
    joined = _last(table, lambda entry: entry.kind is EntryKind.JOIN)
    chosen = _last(table, lambda entry: entry.kind is EntryKind.ACT)
    return _news(NoticeKind.STARTED, joined if chosen is None and joined and joined.seat != seat else None)


def _passes_to(seat: Seat, entry: TableEntry) -> bool:
    """Whether an entry is one after which it may be this seat's turn, that has not been so before."""
    match entry.kind:
        case EntryKind.ACT:
            return entry.seat != seat
        case EntryKind.MORE_TIME:
            return entry.seat == seat
        case kind:
            return kind is EntryKind.JOIN


def _last(table: Table, such: Callable[[TableEntry], bool]) -> TableEntry | None:
    return next((entry for entry in reversed(table.log) if not entry.undone and such(entry)), None)


def _news(kind: NoticeKind, entry: TableEntry | None) -> tuple[TurnNews, ...]:
    return () if entry is None else (TurnNews(kind, entry.number, entry.at),)
