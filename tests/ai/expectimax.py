"""The plain reading of what a round is worth, for comparing: ask the engine for everything and recurse."""

from collections.abc import Callable
from typing import NamedTuple

from shanghaien import rules
from shanghaien.ai.round.judge import best_of
from shanghaien.rules import Action, Seat, State

Leaf = Callable[[State], float]
"""What a state right after the round is worth to seat 0."""

CLOSE = 1e-14


class Node(NamedTuple):
    """What follows a state: chances, or the seat that chooses."""

    states: tuple[State, ...]
    shares: tuple[float, ...]
    seat: Seat | None


class Expectimax:
    """Values by recursion over legal actions and chance outcomes until the round is over; slow, and that is the point.

    With the Double a state can follow from itself (R38). Then all values found are worked out again and again from each
    other, later states first, until none changes any more.
    """

    def __init__(self, leaf: Leaf) -> None:
        self.leaf = leaf
        self._nodes: dict[State, Node] = {}
        """Later states stand before earlier ones, but where there is a circle."""
        self._values: dict[State, float] = {}

    def value(self, state: State, number: int | None = None) -> float:
        """The value of a state of the round `number` (its own one, to begin with)."""
        number = number or state.round
        if state.over or state.round != number:
            return self.leaf(state)
        if state not in self._nodes:
            before = len(self._nodes)
            circle = self._visit(state)
            fresh = list(self._nodes.items())[before:]
            while self._improve(fresh) > CLOSE and circle:
                pass
        return self._values[state]

    def action_value(self, state: State, action: Action) -> float:
        """The value of an action."""
        return self.value(rules.apply(state, action).state, state.round)

    def _visit(self, state: State) -> bool:
        """Note all that can follow a state, and say whether it may be the state itself."""
        self._values[state] = 0.5
        node, circle = _node(state), False
        for after in node.states:
            if after.over or after.round != state.round:
                self._values[after] = self.leaf(after)
            elif after not in self._values:
                circle |= self._visit(after)
            else:
                circle |= after not in self._nodes
        self._nodes[state] = node
        return circle

    def _improve(self, nodes: list[tuple[State, Node]]) -> float:
        """Work out values from those of what follows; the greatest change."""
        change = 0.0
        for state, node in nodes:
            values = [self._values[after] for after in node.states]
            if node.seat is None:
                value = sum(share * each for share, each in zip(node.shares, values, strict=True))
            else:
                value = best_of(node.seat, values)
            change = max(change, abs(value - self._values[state]))
            self._values[state] = value
        return change


def _node(state: State) -> Node:
    if rules.is_chance(state):
        outcomes = [(rules.advance(state, outcome).state, float(share)) for outcome, share in rules.chance(state)]
        return Node(tuple(after for after, _ in outcomes), tuple(share for _, share in outcomes), None)
    after = tuple(rules.apply(state, action).state for action in rules.legal_actions(state))
    return Node(after, (), rules.to_move(state))


def final_win(state: State) -> float:
    """The chance of winning of a game that is over."""
    return {0: 1.0, 1: 0.0, None: 0.5}[rules.winner(state)]


def final_lead(state: State) -> float:
    """The point difference of a game that is over."""
    own, other = rules.points(state)
    return float(own - other)
