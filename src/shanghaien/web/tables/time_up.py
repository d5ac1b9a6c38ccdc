"""What happens when somebody's time is up, and what their opponent may then choose."""

from dataclasses import replace

from shanghaien.rules import N_, Seat
from shanghaien.web.core.ids import RequestId
from shanghaien.web.core.jobs import NewJob
from shanghaien.web.tables.change import Change, changed_row
from shanghaien.web.tables.clocks import Clocks, PaceKind
from shanghaien.web.tables.errors import IllegalMove
from shanghaien.web.tables.loaded_game import LoadedGame
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import Mode, standing_order_for
from shanghaien.web.tables.moves import Seats
from shanghaien.web.tables.store.rows import GameRow
from shanghaien.web.tables.summary import CALLED_OFF

LIVE, CLAIMED, SERVER = "live", "claimed", "server"
"""By whom it was decided that a game is lost by time."""


def is_late(loaded: LoadedGame, at: int) -> bool:
    """Whether in a game of one sitting the time of whoever is asked is up: nothing that comes now counts."""
    clocks = loaded.clocks
    return clocks is not None and clocks.pace.kind is PaceKind.LIVE and _over(clocks, at)


def flag_fall(loaded: LoadedGame, at: int) -> Change | None:
    """What the server does at the end of somebody's time; None if it has not come yet."""
    clocks = loaded.clocks
    if clocks is None or loaded.progress.result is not None or not _over(clocks, at):
        return None
    change = loaded.begin_change(at)
    if clocks.up is not None:
        change.lose_by_time(clocks.up, SERVER)
    elif clocks.running is None:
        return None
    elif clocks.pace.kind is PaceKind.DAYS:
        change.note(EntryKind.TIME_UP, clocks.running)
    elif clocks.hardly_begun:
        change.abandon()
    else:
        change.lose_by_time(clocks.running, LIVE)
    return change


def claim_win(loaded: LoadedGame, seats: Seats, request_id: RequestId) -> Change:
    """Take the win, since the opponent's time is up."""
    late, change = _late(loaded, seats), loaded.begin_change()
    change.lose_by_time(late, CLAIMED, request_id)
    return change


def give_time(loaded: LoadedGame, seats: Seats, request_id: RequestId) -> Change:
    """Give the opponent, whose time is up, a day more."""
    late, change = _late(loaded, seats), loaded.begin_change()
    change.note(EntryKind.MORE_TIME, late, request_id=request_id)
    return change


def abandon(loaded: LoadedGame, seats: Seats, request_id: RequestId) -> Change:
    """Call the game off, since the opponent's time is up; nobody has won."""
    late, change = _late(loaded, seats), loaded.begin_change()
    change.abandon(1 - late, request_id)
    return change


def _over(clocks: Clocks, at: int) -> bool:
    return clocks.deadline is not None and at >= clocks.deadline


def _late(loaded: LoadedGame, seats: Seats) -> Seat:
    """The opponent's seat, whose time must be up."""
    late = None if loaded.clocks is None else loaded.clocks.up
    if late is None or 1 - late not in seats or loaded.progress.result is not None:
        raise IllegalMove(N_("Your opponent's time is not up."))
    return late


# What becomes due because of a change, stored with it: the end of somebody's time, an order to carry out, a notice.

CLOCK, ORDER, TURN, RESULT = "clock", "order", "turn", "result"
DAY_OVER, OFFER, WATCH = "day over", "offer", "watch"
"""The kinds of what is due; the subject is the game."""
GRACE_MS, SHORT_GRACE_MS = 30_000, 3_000
"""How long an order waits, so that whoever played before can still take that back: over days, and at one sitting."""


def jobs_after(loaded: LoadedGame, change: Change) -> tuple[GameRow, tuple[NewJob, ...]]:
    """The row of a game after a change, and what is due because of it."""
    row = changed_row(loaded.game, change)
    clocks = loaded.clocks_after(row, change)
    if clocks is not None:
        row = replace(row, summary=replace(row.summary, deadline=clocks.deadline))
    due = (*_time(row, clocks), *_order(loaded, row, change), *_turn(loaded, row, change, clocks))
    begun = (*_offered(row, change), *_watched(loaded, row, change))
    return row, (*due, *begun, *_result(loaded, row), *_day(row))


def _day(row: GameRow) -> tuple[NewJob, ...]:
    """A try at a deal of the day gets its place when it has ended."""
    return (NewJob(DAY_OVER, row.id, row.updated),) if row.day and row.summary.result is not None else ()


def _time(row: GameRow, clocks: Clocks | None) -> tuple[NewJob, ...]:
    return () if clocks is None else (NewJob(CLOCK, row.id, clocks.deadline),)


def _order(loaded: LoadedGame, row: GameRow, change: Change) -> tuple[NewJob, ...]:
    orders = loaded.time.orders_after(change)
    if not any(any(each) for each in orders):
        return ()
    seat, undone = row.summary.waits_for, any(entry.kind is EntryKind.UNDO for entry in change.entries)
    free = seat is None or undone or row.summary.result is not None
    action = None if free or seat is None else standing_order_for(change.state, orders[seat])
    if action is None:
        return (NewJob(ORDER, row.id, None),)
    days = loaded.time.pace is not None and loaded.time.pace.kind is PaceKind.DAYS
    return (NewJob(ORDER, row.id, row.updated + (GRACE_MS if days else SHORT_GRACE_MS), str(row.version)),)


def _result(loaded: LoadedGame, row: GameRow) -> tuple[NewJob, ...]:
    """A game that ends is put into the log of results, if somebody plays at a seat of their own."""
    ended = row.summary.result not in (None, CALLED_OFF) and loaded.game.summary.result is None
    logged = row.mode in (Mode.INVITE, Mode.BOT)
    return (NewJob(RESULT, row.id, row.updated, str(row.version)),) if ended and logged else ()


def _offered(row: GameRow, change: Change) -> tuple[NewJob, ...]:
    """A table that was perhaps offered is taken, or called off: then it is offered no longer."""
    ended = change.taken is not None or any(entry.kind is EntryKind.CALLED_OFF for entry in change.entries)
    return (NewJob(OFFER, row.id, row.updated),) if row.mode == Mode.INVITE and ended else ()


def _watched(loaded: LoadedGame, row: GameRow, change: Change) -> tuple[NewJob, ...]:
    """A rated game has begun or ended: it is listed for those who like to watch, or no longer."""
    ended = row.summary.result is not None and loaded.game.summary.result is None
    changed = row.rated and row.mode == Mode.INVITE and (change.taken is not None or ended)
    return (NewJob(WATCH, row.id, row.updated),) if changed else ()


def _turn(loaded: LoadedGame, row: GameRow, change: Change, clocks: Clocks | None) -> tuple[NewJob, ...]:
    """Whoever plays with somebody elsewhere is told: whose turn it is, that the game began, or how it ended."""
    before, after = loaded.game.summary, row.summary
    same = (before.waits_for, before.result) == (after.waits_for, after.result) and change.taken is None
    up_before, up_after = loaded.clocks and loaded.clocks.up, clocks and clocks.up
    if row.mode != Mode.INVITE or (same and up_before == up_after):
        return ()
    return (NewJob(TURN, row.id, row.updated, str(row.version)),)
