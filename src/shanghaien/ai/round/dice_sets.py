"""Numbered multisets of dice on the cards, and who takes what for every pair of them (R12), as arrays."""

from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
from numpy import typing as npt

from shanghaien.ai.value.payoff import PLACE_VALUES, SHARINGS, Ints
from shanghaien.rules import End

Counts = tuple[int, ...]
"""How many dice lie on the cards numbered 1 to 6."""

MOST_DICE = 6

PAIRS = tuple((low, high) for low in range(6) for high in range(low, 6))
"""The 21 rolls of two dice; dice count from 0 here, as array indices do."""


def _counts(dice: tuple[int, ...]) -> Counts:
    return tuple(dice.count(number) for number in range(6))


SETS: tuple[tuple[Counts, ...], ...] = tuple(
    tuple(_counts(dice) for dice in combinations_with_replacement(range(6), size)) for size in range(MOST_DICE + 1)
)
"""The multisets of each number of dice: 1, 6, 21, 56, 126, 252, 462 of them."""

RANK: dict[Counts, int] = {counts: rank for sets in SETS for rank, counts in enumerate(sets)}
"""The number of a multiset among those with as many dice."""

SIZES = tuple(len(sets) for sets in SETS)


def _plus_die(counts: Counts, die: int) -> Counts:
    return (*counts[:die], counts[die] + 1, *counts[die + 1 :])


ADD: tuple[Ints, ...] = tuple(
    np.array([[RANK[_plus_die(counts, die)] for counts in sets] for die in range(6)], dtype=np.intp)
    for sets in SETS[:-1]
)
"""`ADD[size][die]` lists, for each multiset, its number after one more die."""

ADD_TWO: tuple[Ints, ...] = tuple(
    np.array([ADD[size + 1][high][ADD[size][low]] for low, high in PAIRS], dtype=np.intp)
    for size in range(MOST_DICE - 1)
)
"""`ADD_TWO[size][pair]`: the same for two dice, in the order of `PAIRS`."""

NO_DICE: Counts = (0,) * 6


def minus(dice: Counts, some: Counts) -> Counts:
    """The dice without some of them; below 0 where those were not there."""
    return tuple(count - fewer for count, fewer in zip(dice, some, strict=True))


def common(dice: Counts, others: Counts) -> Counts:
    return tuple(map(min, dice, others))


def on_top_of(lying: Counts, size: int) -> Ints:
    """For each multiset of so many dice, its number once dice lying on the cards already are counted with it."""
    numbers: Ints = np.arange(SIZES[size])
    for die, count in enumerate(lying):
        for _ in range(count):
            numbers = ADD[size][die][numbers]
            size += 1
    return numbers


@cache
def _counts_and_neighbours(size: int) -> tuple[Ints, Ints]:
    counts = np.array(SETS[size], dtype=np.intp)
    pips = np.pad(counts * np.arange(1, 7), ((0, 0), (1, 1)))
    return counts, pips[:, :-2] + pips[:, 2:]


@cache
def sharing(size_0: int, size_1: int) -> Ints:
    """The number of the sharing, by card number, for each pair of multisets of seat 0 and seat 1 (R12)."""
    counts_0, beside_0 = _counts_and_neighbours(size_0)
    counts_1, beside_1 = _counts_and_neighbours(size_1)
    result = np.zeros((len(counts_0), len(counts_1)), dtype=np.intp)
    for card in range(6):
        mine, theirs = counts_0[:, card, None], counts_1[:, card]
        tie = np.sign(beside_0[:, card, None] - beside_1[:, card]) * (mine > 0)
        ahead = np.where(mine == theirs, tie, np.sign(mine - theirs))
        result += PLACE_VALUES[card] * (ahead % 3)
    return result


@cache
def sharing_for(mover: int, size: int, other_size: int) -> Ints:
    """`sharing` with the mover's dice along the first axis, whichever seat that is."""
    return sharing(size, other_size) if mover == 0 else np.ascontiguousarray(sharing(other_size, size).T)


@cache
def chances_of_sets(size: int) -> npt.NDArray[np.float64]:
    """How likely each multiset of so many dice is rolled."""
    orders = [factorial(size) // prod(map(factorial, counts)) for counts in SETS[size]]
    chances: npt.NDArray[np.float64] = np.array(orders) / 6**size
    return chances


@cache
def sharings_by_number(end: End, face_down: tuple[int, ...] = ()) -> Ints:
    """For each sharing by card number, the same sharing by place in the row (R10); face-down cards go to nobody (R35)."""
    by_number = SHARINGS.copy()
    by_number[:, [number - 1 for number in face_down]] = 0
    by_place = by_number if end is End.LEFT else by_number[:, ::-1]
    numbers: Ints = by_place @ PLACE_VALUES
    return numbers
