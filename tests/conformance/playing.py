"""Random play over every set-up there is, step by step."""

import random
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from shanghaien import rules
from shanghaien.rules import EXPANSIONS, Event, First, Options, Starter, State

MIXES = [dict(zip(EXPANSIONS, mix, strict=True)) for mix in product((False, True), repeat=len(EXPANSIONS))]
"""Every combination of the expansions (R25-R41)."""

SPLITS = [(shift, again, 8 - shift - again) for shift in range(9) for again in range(9 - shift)]
"""Every split of the eight tricks (R4)."""


class Move(NamedTuple):
    """One step of a game: what was done or drawn, and what came of it."""

    before: State
    done: rules.Action | rules.Outcome
    after: State
    events: tuple[Event, ...]


def mix_name(mix: dict[str, bool]) -> str:
    """The options that are on, for the name of a test."""
    return "+".join(name for name, on in mix.items() if on) or "base"


def setups(mix: dict[str, bool]) -> Iterator[Options]:
    """All games with these options on: every first seat, starter rule and split of the tricks."""
    for tricks, first, starter in product(SPLITS, First, Starter):
        yield Options.from_dict({"tricks": tricks, "first": first, "starter": starter, **mix})


def some_setups(mix: dict[str, bool], count: int, seed: int) -> list[Options]:
    """A few of them; of more than there are, each at least once."""
    every = [*setups(mix)]
    times, rest = divmod(count, len(every))
    return every * times + random.Random(seed).sample(every, rest)


def play(options: Options, seed: int) -> Iterator[Move]:
    """A whole game; every legal action is equally likely, chance is as it is."""
    rng = random.Random(seed)
    state = rules.new_game(options)
    while not state.over:
        before = state
        if rules.is_chance(state):
            node = rules.chance(state)
            done = node.pick(rng.randrange(node.total))
            state, events = rules.advance(state, done)
        else:
            done = rng.choice(rules.legal_actions(state))
            state, events = rules.apply(state, done)
        yield Move(before, done, state, events)
