"""The trick card two sailors / roll again (R16, R19)."""

from shanghaien.rules.actions import Act, Play
from shanghaien.rules.cards import Trick
from shanghaien.rules.events import Log
from shanghaien.rules.hooks import TrickAct, TrickCard, nothing_to_add
from shanghaien.rules.moves import leave_game, roll_two
from shanghaien.rules.state import State

from .two_sailors import TWO_SAILORS

PLAY = Play(Trick.ROLL_AGAIN, Act.ROLL_AGAIN)


def plays(state: State, card: Trick) -> list[Play]:
    """Always possible after a roll."""
    return [PLAY]


def effect(state: State, play: Play, log: Log) -> State:
    """Both dice are rolled again; the first result is gone."""
    return roll_two(leave_game(state, play.card))


CARD = TrickCard(Trick.ROLL_AGAIN, (TWO_SAILORS, TrickAct(Act.ROLL_AGAIN, plays, effect, nothing_to_add)))
