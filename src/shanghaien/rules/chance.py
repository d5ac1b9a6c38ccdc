"""Chance, made explicit: every outcome of a node with its exact probability (R5, R7, R9, R34, R38)."""

from bisect import bisect_right
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, lru_cache
from itertools import accumulate, combinations_with_replacement, compress
from math import factorial
from typing import Any

from .cards import PILE_KINDS, Card, Pile, Seat

Dice = tuple[int, ...]
"""Dice of one roll in ascending order: a multiset, since the dice of a player are alike."""

Outcome = Seat | Card | Dice


class Distribution:
    """The outcomes of a chance node with whole-number weights; the weights sum to `total`."""

    __slots__ = ("outcomes", "reach", "total", "weights")

    def __init__(self, outcomes: tuple[Any, ...], weights: tuple[int, ...]) -> None:
        self.outcomes = outcomes
        self.weights = weights
        self.reach = tuple(accumulate(weights))
        self.total = self.reach[-1] if self.reach else 0

    def __iter__(self) -> Iterator[tuple[Any, Fraction]]:
        return (
            (outcome, Fraction(weight, self.total)) for outcome, weight in zip(self.outcomes, self.weights, strict=True)
        )

    def __len__(self) -> int:
        return len(self.outcomes)

    def __contains__(self, outcome: object) -> bool:
        return outcome in self.outcomes

    def probability(self, outcome: Outcome) -> Fraction:
        """The exact probability of an outcome; 0 if it cannot happen."""
        return sum((share for other, share in self if other == outcome), Fraction(0))

    def pick(self, number: int) -> Any:
        """The outcome that a number from 0 to `total` - 1 stands for; uniform numbers give exact probabilities."""
        if not 0 <= number < self.total:
            raise ValueError(f"The number must be from 0 to {self.total - 1}, not {number}.")
        return self.outcomes[bisect_right(self.reach, number)]


@cache
def rolls(count: int) -> Distribution:
    """Rolling `count` dice: each multiset once, weighted by the number of ways to throw it."""
    outcomes = tuple(combinations_with_replacement(range(1, 7), count))
    return Distribution(outcomes, tuple(_ways(dice) for dice in outcomes))


def _ways(dice: Dice) -> int:
    ways = factorial(len(dice))
    for pips in set(dice):
        ways //= factorial(dice.count(pips))
    return ways


WHO_STARTS = Distribution((0, 1), (1, 1))


@lru_cache(maxsize=64)
def deal(pile: Pile) -> Distribution:
    """The next card from the pile: each kind that is left, weighted by how many are left."""
    return Distribution(tuple(compress(PILE_KINDS, pile)), tuple(filter(None, pile)))
