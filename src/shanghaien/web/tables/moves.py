"""What a player can do at a table: each function checks, and puts into a change what follows."""

from shanghaien import rules
from shanghaien.fairness.messages import FairnessError
from shanghaien.fairness.typed_outcomes import Mistyped, read_outcomes
from shanghaien.rules import N_, Roll, RulesError, Seat, parse_action
from shanghaien.web.core.ids import RequestId
from shanghaien.web.tables.change import Change
from shanghaien.web.tables.clocks import Clocks, PaceKind
from shanghaien.web.tables.dice.protocol import HELD
from shanghaien.web.tables.errors import IllegalMove, bad_link, refusal_of
from shanghaien.web.tables.game import Game
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import Mode, Orders, Seats, Table, Viewer

MOST_TIMES = {EntryKind.ORDERS: 30, EntryKind.COMMIT: 45}
"""How often a seat may change in one game what it can change when it is not its turn.

Each time the game has moved on for the other player, whose choice then comes for a version that has passed. Of chains
there are so many for both together (`MOST_RECOMMITMENTS`) that neither uses up those of the other.
"""


def choose(change: Change, seats: Seats, request_id: RequestId, text: str, link: str = "") -> None:
    """The person's choice, in notation; then chance decides until a player is asked again, or has to open a link."""
    table = change.before.table()
    if table.waits_for is None or table.waits_for not in seats:
        raise IllegalMove(_why_not_asked(table))
    choose_for(change, table.waits_for, text, request_id, link)


def choose_for(change: Change, seat: Seat, text: str, request_id: RequestId | None = None, link: str = "") -> None:
    """A seat's choice and what follows from it."""
    try:
        change.act(seat, parse_action(text), request_id)
    except RulesError as error:
        raise refusal_of(error) from None
    change.deal(link)


def open_link(change: Change, seats: Seats, request_id: RequestId, link: str) -> None:
    """Open the link that the game waits for; chance goes on until a player is asked again."""
    if change.before.table().opens in seats:
        change.deal(link, request_id)
    if not change.entries:
        raise IllegalMove(N_("The dice do not wait for anything of yours now."))


def commit_anew(change: Change, seats: Seats, request_id: RequestId, end: str) -> None:
    """Go on with another chain for the dice, or entrust it to the server, which then goes on at once."""
    game, table, dice = change.before, change.before.table(), change.before.dice
    seat = table.creator if len(seats) > 1 else min(seats)
    if dice is None or game.ledger is None or table.over:
        raise IllegalMove(_why_not_asked(table) if table.over else N_("This game has no chains for its dice."))
    _check_times(game, seat, EntryKind.COMMIT)
    try:
        change.commit(dice.renewed(game.ledger, seat, end or HELD), seat, end or HELD, request_id)
    except FairnessError:
        raise bad_link() from None
    if table.opens == seat:
        change.deal()


def type_chance(change: Change, _seats: Seats, request_id: RequestId, text: str) -> None:
    """Real dice or cards as people tell them; several cards of a deal may come at once.

    A player who may roll and types a result has chosen to roll.
    """
    table = change.before.table()
    if table.mode is not Mode.REAL_DICE or table.over:
        raise IllegalMove(N_("Nothing has to be rolled or dealt by hand now."))
    if table.waits_for is not None and Roll() in rules.legal_actions(table.state):
        change.act(table.waits_for, Roll())
    if not rules.is_chance(change.after.state):
        raise IllegalMove(N_("Nothing has to be rolled or dealt by hand now."))
    try:
        outcomes = read_outcomes(change.after.state, text)
    except Mistyped as error:
        raise refusal_of(error) from None
    for number, outcome in enumerate(outcomes):
        change.draw(outcome, None if number else request_id)


def retype(change: Change, _seats: Seats, request_id: RequestId) -> None:
    """Take back what was typed last of real dice or cards, as long as no player has chosen since; the log keeps it."""
    if not change.before.table().typed:
        raise IllegalMove(N_("There is nothing to correct: somebody has chosen since."))
    change.retype(request_id)


def ask_for_help(change: Change, seats: Seats, request_id: RequestId) -> None:
    """Ask what the Captain would do; only against a bot, and when it is one's turn."""
    table = change.before.table()
    seat = table.waits_for
    if table.mode is not Mode.BOT or seat is None or seat not in seats:
        raise IllegalMove(N_("The Captain gives advice in games against a bot, when it is your turn."))
    change.note(EntryKind.HELP, seat, request_id=request_id)


def order(change: Change, seats: Seats, request_id: RequestId, orders: Orders) -> None:
    """Say what is to be done for one's own seats where nothing else is possible."""
    _check_times(change.before, min(seats), EntryKind.ORDERS)
    for number, seat in enumerate(sorted(seats)):
        change.note(EntryKind.ORDERS, seat, str(orders), None if number else request_id)


def undo(change: Change, seats: Seats, request_id: RequestId) -> None:
    """Take back one's last choice, as long as no die or card has been revealed since."""
    seat = change.before.table().undo
    if seat is None or seat not in seats:
        raise IllegalMove(N_("There is nothing to take back: a die or card has been revealed since."))
    change.undo(seat, request_id)


def resign(change: Change, seats: Seats, request_id: RequestId) -> None:
    """Give the game up; at a hot-seat table for the seat that is asked."""
    table = change.before.table()
    seat = Viewer(seats).acting_seat(table)
    if seat is None or table.over or not table.started:
        raise IllegalMove(_why_not_asked(table))
    change.note(EntryKind.RESIGN, seat, request_id=request_id)


def _check_times(game: Game, seat: Seat, kind: EntryKind) -> None:
    if game.counts.get((kind, seat), 0) >= MOST_TIMES[kind]:
        raise IllegalMove(N_("You have changed this very often in this game; leave it as it is now."))


def _why_not_asked(table: Table) -> str:
    if table.over:
        return N_("The game is over.")
    return N_("It is not your turn.") if table.started else N_("The game begins once the other seat is taken.")


# What the server does at the end of a player's time, and what their opponent may then choose.

LIVE, CLAIMED, SERVER = "live", "claimed", "server"
"""Who decided that a game is lost by time."""


def is_late(game: Game, at: int) -> bool:
    """Whether in a game of one sitting the time of the player who is asked is up: nothing that comes now counts."""
    clocks = game.clocks
    return clocks is not None and clocks.pace.kind is PaceKind.LIVE and _is_up(clocks, at)


def flag_fall(game: Game, at: int) -> Change | None:
    """What the server does at the end of a player's time; None if it has not come yet."""
    clocks = game.clocks
    if clocks is None or game.result is not None or not _is_up(clocks, at):
        return None
    change = Change(game, at)
    if clocks.up is not None:
        change.note(EntryKind.TIME_OUT, clocks.up, SERVER)
    elif clocks.running is None:
        return None
    elif clocks.pace.kind is PaceKind.DAYS:
        change.note(EntryKind.TIME_UP, clocks.running)
    elif clocks.hardly_begun:
        change.note(EntryKind.ABANDONED)
    else:
        change.note(EntryKind.TIME_OUT, clocks.running, LIVE)
    return change


def claim_win(change: Change, seats: Seats, request_id: RequestId) -> None:
    """Take the win, since the opponent's time is up."""
    change.note(EntryKind.TIME_OUT, _late(change.before, seats), CLAIMED, request_id)


def give_time(change: Change, seats: Seats, request_id: RequestId) -> None:
    """Give the opponent, whose time is up, a day more."""
    change.note(EntryKind.MORE_TIME, _late(change.before, seats), request_id=request_id)


def abandon(change: Change, seats: Seats, request_id: RequestId) -> None:
    """Call the game off, since the opponent's time is up; neither player has won."""
    change.note(EntryKind.ABANDONED, 1 - _late(change.before, seats), request_id=request_id)


def _is_up(clocks: Clocks, at: int) -> bool:
    return clocks.deadline is not None and at >= clocks.deadline


def _late(game: Game, seats: Seats) -> Seat:
    """The opponent's seat, whose time must be up."""
    late = None if game.clocks is None else game.clocks.up
    if late is None or 1 - late not in seats or game.result is not None:
        raise IllegalMove(N_("Your opponent’s time is not up."))
    return late
