"""Layers of a round: states with equally many dice on the cards and the same kind of status, and how they follow."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from shanghaien.ai.value.payoff import Floats
from shanghaien.rules import DICE_PER_PLAYER, Seat

from .groups import Group

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
