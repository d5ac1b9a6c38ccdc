"""Extra card 2: To the sharks / Exchange (R35-R37)."""

from shanghaien.rules.actions import Act, Play
from shanghaien.rules.cards import Trick
from shanghaien.rules.errors import Illegal
from shanghaien.rules.events import CardTurned, Log
from shanghaien.rules.hooks import SetOut, TrickAct, TrickCard
from shanghaien.rules.moves import distinct, end_turn, ends_to_name, leave_game, name_end, put_dice, take_back
from shanghaien.rules.state import State


def shark_plays(state: State, card: Trick) -> list[Play]:
    """One for each rolled die whose card is face up."""
    dice = [die for die in distinct(state.rolled) if die not in state.face_down]
    return [Play(card, Act.SHARKS, die=die, end=end) for die in dice for end in ends_to_name(state)]


def to_the_sharks(state: State, play: Play, log: Log) -> State:
    """Place the die and turn its card face down; the turn is over (R35)."""
    assert play.die is not None
    placed = put_dice(name_end(state, play.end, log), (play.die,), log)
    log.append(CardTurned(play.die))
    turned = placed.evolve(face_down=tuple(sorted((*placed.face_down, play.die))))
    return end_turn(leave_game(turned, play.card))


def why_not_sharks(state: State, play: Play) -> Illegal | None:
    """Refused for a die that was not rolled or whose card lies face down."""
    if play.die is not None and play.die not in state.rolled:
        return Illegal("die-not-rolled", "R35", f"You have not rolled a {play.die}.")
    if play.die in state.face_down:
        return Illegal("face-down", "R35", f"Card {play.die} lies face down already.")
    return None


def stays_out(state: State, number: int) -> bool:
    """A face-down card is removed whatever lies on it (R35)."""
    return number in state.face_down


def exchange_plays(state: State, card: Trick) -> list[Play]:
    """One for each number on which the player has a die; all of them lie there since an earlier turn (R36, R37)."""
    return [Play(card, Act.EXCHANGE, die=die) for die in _numbers_with_dice(state)]


def exchange(state: State, play: Play, log: Log) -> State:
    """One die goes back to the supply, both dice just rolled are placed; the turn is over (R36)."""
    assert play.die is not None
    placed = put_dice(take_back(state, play.die, log), state.rolled, log)
    return end_turn(leave_game(placed, play.card))


def why_not_exchange(state: State, play: Play) -> Illegal | None:
    """Refused without such a die (R37)."""
    if play.die is not None and play.die not in _numbers_with_dice(state):
        return Illegal("no-die-there", "R37", f"You have no die on card {play.die} to take back.")
    return None


def _numbers_with_dice(state: State) -> list[int]:
    return [number for number in range(1, 7) if state.mover.dice[number - 1]]


CARD = TrickCard(
    Trick.EXTRA_2,
    (
        TrickAct(Act.SHARKS, shark_plays, to_the_sharks, why_not_sharks),
        TrickAct(Act.EXCHANGE, exchange_plays, exchange, why_not_exchange),
    ),
    SetOut.EACH_HAND,
    option="extra_2",
    stays_out=stays_out,
)
