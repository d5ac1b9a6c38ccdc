"""A made-up card that uses every hook: it rolls, asks, remembers and forbids.

Place a die, roll one more, and place it or leave it. From then on nobody may call in this round with fewer than three
dice on cards.
"""

from shanghaien.rules.actions import Act, Action, Answer, Play
from shanghaien.rules.cards import Trick
from shanghaien.rules.chance import Dice, Distribution, rolls
from shanghaien.rules.errors import Illegal
from shanghaien.rules.events import CardTold, DiceRolled, Log
from shanghaien.rules.hooks import Asks, Chance, Decision, Due, Reply, TrickAct, TrickCard
from shanghaien.rules.moves import distinct, end_turn, ends_to_name, leave_game, name_end, put_dice, remember
from shanghaien.rules.state import State
from shanghaien.rules.texts import N_

KEY = Trick("lookout")
ACT = Act("lookout")
NUMBER = 2
"""The second number that is free; the tests add those that are taken."""
ROLLING, SPYING = "lookout roll", "lookout"
SPY, PASS = Answer("spy"), Answer("pass")
WATCHED = 1


def plays(state: State, card: Trick) -> list[Play]:
    """Each rolled die, and each end that can be named with it."""
    return [Play(card, ACT, dice=(die,), end=end) for die in distinct(state.rolled) for end in ends_to_name(state)]


def effect(state: State, play: Play, log: Log) -> State:
    """The die is placed, and one more is rolled."""
    assert play.die is not None
    placed = put_dice(name_end(state, play.end, log), (play.die,), log)
    return remember(leave_game(placed, play.card), KEY, WATCHED).evolve(phase=ROLLING, rolled=())


def roll_of_one(state: State) -> Distribution:
    """One die."""
    return rolls(1)


def rolled(state: State, dice: Dice, log: Log) -> State:
    """The die lies, and the question is put."""
    log.append(DiceRolled(state.turn, dice))
    return state.evolve(phase=SPYING, rolled=dice)


def answers(state: State) -> list[Action]:
    """Place it or leave it."""
    return [SPY, PASS]


def answer(state: State, action: Action, log: Log) -> State:
    """Either way the turn is over."""
    if action == SPY:
        return end_turn(put_dice(state, state.rolled, log))
    log.append(CardTold(state.turn, N_("left the die to the lookout")))
    return end_turn(state)


def may_call(state: State) -> Illegal | None:
    """Not with fewer than three dice on cards once the lookout watches."""
    if state.remembered(KEY) == WATCHED and state.mover.dice_on_cards < 3:
        return Illegal("watched", "R15", N_("The lookout watches: call with three dice on cards."))
    return None


CARD = TrickCard(
    KEY,
    NUMBER,
    N_("Lookout"),
    N_("Place a die, roll one more, and place it or leave it."),
    (
        TrickAct(
            ACT,
            N_("Lookout"),
            N_("Place a die and roll one more. Until the round ends a call needs three dice on cards."),
            plays,
            effect,
            asks=(Asks.ROLLED_DIE, Asks.END),
            choice=N_("Put the %(die)s on card %(die)s and roll one more"),
        ),
    ),
    option="lookout",
    remembers=WATCHED,
    rules=(N_("<b>Lookout:</b> place a die and roll one more."), (N_("Place it,"), N_("or leave it."))),
    steps={
        ROLLING: Chance(roll_of_one, rolled, rule="R9", drawn=N_("one die"), told=N_("for the lookout")),
        SPYING: Decision(
            answers,
            answer,
            rule="R15",
            due=Due("lookout-due", N_("Place the lookout's die or leave it first.")),
            name=N_("What does the lookout do?"),
            help=lambda state: N_("Place the die as well, or leave it."),
            waiting=N_("The lookout is deciding."),
            replies=(
                Reply("spy", N_("Place it too"), N_("The die goes on its card."), usual=True),
                Reply("pass", N_("Leave it"), N_("The die goes back to the supply.")),
            ),
        ),
    },
    may_call=may_call,
)
