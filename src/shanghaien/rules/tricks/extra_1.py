"""Extra card 1: No Shanghai / Roll all again (R32-R34)."""

from shanghaien.rules.actions import Act, Action, Keep, Play
from shanghaien.rules.cards import Trick
from shanghaien.rules.chance import Dice, Distribution, rolls
from shanghaien.rules.errors import Illegal
from shanghaien.rules.events import DiceRolled, DieReturned, Log
from shanghaien.rules.hooks import Chance, Decision, SetOut, TrickAct, TrickCard, nothing_to_add
from shanghaien.rules.moves import distinct, end_turn, ends_to_name, go_on, leave_game, name_end, put_dice
from shanghaien.rules.state import Phase, State

NO_SHANGHAI = Play(Trick.EXTRA_1, Act.NO_SHANGHAI)
ROLL_ALL = Play(Trick.EXTRA_1, Act.ROLL_ALL)


def forbid_calls(state: State, play: Play, log: Log) -> State:
    """The card lies beside the tavern until the round ends; one die is placed as usual (R32, R33)."""
    return go_on(state.with_player(state.turn, state.mover._replace(in_force=play.card)))


def may_call(state: State) -> Illegal | None:
    """Nobody may call while the card lies there; who has to call is not asked (R32)."""
    if Trick.EXTRA_1 in (state.players[0].in_force, state.players[1].in_force):
        return Illegal("no-shanghai", "R32", "No Shanghai is in force: only who has fewer than 2 dice left calls.")
    return None


def pick_up_all(state: State, play: Play, log: Log) -> State:
    """Take the two dice just rolled and all one's dice on cards, to roll them together (R34)."""
    lying = tuple(number for number in range(1, 7) for _ in range(state.mover.dice[number - 1]))
    picked = state.with_player(state.turn, state.mover._replace(dice=(0,) * 6))
    return leave_game(picked, play.card).evolve(phase=Phase.ROLL_ALL, rolled=tuple(sorted(state.rolled + lying)))


def roll_of_all(state: State) -> Distribution:
    """All dice picked up are rolled at once; they never count as a double (R40)."""
    return rolls(len(state.rolled))


def rolled_all(state: State, dice: Dice, log: Log) -> State:
    """The dice lie; one of them will go back to the supply."""
    log.append(DiceRolled(state.turn, dice))
    return state.evolve(phase=Phase.KEEP, rolled=dice)


def keeps(state: State) -> list[Action]:
    """Each number rolled can be the one that goes back; an end not yet named is named now (R10)."""
    return [Keep(die, end) for die in distinct(state.rolled) for end in ends_to_name(state)]


def keep(state: State, action: Action, log: Log) -> State:
    """One die goes back to the supply, all others are placed, and the turn is over."""
    assert isinstance(action, Keep)
    log.append(DieReturned(state.turn, action.die))
    return end_turn(put_dice(name_end(state, action.end, log), _others(state.rolled, action.die), log))


def _others(dice: Dice, kept: int) -> Dice:
    number = dice.index(kept)
    return dice[:number] + dice[number + 1 :]


CARD = TrickCard(
    Trick.EXTRA_1,
    (
        TrickAct(Act.NO_SHANGHAI, lambda state, card: [NO_SHANGHAI], forbid_calls, nothing_to_add),
        TrickAct(Act.ROLL_ALL, lambda state, card: [ROLL_ALL], pick_up_all, nothing_to_add),
    ),
    SetOut.EACH_HAND,
    option="extra_1",
    steps={Phase.ROLL_ALL: Chance(roll_of_all, rolled_all), Phase.KEEP: Decision(keeps, keep)},
    may_call=may_call,
)
