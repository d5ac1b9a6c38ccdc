"""Random games for the tests of the bridges."""

import random
from collections.abc import Iterator

from shanghaien import rules
from shanghaien.rules import Options, State

FIRST_EXPANSIONS = Options(extra_wild=True, crazy_captain=True, extra_1=True, extra_2=True, extra_3=True)
"""Everything there was when codes and observations were fixed; what is pinned to numbers is pinned with these."""
EVERYTHING = Options(**dict.fromkeys(rules.EXPANSIONS, True))
"""Everything there is."""
MIXES = (
    Options(),
    Options(extra_wild=True, starter=rules.Starter.ALTERNATE),
    Options(crazy_captain=True),
    Options(extra_1=True, extra_2=True),
    Options(extra_3=True),
    FIRST_EXPANSIONS,
    EVERYTHING,
)


def next_state(state: State, rng: random.Random) -> State:
    """The state after one random choice of chance or of a player."""
    step = rules.draw(state, rng) if rules.is_chance(state) else rng.choice(rules.legal_actions(state))
    return rules.take(state, step)[0]


def random_game(options: Options, seed: int) -> Iterator[State]:
    """Every state of a game played at random."""
    rng = random.Random(seed)
    state = rules.new_game(options)
    yield state
    while not state.over:
        state = next_state(state, rng)
        yield state
