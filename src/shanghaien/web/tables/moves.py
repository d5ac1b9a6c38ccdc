"""What a player can do at a table: each function checks, and gives the change that follows."""

from shanghaien import rules
from shanghaien.fairness.errors import FairnessError
from shanghaien.fairness.real_dice import Mistyped, read_outcomes
from shanghaien.rules import N_, Roll, RulesError, Seat, parse_action
from shanghaien.web.core.ids import RequestId
from shanghaien.web.tables.change import Change
from shanghaien.web.tables.dice.draws import deal
from shanghaien.web.tables.dice.protocol import HELD
from shanghaien.web.tables.errors import IllegalMove, bad_link, refusal_of
from shanghaien.web.tables.loaded_game import LoadedGame
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import Mode, Orders, Table, Viewer

Seats = frozenset[Seat]
"""The seats of the person who asks."""
MOST_TIMES = {EntryKind.ORDERS: 30, EntryKind.COMMIT: 45}
"""How often a seat may change in one game what it can change when it is not its turn.

Each time the game has moved on for the other player, whose choice then comes for a version that has passed. Of chains
there are so many for both together (`MOST_ANEW`) that nobody uses up those of the other.
"""


def choose(loaded: LoadedGame, seats: Seats, text: str, request_id: RequestId, link: str = "") -> Change:
    """The person's choice, in notation; then chance decides until somebody is asked again, or has to open a link."""
    asked = loaded.table().waits_for
    if asked is None or asked not in seats:
        raise IllegalMove(_why_not_asked(loaded.table()))
    return choose_for(loaded, asked, text, request_id, link)


def choose_for(
    loaded: LoadedGame, seat: Seat, text: str, request_id: RequestId | None = None, link: str = ""
) -> Change:
    """A seat's choice and what follows from it."""
    change = loaded.begin_change()
    try:
        change.act(seat, parse_action(text), request_id)
    except RulesError as error:
        raise refusal_of(error) from None
    deal(loaded.game, change, loaded.dice, link)
    return change


def open_link(loaded: LoadedGame, seats: Seats, link: str, request_id: RequestId) -> Change:
    """Open the link that the game waits for; chance goes on until somebody is asked again."""
    change = loaded.begin_change()
    if loaded.table().opens in seats:
        deal(loaded.game, change, loaded.dice, link, request_id)
    if not change.decided:
        raise IllegalMove(N_("The dice do not wait for anything of yours now."))
    return change


def commit_anew(loaded: LoadedGame, seats: Seats, end: str, request_id: RequestId) -> Change:
    """Go on with another chain for the dice, or entrust it to the server, which then goes on at once."""
    table, change, dice = loaded.table(), loaded.begin_change(), loaded.dice
    seat = table.creator if len(seats) > 1 else min(seats)
    if dice is None or change.ledger is None or table.over:
        raise IllegalMove(_why_not_asked(table) if table.over else N_("This game has no chains for its dice."))
    _check_times(loaded, seat, EntryKind.COMMIT)
    try:
        change.commit(dice.renewed(change.ledger, seat, end or HELD), seat, end or HELD, request_id)
    except FairnessError:
        raise bad_link() from None
    if table.opens == seat:
        deal(loaded.game, change, dice)
    return change


def type_chance(loaded: LoadedGame, text: str, request_id: RequestId) -> Change:
    """Real dice or cards as people tell them; several cards of a deal may come at once.

    Whoever may roll and says what they rolled has chosen to roll.
    """
    table, change = loaded.table(), loaded.begin_change()
    if table.mode is not Mode.REAL_DICE or table.over:
        raise IllegalMove(N_("Nothing has to be rolled or dealt by hand now."))
    if table.waits_for is not None and Roll() in rules.legal_actions(table.state):
        change.act(table.waits_for, Roll())
    if not rules.is_chance(change.state):
        raise IllegalMove(N_("Nothing has to be rolled or dealt by hand now."))
    try:
        outcomes = read_outcomes(change.state, text)
    except Mistyped as error:
        raise refusal_of(error) from None
    for number, outcome in enumerate(outcomes):
        change.draw(outcome, None if number else request_id)
    return change


def retype(loaded: LoadedGame, request_id: RequestId) -> Change:
    """Take back what was typed last of real dice or cards, as long as nobody has chosen since; the log keeps it."""
    if not loaded.table().typed:
        raise IllegalMove(N_("There is nothing to correct: somebody has chosen since."))
    change = loaded.begin_change()
    change.retype(request_id)
    return change


def ask_for_help(loaded: LoadedGame, seats: Seats, request_id: RequestId) -> Change:
    """Ask what the Captain would do; only against a bot, and when it is one's turn."""
    table = loaded.table()
    seat = table.waits_for
    if table.mode is not Mode.BOT or seat is None or seat not in seats:
        raise IllegalMove(N_("The Captain gives advice in games against a bot, when it is your turn."))
    change = loaded.begin_change()
    change.note(EntryKind.HELP, seat, request_id=request_id)
    return change


def order(loaded: LoadedGame, seats: Seats, orders: Orders, request_id: RequestId) -> Change:
    """Say what is to be done for one's own seats where nothing else is possible."""
    _check_times(loaded, min(seats), EntryKind.ORDERS)
    change = loaded.begin_change()
    for number, seat in enumerate(sorted(seats)):
        change.note(EntryKind.ORDERS, seat, str(orders), None if number else request_id)
    return change


def undo(loaded: LoadedGame, seats: Seats, request_id: RequestId) -> Change:
    """Take back one's last choice, as long as no die or card has been revealed since."""
    seat = loaded.table().undo
    if seat is None or seat not in seats:
        raise IllegalMove(N_("There is nothing to take back: a die or card has been revealed since."))
    change = loaded.begin_change()
    change.undo(seat, request_id)
    return change


def resign(loaded: LoadedGame, seats: Seats, request_id: RequestId) -> Change:
    """Give the game up; at a hot-seat table for the seat that is asked."""
    table = loaded.table()
    seat = Viewer(seats).acting_seat(table)
    if seat is None or table.over or not table.started:
        raise IllegalMove(_why_not_asked(table))
    change = loaded.begin_change()
    change.resign(seat, request_id)
    return change


def _check_times(loaded: LoadedGame, seat: Seat, kind: EntryKind) -> None:
    if sum(entry.kind is kind and entry.seat == seat for entry in loaded.progress.log) >= MOST_TIMES[kind]:
        raise IllegalMove(N_("You have changed this very often in this game; leave it as it is now."))


def _why_not_asked(table: Table) -> str:
    if table.over:
        return N_("The game is over.")
    return N_("It is not your turn.") if table.started else N_("The game begins once the other seat is taken.")
