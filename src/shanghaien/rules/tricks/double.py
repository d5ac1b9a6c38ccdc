"""Extra card 3, the Double: a rolled double lets a player take it instead of placing a die (R38-R41)."""

from shanghaien.rules.actions import Act, Action, Play, RollOne, TakeDouble
from shanghaien.rules.cards import Trick
from shanghaien.rules.chance import Dice, Distribution, rolls
from shanghaien.rules.events import DiceRolled, DoubleTaken, Log
from shanghaien.rules.hooks import Chance, Decision, SetOut, TrickAct, TrickCard, nothing_to_add
from shanghaien.rules.moves import drop, end_turn, ends_to_name, gain, name_end, other, roll_two
from shanghaien.rules.state import Phase, State

PLAY = Play(Trick.DOUBLE, Act.DOUBLE)


def plays(state: State, card: Trick) -> list[Play]:
    """Always possible after a roll that is no double; with a double the question below comes first (R38)."""
    return [PLAY]


def effect(state: State, play: Play, log: Log) -> State:
    """The card goes back to the middle, and both dice are rolled again (R39)."""
    return roll_two(state.evolve(middle=(*state.middle, play.card)))


def after_roll(state: State) -> State | None:
    """Two equal dice of a roll put the question of R38."""
    if not state.options.extra_3 or state.rolled[0] != state.rolled[1]:
        return None
    return state.evolve(phase=Phase.DOUBLE)


def choices(state: State) -> list[Action]:
    """Roll one die again, or take the card unless one holds it; taking it may name the end (R38, R10)."""
    if Trick.DOUBLE in state.mover.hand:
        return [RollOne()]
    return [RollOne(), *(TakeDouble(end) for end in ends_to_name(state))]


def choose(state: State, action: Action, log: Log) -> State:
    """Roll one again, or end the turn with the card in hand and no die placed (R38)."""
    if isinstance(action, RollOne):
        return state.evolve(phase=Phase.ROLL_ONE)
    assert isinstance(action, TakeDouble)
    named = name_end(state, action.end, log)
    from_other = Trick.DOUBLE not in named.middle
    log.append(DoubleTaken(state.turn, from_other))
    return end_turn(_handed_over(named, from_other))


def roll_of_one(state: State) -> Distribution:
    """One of the two equal dice is rolled again."""
    return rolls(1)


def rolled_one(state: State, dice: Dice, log: Log) -> State:
    """The new die lies beside the other one; a new double asks again."""
    result = tuple(sorted((state.rolled[0], *dice)))
    log.append(DiceRolled(state.turn, result))
    lies = state.evolve(phase=Phase.PLACE, rolled=result)
    return after_roll(lies) or lies


def _handed_over(state: State, from_other: bool) -> State:
    taken = state.with_player(state.turn, gain(state.mover, Trick.DOUBLE))
    if not from_other:
        return taken.evolve(middle=tuple(card for card in taken.middle if card is not Trick.DOUBLE))
    loser = other(state.turn)
    return taken.with_player(loser, drop(taken.players[loser], Trick.DOUBLE))


CARD = TrickCard(
    Trick.DOUBLE,
    (TrickAct(Act.DOUBLE, plays, effect, nothing_to_add),),
    SetOut.MIDDLE,
    option="extra_3",
    steps={Phase.DOUBLE: Decision(choices, choose), Phase.ROLL_ONE: Chance(roll_of_one, rolled_one)},
    after_roll=after_roll,
)
