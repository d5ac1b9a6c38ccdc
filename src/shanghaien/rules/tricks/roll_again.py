"""The trick card two sailors / roll again (R16, R19)."""

from shanghaien.rules.actions import Act, Play, plain_play
from shanghaien.rules.cards import Trick
from shanghaien.rules.events import Log
from shanghaien.rules.hooks import Example, SetOut, TrickAct, TrickCard
from shanghaien.rules.moves import leave_game, roll_two
from shanghaien.rules.state import State
from shanghaien.rules.texts import N_
from shanghaien.rules.two_sailors import TWO_SAILORS

KEY = Trick("again")
ACT = Act("again")


def plays(state: State, card: Trick) -> list[Play]:
    """Always possible after a roll."""
    return [plain_play(card, ACT)]


def effect(state: State, play: Play, log: Log) -> State:
    """Both dice are rolled again; the first result is gone."""
    return roll_two(leave_game(state, play.card))


CARD = TrickCard(
    KEY,
    2,
    N_("Roll again"),
    N_("Two sailors, or roll both dice again."),
    (
        TWO_SAILORS,
        TrickAct(
            ACT,
            N_("Roll again"),
            N_("Roll both dice again; this roll is gone."),
            plays,
            effect,
            brief=N_("both dice once more"),
            picture="again",
            rules=(
                N_("You roll both dice once more and forget the first roll. Then place one."),
                Example(dice=(1, 1), then=(2, 5)),
            ),
        ),
    ),
    set_out=SetOut.PILE,
)
