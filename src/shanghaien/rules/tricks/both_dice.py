"""The trick card two sailors / both dice (R16, R18)."""

from shanghaien.rules.actions import Act, Play
from shanghaien.rules.cards import Trick
from shanghaien.rules.events import Log
from shanghaien.rules.hooks import Asks, SetOut, TrickAct, TrickCard
from shanghaien.rules.moves import end_turn, ends_to_name, leave_game, name_end, put_dice
from shanghaien.rules.state import State
from shanghaien.rules.texts import N_
from shanghaien.rules.two_sailors import TWO_SAILORS

KEY = Trick("both")
ACT = Act("both")


def plays(state: State, card: Trick) -> list[Play]:
    """Always possible after a roll; the round's first dice also name the end (R10)."""
    return [Play(card, ACT, end=end) for end in ends_to_name(state)]


def effect(state: State, play: Play, log: Log) -> State:
    """Both dice just rolled are placed, and the turn is over."""
    placed = put_dice(name_end(state, play.end, log), state.rolled, log)
    return end_turn(leave_game(placed, play.card))


CARD = TrickCard(
    KEY,
    3,
    N_("Both dice"),
    N_("Two sailors, or place both dice."),
    (
        TWO_SAILORS,
        TrickAct(
            ACT,
            N_("Both dice"),
            N_("Place both dice of this roll."),
            plays,
            effect,
            asks=(Asks.END,),
            brief=N_("place both dice"),
            picture="both",
            rules=(N_("You place both dice instead of one. That is fast, but your supply shrinks by two."),),
        ),
    ),
    set_out=SetOut.PILE,
)
