"""The plain reading of what a round is worth, for comparing: ask the engine for everything and recurse."""

from collections.abc import Callable

from shanghaien import rules
from shanghaien.ai.round.judge import best_of
from shanghaien.rules import Action, State

Leaf = Callable[[State], float]
"""What a state right after the round is worth to seat 0."""


class Expectimax:
    """Values by recursion over legal actions and chance outcomes until the round is over; slow, and that is the point."""

    def __init__(self, leaf: Leaf) -> None:
        self.leaf = leaf
        self.seen: dict[State, float] = {}

    def value(self, state: State, number: int | None = None) -> float:
        """The value of a state of the round `number` (its own one, to begin with)."""
        number = number or state.round
        if state.over or state.round != number:
            return self.leaf(state)
        if state not in self.seen:
            self.seen[state] = self._value(state, number)
        return self.seen[state]

    def action_value(self, state: State, action: Action) -> float:
        """The value of an action."""
        return self.value(rules.apply(state, action).state, state.round)

    def _value(self, state: State, number: int) -> float:
        if rules.is_chance(state):
            steps = [(rules.advance(state, outcome).state, float(share)) for outcome, share in rules.chance(state)]
            return sum(share * self.value(after, number) for after, share in steps)
        seat = rules.to_move(state)
        assert seat is not None
        return best_of(seat, [self.value(rules.apply(state, a).state, number) for a in rules.legal_actions(state)])


def final_win(state: State) -> float:
    """The chance of winning of a game that is over."""
    return {0: 1.0, 1: 0.0, None: 0.5}[rules.winner(state)]


def final_lead(state: State) -> float:
    """The point difference of a game that is over."""
    own, other = rules.points(state)
    return float(own - other)
