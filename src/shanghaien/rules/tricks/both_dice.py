"""The trick card two sailors / both dice (R16, R18)."""

from shanghaien.rules.actions import Act, Play
from shanghaien.rules.cards import Trick
from shanghaien.rules.events import Log
from shanghaien.rules.hooks import TrickAct, TrickCard, nothing_to_add
from shanghaien.rules.moves import end_turn, ends_to_name, leave_game, name_end, put_dice
from shanghaien.rules.state import State

from .two_sailors import TWO_SAILORS


def plays(state: State, card: Trick) -> list[Play]:
    """Always possible after a roll; the round's first dice also name the end (R10)."""
    return [Play(card, Act.BOTH_DICE, end=end) for end in ends_to_name(state)]


def effect(state: State, play: Play, log: Log) -> State:
    """Both dice just rolled are placed, and the turn is over."""
    placed = put_dice(name_end(state, play.end, log), state.rolled, log)
    return end_turn(leave_game(placed, play.card))


CARD = TrickCard(Trick.BOTH_DICE, (TWO_SAILORS, TrickAct(Act.BOTH_DICE, plays, effect, nothing_to_add)))
