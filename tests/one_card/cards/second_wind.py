"""A made-up card: take one of your dice on a card back to the supply, then place a die as usual."""

from shanghaien.rules.actions import Act, Play
from shanghaien.rules.cards import Trick
from shanghaien.rules.errors import Illegal
from shanghaien.rules.events import Log
from shanghaien.rules.hooks import Asks, TrickAct, TrickCard
from shanghaien.rules.moves import go_on, leave_game, numbers_with_dice, take_back
from shanghaien.rules.state import State
from shanghaien.rules.texts import N_

ACT = Act("wind")
NUMBER = 1
"""The first number that is free; the tests add those that are taken."""


def plays(state: State, card: Trick) -> list[Play]:
    """One for each card on which the player has a die."""
    return [Play(card, ACT, dice=(number,)) for number in numbers_with_dice(state.mover)]


def effect(state: State, play: Play, log: Log) -> State:
    """The die goes back; the roll is still to be placed."""
    return go_on(leave_game(take_back(state, play.dice, play.card, log), play.card))


def why_not(state: State, play: Play) -> Illegal | None:
    """Refused without such a die."""
    if play.die is not None and not state.mover.dice[play.die - 1]:
        return Illegal("no-die-there", "R15", N_("You have no die on card %(die)s to take back."), die=play.die)
    return None


CARD = TrickCard(
    Trick("wind"),
    NUMBER,
    N_("Second wind"),
    N_("Take one of your placed dice back to the supply."),
    (
        TrickAct(
            ACT,
            N_("Second wind"),
            N_("Take one of your dice on a card back to your supply; then place a die as usual."),
            plays,
            effect,
            why_not,
            asks=(Asks.OWN_DIE,),
            question=N_("Which die catches its breath?"),
            choice=N_("Take the die on card %(die)s back to the supply"),
        ),
    ),
    option="second_wind",
    rules=(N_("Take one of your dice back from a card. It can be rolled again in this round."),),
)
