"""Exact values at the end of round 7: the last six cards are known, so the mean over all their orders is the truth."""

from itertools import permutations

import numpy as np

from shanghaien.ai.round.position import Position
from shanghaien.ai.round.solver import solve
from shanghaien.ai.value.features import Floats
from shanghaien.ai.value.payoff import SHARINGS
from shanghaien.ai.value.score import FinalScore
from shanghaien.rules import TAVERN_SIZE

from .rows import Rows, cards_left, next_round

LAST = 7
Order = tuple[int, ...]


def value_of_order(row: Rows, order: Order) -> float:
    """The exact value of the eighth round with its cards in this order."""
    cards = cards_left(row)
    return solve(next_round(row, LAST, tuple(cards[number] for number in order)), FinalScore()).value


def distinct_orders(row: Rows) -> dict[Order, int]:
    """One order of each kind, with how many of the 720 are of that kind.

    Two orders are of a kind if they differ only by exchanging cards that do the same to every score, or by turning the
    row round, since the starting player names the end (R10).
    """
    alike = interchangeable(next_round(row, LAST, tuple(cards_left(row))))
    kinds: dict[Order, Order] = {}
    counts: dict[Order, int] = {}
    for order in permutations(range(TAVERN_SIZE)):
        kind = tuple(alike[card] for card in order)
        first = kinds.setdefault(min(kind, kind[::-1]), order)
        counts[first] = counts.get(first, 0) + 1
    return counts


def interchangeable(position: Position) -> list[int]:
    """For each place of the row the first place whose card does the same to every final score."""
    worth = _by_place(position)
    swap = [
        [np.array_equal(worth, worth.swapaxes(place, other)) for other in range(TAVERN_SIZE)]
        for place in range(TAVERN_SIZE)
    ]
    return [same.index(True) for same in swap]


def _by_place(position: Position) -> Floats:
    """The payoffs of the last round with one axis per place of the row."""
    ways = position.holdings[0].ways(), position.holdings[1].ways()
    worth = np.asarray(FinalScore().finished_round(position, ways))[0]
    places = np.empty((3,) * TAVERN_SIZE + worth.shape[:2])
    places[tuple(SHARINGS.T)] = worth.transpose(2, 0, 1)
    return places
