"""What happens when somebody's time is up, and what their opponent may then choose."""

from shanghaien.rules import N_, Seat
from shanghaien.web.ids import RequestId

from .change import Change
from .clocks import Clocks
from .loaded_game import LoadedGame
from .log import EntryKind
from .moves import Seats
from .pace import PaceKind
from .refusals import IllegalMove

LIVE, CLAIMED, SERVER = "live", "claimed", "server"
"""By whom it was decided that a game is lost by time."""


def is_late(loaded: LoadedGame, at: int) -> bool:
    """Whether in a game of one sitting the time of whoever is asked is up: nothing that comes now counts."""
    clocks = loaded.clocks
    return clocks is not None and clocks.pace.kind is PaceKind.LIVE and _over(clocks, at)


def fall(loaded: LoadedGame, at: int) -> Change | None:
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
