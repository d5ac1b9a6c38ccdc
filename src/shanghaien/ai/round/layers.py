"""Layers of a round: states with equally many dice on the cards and the same kind of status, and how they follow."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from shanghaien.ai.value.payoff import Floats
from shanghaien.rules import DICE_PER_PLAYER, Seat

from .card_knowledge import Group, OnRoll, known_of
from .position import Way

PAIRS_AT_ONCE = 8
"""Pairs of ways worked through together: enough to keep NumPy busy, few enough to stay in a core's cache."""

Part = tuple[slice, slice]
"""Some ways of seat 0 and some of seat 1."""

ALL_WAYS: Part = (slice(None), slice(None))


class LayerKey(NamedTuple):
    """The states that are solved together."""

    mover: Seat
    numbers: tuple[int, int]
    """How many dice each seat has on cards."""
    groups: tuple[Group, Group]
    """How each seat has used a trick, roughly."""

    @property
    def must_call(self) -> bool:
        """Whether the mover has fewer than two dice left to roll (R11)."""
        return DICE_PER_PLAYER - self.numbers[self.mover] < 2

    def after(self, group: Group, dice: int) -> "LayerKey":
        """The layer of the other's turn, once the mover has come to a group by placing so many dice."""
        if self.mover == 0:
            return LayerKey(1, (self.numbers[0] + dice, self.numbers[1]), (group, self.groups[1]))
        return LayerKey(0, (self.numbers[0], self.numbers[1] + dice), (self.groups[0], group))

    def line(self, lying: tuple[int, int]) -> list["LayerKey"]:
        """All layers of turns that place one die each, from the first after dice were lying there, through this one."""
        first = self
        while (
            first.numbers[first.mover] > lying[first.mover]
            and first.numbers[1 - first.mover] > lying[1 - first.mover] + 1
        ):
            first = first._before()
        layers = [first]
        while not layers[-1].must_call:
            layers.append(layers[-1].after(layers[-1].groups[layers[-1].mover], dice=1))
        return layers

    def _before(self) -> "LayerKey":
        """The layer of the turn before, in which the player now waiting placed a die."""
        if self.mover == 0:
            return LayerKey(1, (self.numbers[0], self.numbers[1] - 1), self.groups)
        return LayerKey(0, (self.numbers[0] - 1, self.numbers[1]), self.groups)


def blocks(ways_0: int, ways_1: int) -> Iterator[Part]:
    """Cuts all pairs of ways into parts of at most `PAIRS_AT_ONCE`."""
    wide = min(ways_1, PAIRS_AT_ONCE)
    high = max(1, PAIRS_AT_ONCE // wide)
    for top in range(0, ways_0, high):
        for left in range(0, ways_1, wide):
            yield slice(top, top + high), slice(left, left + wide)


def swapped(values: Floats) -> Floats:
    """A layer with the two axes of dice exchanged."""
    if values.shape[-1] == 2:
        # Two ends as the parts of one complex number: half as many numbers to move.
        pairs = values.view(np.result_type(values.dtype, np.complex64))
        return np.ascontiguousarray(pairs.swapaxes(-2, -3)).view(values.dtype)
    return np.ascontiguousarray(values.swapaxes(-2, -3))


@dataclass(frozen=True)
class TrickWays:
    """One player's ways, as columns of the payoff array."""

    columns: dict[Group, tuple[int, ...]]
    """Per group the columns of the payoffs that its members stand for."""
    spots: dict[Way, tuple[Group, int]]
    """Where to find each way."""
    shift: int | None
    """The member of `SPENT` that stands for die ±1."""
    again: tuple[int, ...]
    """Members of `SPENT` that stand for rolling again."""


def trick_ways(ways: tuple[Way, ...], worth: Floats, seat: Seat, tolerance: float) -> TrickWays:
    """The sorted ways of a player, whose ways have these payoffs (first axis: way).

    Ways with equal payoffs become one. Of the ways to play two sailors, those are left out that another one equals or
    beats (or misses by at most `tolerance`) whatever else happens: against every way of the other player, every
    sharing, every caller. So nothing is lost that an answer to the other player's choice could have gained.
    """
    if len(ways) == 1:
        return TrickWays({Group.SPENT: (0,)}, {ways[0]: (Group.SPENT, 0)}, None, ())
    gain = worth.reshape(len(ways), -1) * (1 if seat == 0 else -1)
    needed = _needed([n for n, way in enumerate(ways) if way.nation is not None], gain, tolerance)
    columns: dict[Group, list[int]] = {group: [] for group in Group}
    spots: dict[Way, tuple[Group, int]] = {}
    for number, way in enumerate(ways):
        group = Group.LEFT_OUT if way.nation is not None and number not in needed else group_of(way)
        twins = [place for place, other in enumerate(columns[group]) if np.array_equal(gain[other], gain[number])]
        spots[way] = group, twins[0] if twins else len(columns[group])
        if not twins:
            columns[group].append(number)
    return TrickWays({group: tuple(members) for group, members in columns.items() if members}, spots, *_members(spots))


def group_of(way: Way) -> Group:
    """Where a player is after using a trick in this way."""
    if way.card is None:
        return Group.OPEN
    return known_of(way.card).group if way.nation is None else Group.SAILORS


def _needed(sailors: list[int], gain: Floats, tolerance: float) -> set[int]:
    """The ways to play two sailors that no other needed one makes superfluous."""
    needed: list[int] = []
    for number in sorted(sailors, key=lambda way: -float(gain[way].sum(dtype=np.float64))):
        if not any((gain[other] >= gain[number] - tolerance).all() for other in needed):
            needed.append(number)
    return set(needed)


def _members(spots: dict[Way, tuple[Group, int]]) -> tuple[int | None, tuple[int, ...]]:
    def places(effect: OnRoll) -> tuple[int, ...]:
        spent = [(way, place) for way, (group, place) in spots.items() if group is Group.SPENT]
        return tuple(sorted({place for way, place in spent if known_of(way.card).on_roll is effect}))

    shift = places(OnRoll.SHIFTS_DIE)
    return shift[0] if shift else None, places(OnRoll.ROLLS_AGAIN)
