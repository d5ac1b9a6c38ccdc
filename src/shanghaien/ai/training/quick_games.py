"""Quick, plausible games: they supply the states between rounds that the value is trained on.

Players use the exact table of a round without tricks (milliseconds instead of tenths of a second), and spend trick cards
now and then by a simple rule. Some rounds are played carelessly, because the solver asks about bad ends of a round too.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from shanghaien.ai.round.card_knowledge import JOINING, KNOWN, TOLD_APART
from shanghaien.ai.round.position import position
from shanghaien.ai.round.solver import RoundMoment, RoundTable, without_tricks
from shanghaien.ai.value.payoff import Payoff
from shanghaien.rules import (
    BY_KEY,
    ROUNDS,
    Action,
    Call,
    Options,
    Phase,
    Place,
    Play,
    Roll,
    Starter,
    State,
    advance,
    apply,
    draw,
    is_chance,
    legal_actions,
    new_game,
    points,
    to_move,
)

TRAINED_WITH = {card: known.training for card, known in KNOWN.items() if known.training}
"""The cards of expansions that turn up in training, and how often; a card that is not known never does."""
SPECIAL = tuple(card for card in TRAINED_WITH if card not in TOLD_APART)
"""Those that quick players do not know how to play; they are used up by chance."""


@dataclass(frozen=True)
class Habits:
    """How often the players of quick games do what; all are chances."""

    trick: float = 0.12
    """Plays a trick on a roll."""
    careless_round: float = 0.2
    careless_move: float = 0.5
    """Takes any move at all, in a careless round."""
    special_gone: float = 0.12
    """A card of an expansion has been used up by the end of a round."""


def states_between(options: Options, payoff: Payoff, rng: Random, habits: Habits) -> Iterator[State]:
    """The seven states between the rounds of one quick game, before the next row is dealt."""
    state = new_game(options)
    while True:
        state = deal(state, rng)
        number = state.round
        state = _play_round(state, payoff, rng, habits)
        if number == ROUNDS:
            return
        state = _use_up_specials(state, rng, habits)
        yield state


def random_options(rng: Random) -> Options:
    """A set-up for training: often the base game, but every trick split, starter rule and hand turns up."""
    split = (3, 3, 2)
    if rng.random() < 0.4:
        cuts = sorted(rng.choices(range(9), k=2))
        split = (cuts[0], cuts[1] - cuts[0], 8 - cuts[1])
    starter = Starter.ALTERNATE if rng.random() < 0.25 else Starter.AFTER_SHANGHAI
    expansions = {str(BY_KEY[card].option): rng.random() < share for card, share in TRAINED_WITH.items()}
    return Options(split, starter=starter, **expansions)


def deal(state: State, rng: Random) -> State:
    """The state once the row lies on the table (and it is known who starts the game)."""
    while state.phase in (Phase.WHO_STARTS, Phase.DEAL):
        state = by_chance(state, rng)
    return state


def by_chance(state: State, rng: Random) -> State:
    """Chance has decided, as the random numbers say."""
    return advance(state, draw(state, rng)).state


def _play_round(state: State, payoff: Payoff, rng: Random, habits: Habits) -> State:
    table, number = without_tricks(position(state), payoff), state.round
    careless = rng.random() < habits.careless_round
    while not state.over and state.round == number:
        if is_chance(state):
            state = by_chance(state, rng)
        else:
            anything = careless and rng.random() < habits.careless_move
            state = apply(state, _choose(state, table, rng, habits, anything)).state
    return state


def _choose(state: State, table: RoundTable, rng: Random, habits: Habits, anything: bool) -> Action:
    legal = legal_actions(state)
    tricks = [action for action in legal if isinstance(action, Play) and action.card not in SPECIAL]
    if tricks and rng.random() < habits.trick:
        return _trick(state, tricks, rng)
    plain = [action for action in legal if not isinstance(action, Play)]
    if anything or len(plain) == 1:
        return rng.choice(plain)
    sign = 1 - 2 * state.turn
    return max(plain, key=lambda action: sign * _worth(state, action, table))


def _worth(state: State, action: Action, table: RoundTable) -> float:
    """What an action without a trick leads to, by the table."""
    dice = state.players[0].dice, state.players[1].dice
    now = RoundMoment(state.turn, dice, end=state.end)
    if isinstance(action, Call):
        return table.call(now)
    if isinstance(action, Roll):
        return table.roll(now)
    assert isinstance(action, Place)
    mine = dice[state.turn]
    more = (*mine[: action.die - 1], mine[action.die - 1] + 1, *mine[action.die :])
    after = (more, dice[1]) if state.turn == 0 else (dice[0], more)
    return table.turn(RoundMoment(1 - state.turn, after, end=action.end or state.end))


def _trick(state: State, tricks: list[Play], rng: Random) -> Play:
    """Any trick; two sailors join the crew where they bring most at once."""
    seat = to_move(state)
    assert seat is not None
    joining = [play for play in tricks if play.act == JOINING]
    others = [play for play in tricks if play.act != JOINING]
    if others and (not joining or rng.random() < 0.5):
        return rng.choice(others)

    def lead(play: Play) -> float:
        both = points(apply(state, play).state)
        return both[seat] - both[1 - seat] + rng.random()

    return max(joining, key=lead)


def _use_up_specials(state: State, rng: Random, habits: Habits) -> State:
    for seat, player in enumerate(state.players):
        hand = tuple(card for card in player.hand if card not in SPECIAL or rng.random() >= habits.special_gone)
        state = state.with_player(seat, player._replace(hand=hand))
    return state
