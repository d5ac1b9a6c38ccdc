"""Random games for the tests of the bridges."""

import random
from collections.abc import Iterator

from shanghaien import rules
from shanghaien.rules import Options, State

EVERYTHING = Options(extra_wild=True, crazy_captain=True, extra_1=True, extra_2=True, extra_3=True)
MIXES = (
    Options(),
    Options(extra_wild=True, starter=rules.Starter.ALTERNATE),
    Options(crazy_captain=True),
    Options(extra_1=True, extra_2=True),
    Options(extra_3=True),
    EVERYTHING,
)


def next_state(state: State, rng: random.Random) -> State:
    """The state after one random choice of chance or of a player."""
    if rules.is_chance(state):
        chance = rules.chance(state)
        return rules.advance(state, chance.pick(rng.randrange(chance.total))).state
    return rules.apply(state, rng.choice(rules.legal_actions(state))).state


def random_game(options: Options, seed: int) -> Iterator[State]:
    """Every state of a game played at random."""
    rng = random.Random(seed)
    state = rules.new_game(options)
    yield state
    while not state.over:
        state = next_state(state, rng)
        yield state
