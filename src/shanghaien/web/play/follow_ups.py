"""What becomes due because of a change, stored with it: the end of somebody's time, an order to carry out, a notice."""

from dataclasses import replace

from shanghaien.web.store.due import DueWish
from shanghaien.web.store.offers import OFFER
from shanghaien.web.store.rows import GameRow

from .change import Change
from .changed_row import changed_row
from .clocks import Clocks
from .loaded_game import LoadedGame
from .log import EntryKind
from .orders import ordered
from .pace import PaceKind
from .summary import CALLED_OFF
from .table import Mode

CLOCK, ORDER, TURN, RESULT, DAY_OVER, WATCH = "clock", "order", "turn", "result", "day over", "watch"
"""The kinds of what is due; the subject is the game."""
GRACE_MS, SHORT_GRACE_MS = 30_000, 3_000
"""How long an order waits, so that whoever played before can still take that back: over days, and at one sitting."""


def changed_game(loaded: LoadedGame, change: Change) -> tuple[GameRow, tuple[DueWish, ...]]:
    """The row of a game after a change, and what is due because of it."""
    row = changed_row(loaded.game, change)
    clocks = loaded.clocks_after(row, change)
    if clocks is not None:
        row = replace(row, summary=replace(row.summary, deadline=clocks.deadline))
    due = (*_time(row, clocks), *_order(loaded, row, change), *_turn(loaded, row, change, clocks))
    begun = (*_offered(row, change), *_watched(loaded, row, change))
    return row, (*due, *begun, *_result(loaded, row), *_day(row))


def _day(row: GameRow) -> tuple[DueWish, ...]:
    """A try at a deal of the day gets its place when it has ended."""
    return (DueWish(DAY_OVER, row.id, row.updated),) if row.day and row.summary.result is not None else ()


def _time(row: GameRow, clocks: Clocks | None) -> tuple[DueWish, ...]:
    return () if clocks is None else (DueWish(CLOCK, row.id, clocks.deadline),)


def _order(loaded: LoadedGame, row: GameRow, change: Change) -> tuple[DueWish, ...]:
    orders = loaded.time.orders_after(change)
    if not any(any(each) for each in orders):
        return ()
    seat, undone = row.summary.waits_for, any(entry.kind is EntryKind.UNDO for entry in change.entries)
    free = seat is None or undone or row.summary.result is not None
    action = None if free or seat is None else ordered(change.state, orders[seat])
    if action is None:
        return (DueWish(ORDER, row.id, None),)
    days = loaded.time.pace is not None and loaded.time.pace.kind is PaceKind.DAYS
    return (DueWish(ORDER, row.id, row.updated + (GRACE_MS if days else SHORT_GRACE_MS), str(row.version)),)


def _result(loaded: LoadedGame, row: GameRow) -> tuple[DueWish, ...]:
    """A game that ends is put into the log of results, if somebody plays at a seat of their own."""
    ended = row.summary.result not in (None, CALLED_OFF) and loaded.game.summary.result is None
    logged = row.mode in (Mode.INVITE, Mode.BOT)
    return (DueWish(RESULT, row.id, row.updated, str(row.version)),) if ended and logged else ()


def _offered(row: GameRow, change: Change) -> tuple[DueWish, ...]:
    """A table that was perhaps offered is taken, or called off: then it is offered no longer."""
    ended = change.taken is not None or any(entry.kind is EntryKind.CALLED_OFF for entry in change.entries)
    return (DueWish(OFFER, row.id, row.updated),) if row.mode == Mode.INVITE and ended else ()


def _watched(loaded: LoadedGame, row: GameRow, change: Change) -> tuple[DueWish, ...]:
    """A rated game has begun or ended: it is listed for those who like to watch, or no longer."""
    ended = row.summary.result is not None and loaded.game.summary.result is None
    changed = row.rated and row.mode == Mode.INVITE and (change.taken is not None or ended)
    return (DueWish(WATCH, row.id, row.updated),) if changed else ()


def _turn(loaded: LoadedGame, row: GameRow, change: Change, clocks: Clocks | None) -> tuple[DueWish, ...]:
    """Whoever plays with somebody elsewhere is told: whose turn it is, that the game began, or how it ended."""
    before, after = loaded.game.summary, row.summary
    same = (before.waits_for, before.result) == (after.waits_for, after.result) and change.taken is None
    up_before, up_after = loaded.clocks and loaded.clocks.up, clocks and clocks.up
    if row.mode != Mode.INVITE or (same and up_before == up_after):
        return ()
    return (DueWish(TURN, row.id, row.updated, str(row.version)),)
