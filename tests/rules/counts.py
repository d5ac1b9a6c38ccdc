"""Counts of everything that can happen within a few steps, like chess's perft."""

from collections import Counter

from shanghaien import rules
from shanghaien.rules import State


def successors(state: State) -> list[State]:
    """The states after every legal action or every outcome."""
    if rules.is_chance(state):
        return [rules.advance(state, outcome).state for outcome in rules.chance(state).outcomes]
    return [rules.apply(state, action).state for action in rules.legal_actions(state)]


def count(state: State, depth: int) -> list[int]:
    """How many ways there are to take 1, 2, ... steps; an outcome counts once, however likely it is."""
    ways, counts = Counter([state]), []
    for _ in range(depth):
        following: Counter[State] = Counter()
        for now, many in ways.items():
            for then in successors(now):
                following[then] += many
        ways = following
        counts.append(ways.total())
    return counts


def breakdown(state: State, depth: int) -> dict[str, int]:
    """The last of the counts, split by the first step: where two engines differ, look there."""
    if rules.is_chance(state):
        first = {rules.outcome_text(o): rules.advance(state, o).state for o in rules.chance(state).outcomes}
    else:
        first = {rules.action_text(a): rules.apply(state, a).state for a in rules.legal_actions(state)}
    return {step: count(then, depth - 1)[-1] if depth > 1 else 1 for step, then in first.items()}
