"""The trick card two sailors / die ±1 (R16, R17)."""

from shanghaien.rules.actions import Act, Play
from shanghaien.rules.cards import Trick
from shanghaien.rules.errors import Illegal
from shanghaien.rules.events import Log
from shanghaien.rules.hooks import Asks, Example, SetOut, TrickAct, TrickCard
from shanghaien.rules.moves import distinct, go_on, leave_game
from shanghaien.rules.state import State
from shanghaien.rules.texts import N_
from shanghaien.rules.two_sailors import TWO_SAILORS

KEY = Trick("shift")
ACT = Act("shift")
PLAYS = {
    (die, step): Play(KEY, ACT, dice=(die,), step=step)
    for die in range(1, 7)
    for step in (-1, 1)
    if 1 <= die + step <= 6
}


def plays(state: State, card: Trick) -> list[Play]:
    """Each rolled die one lower or higher, within 1 to 6."""
    tries = [(die, step) for die in distinct(state.rolled) for step in (-1, 1)]
    return [PLAYS[try_] for try_ in tries if try_ in PLAYS]


def effect(state: State, play: Play, log: Log) -> State:
    """The die changes; then one of the two dice is placed."""
    assert play.die is not None
    assert play.step is not None
    dice = list(state.rolled)
    dice[dice.index(play.die)] += play.step
    return go_on(leave_game(state, play.card).evolve(rolled=tuple(sorted(dice))))


def why_not(state: State, play: Play) -> Illegal | None:
    """Refused for a die that was not rolled, or a step that leaves 1 to 6."""
    if play.die is not None and play.die not in state.rolled:
        return Illegal(
            "die-not-rolled", "R17", N_("You have not rolled a %(die)s that could be changed."), die=play.die
        )
    if play.step in {-1, 1} and (play.die, play.step) not in PLAYS:
        return Illegal("off-the-die", "R17", N_("A die can’t go below 1 or above 6."))
    return None


CARD = TrickCard(
    KEY,
    1,
    N_("Die ±1"),
    N_("Two sailors, or one of the dice becomes one higher or lower."),
    (
        TWO_SAILORS,
        TrickAct(
            ACT,
            N_("Die ±1"),
            N_("One of the two dice becomes one higher or lower."),
            plays,
            effect,
            why_not,
            asks=(Asks.SHIFT,),
            question=N_("Which die, up or down?"),
            choice=N_("Then place the changed die or the other."),
            brief=N_("one die up or down by 1"),
            picture="pm",
            rules=(
                N_(
                    "One of the two dice becomes one higher or lower, but never below 1 or above 6. Then place it, or the "
                    "other one."
                ),
                Example(dice=(3, 6), then=(4, 6)),
            ),
        ),
    ),
    set_out=SetOut.PILE,
)
