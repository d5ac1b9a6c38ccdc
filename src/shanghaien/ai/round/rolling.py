"""What a roll is worth before the dice fall, for many states at once.

Each state has six successor values, one per number on a die. The mover places the better of two dice, so with the
values in ascending order the mean is their dot product with (1, 3, 5, 7, 9, 11)/36. Die ±1, two sailors and roll again
only change what a single die is worth; only both dice needs the 21 rolls one by one.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import local
from typing import NamedTuple

import numpy as np

from shanghaien.ai.value.payoff import Floats, Ints
from shanghaien.rules import Seat

from .dice_sets import PAIRS

NETWORK = ((0, 5), (1, 3), (2, 4), (1, 2), (3, 4), (0, 3), (2, 5), (0, 1), (2, 3), (4, 5), (1, 2), (3, 4))
"""Comparing and swapping these twelve pairs puts six values in ascending order."""

CHUNK = 3 << 13
"""How many states to work on at once: seven arrays of them stay in a core's own cache."""


@dataclass(frozen=True)
class Odds:
    """How likely rolls are; doubles never come out where they are always rolled again (R38)."""

    doubles: bool

    @property
    def rolls(self) -> int:
        """The number of equally likely ordered rolls."""
        return 36 if self.doubles else 30

    @property
    def of_rank(self) -> tuple[float, ...]:
        """How likely the better die is the one with the lowest, the second lowest ... the highest value."""
        return tuple((2 * rank + self.doubles) / self.rolls for rank in range(6))


class Rolling(NamedTuple):
    """Where rolling again leads: values of successors."""

    place: Floats
    """After placing a die."""
    take: Floats | None
    """After taking the Double (R38)."""


@dataclass(frozen=True)
class Choices:
    """Where a turn can lead: values of successors, shape (batch ..., mover's dice sets, other's dice sets)."""

    place: Floats
    """After placing a die with no trick, or with one that leaves a plain placing; already the best of those."""
    take: Floats | None = None
    """After taking the Double, where a double may be rolled and taken (R38)."""
    shift: Floats | None = None
    """After die ±1 (R17)."""
    again: tuple[Rolling, ...] = ()
    """After roll again, and after the Double was played (R19, R39)."""
    both: Floats | None = None
    """After both dice (R18), or an exchange (R36): counted with two dice more."""
    face_down: tuple[Floats, ...] = ()
    """After each number was placed and its card turned face down (R35), counted without that die."""
    whatever: Floats | None = None
    """What can be had whatever is rolled, the same for all of the mover's dice sets: to roll all again (R34)."""

    def each(self, change: Callable[[Floats], Floats], unplaced: Callable[[Floats], Floats] | None = None) -> "Choices":
        """The same choices with every array changed in the same way, or those that count no die more in another way."""
        alike = unplaced or change

        def maybe(values: Floats | None, how: Callable[[Floats], Floats] = change) -> Floats | None:
            return None if values is None else how(values)

        again = tuple(Rolling(change(each.place), maybe(each.take, alike)) for each in self.again)
        down = tuple(map(alike, self.face_down))
        place, take, shift, both = change(self.place), maybe(self.take, alike), maybe(self.shift), maybe(self.both)
        return Choices(place, take, shift, again, both, down, maybe(self.whatever))


def _schedule() -> tuple[tuple[tuple[int, int, int], ...], tuple[int, ...]]:
    """The network over seven rows, one of them spare: (low row, high row, spare row) steps, and the final order."""
    row, spare, steps = list(range(6)), 6, []
    for low, high in NETWORK:
        steps.append((row[low], row[high], spare))
        row[low], spare = spare, row[low]
    return tuple(steps), tuple(row)


STEPS, ORDER = _schedule()


_SPACES = local()


class Roller:
    """Works out means over rolls for one kind of number, with a workspace that is used again and again."""

    def __init__(self, odds: Odds, dtype: type[np.floating]) -> None:
        self.odds = odds
        self.dtype = dtype
        ascending = np.zeros(7, dtype=dtype)
        ascending[list(ORDER)] = odds.of_rank
        descending = np.zeros(7, dtype=dtype)
        descending[list(ORDER)] = odds.of_rank[::-1]
        self._weights = ascending, descending
        self._rank_weights = _by_rank(dtype, ascending=True), _by_rank(dtype, ascending=False)

    @property
    def _space(self) -> Floats:
        """Room for a chunk and more; every thread keeps its own, for new memory costs more than filling it."""
        name = self.dtype.__name__
        if not hasattr(_SPACES, name):
            setattr(_SPACES, name, np.zeros((22, CHUNK), dtype=self.dtype))
        space: Floats = getattr(_SPACES, name)
        return space

    def mean(self, mover: int, choices: Choices, add: Ints, add_two: Ints, objection: Floats | None = None) -> Floats:
        """The value before the roll: (batch, mover's dice sets, other's dice sets).

        `add[die]` and `add_two[pair]` number the mover's dice sets after placing a die or a pair. With `objection`, the
        other player can turn down any placing and leave the mover with that value instead (R29).
        """
        batch, _, columns = choices.place.shape
        rows = add.shape[1]
        result = np.empty((batch, rows, columns), dtype=self.dtype)
        for part, some in _chunks(batch, rows, columns):
            into = result[part, some]
            worth = self._worth(mover, choices, part, some, add[:, some], into.shape)
            if objection is not None:
                worst(mover)(worth[:6], objection[part, some].reshape(-1), out=worth[:6])
            both = None if choices.both is None else choices.both[part]
            take = None if choices.take is None else choices.take[part, some].reshape(-1)
            into[...] = self._mean(mover, worth, both, add_two[:, some], take).reshape(into.shape)
        return result

    def sums(self, mover: int, choices: Choices, add: Ints, add_two: Ints) -> Floats:
        """What `with_doubles` makes a mean of: (7, batch, mover's dice sets, other's dice sets)."""
        batch, _, columns = choices.place.shape
        rows = add.shape[1]
        result = np.empty((7, batch, rows, columns), dtype=self.dtype)
        for part, some in _chunks(batch, rows, columns):
            into = result[:, part, some]
            worth = self._worth(mover, choices, part, some, add[:, some], into.shape[1:])
            both = None if choices.both is None else choices.both[part]
            into[...] = self._sums(mover, worth, both, add_two[:, some]).reshape(into.shape)
        return result

    def _worth(
        self, mover: int, choices: Choices, part: slice, some: slice, add: Ints, shape: tuple[int, ...]
    ) -> Floats:
        """What each number on a die is worth, best trick included: six rows and a spare one."""
        size = shape[0] * shape[1] * shape[2]
        worth, other_rows = self._space[:7, :size], self._space[7:14, :size]
        again = []
        for rolling in choices.again:
            self._gather(rolling.place[part], add, other_rows, shape)
            take = None if rolling.take is None else rolling.take[part, some].reshape(-1)
            again.append(self._mean(mover, other_rows, None, add, take))
        self._gather(choices.place[part], add, worth, shape)
        if choices.shift is not None:
            self._gather(choices.shift[part], add, other_rows, shape)
            for die in range(6):
                for number in range(max(die - 1, 0), min(die + 2, 6)):
                    best(mover)(worth[die], other_rows[number], out=worth[die])
        for die, values in enumerate(choices.face_down):
            best(mover)(worth[die], values[part, some].reshape(-1), out=worth[die])
        if choices.whatever is not None:
            rows = worth[:6].reshape(6, *shape)
            best(mover)(rows, choices.whatever[part], out=rows)
        for value in again:
            best(mover)(worth[:6], value, out=worth[:6])
        return worth

    def _gather(self, values: Floats, add: Ints, into: Floats, shape: tuple[int, ...]) -> None:
        for die in range(6):
            values.take(add[die], axis=1, out=into[die].reshape(shape), mode="clip")

    def _mean(self, mover: int, worth: Floats, both: Floats | None, add_two: Ints, take: Floats | None) -> Floats:
        if take is not None:
            return with_doubles(mover, self._sums(mover, worth, both, add_two), take, self._space[14, : take.size])
        if both is not None:
            return self._mean_with_both(mover, both, add_two, worth)
        return self._mean_of_better(mover, worth)

    def _sort(self, rows: Floats) -> None:
        for low, high, spare in STEPS:
            np.minimum(rows[low], rows[high], out=rows[spare])
            np.maximum(rows[low], rows[high], out=rows[high])

    def _mean_of_better(self, mover: int, rows: Floats) -> Floats:
        self._sort(rows)
        return self._weights[mover] @ rows

    def _sums(self, mover: int, worth: Floats, both: Floats | None, add_two: Ints) -> Floats:
        """Over the rolls that are no doubles: their part of the mean, then each double's if rolled on, in any order."""
        sums = self._space[15:22, : worth.shape[1]]
        if both is None:
            self._sort(worth)
            return np.matmul(self._rank_weights[mover], worth, out=sums)
        sums[:] = 0
        for low, high, roll in self._rolls_with_both(mover, both, add_two, worth):
            if low != high:
                for row in (0, 1 + low, 1 + high):
                    sums[row] += roll
        sums[0] *= 2 / 36
        sums[1:] *= 1 / 180
        return sums

    def _mean_with_both(self, mover: int, values: Floats, add_two: Ints, worth: Floats) -> Floats:
        """The mean where both dice can be placed: each of the 21 rolls by itself."""
        doubles, others = self._space[8:10, : worth.shape[1]]
        doubles[:], others[:] = 0, 0
        for low, high, roll in self._rolls_with_both(mover, values, add_two, worth):
            if low == high:
                doubles += roll
            else:
                others += roll
        others *= 2
        if self.odds.doubles:
            others += doubles
        mean: Floats = others / self.odds.rolls
        return mean

    def _rolls_with_both(
        self, mover: int, values: Floats, add_two: Ints, worth: Floats
    ) -> Iterator[tuple[int, int, Floats]]:
        shape = len(values), add_two.shape[1], values.shape[2]
        roll = self._space[7, : worth.shape[1]]
        for number, (low, high) in enumerate(PAIRS):
            if low == high and not self.odds.doubles:
                continue
            values.take(add_two[number], axis=1, out=roll.reshape(shape), mode="clip")
            best(mover)(roll, worth[low], out=roll)
            if low != high:
                best(mover)(roll, worth[high], out=roll)
            yield low, high, roll


def _by_rank(dtype: type[np.floating], *, ascending: bool) -> Floats:
    """By rows as `ORDER` says: the sum over rolls without doubles, then over the five with the worst die, the next ..."""
    ranks = ORDER if ascending else ORDER[::-1]
    weights = np.zeros((7, 7), dtype=dtype)
    for rank, row in enumerate(ranks):
        weights[0, row] = 2 * rank / 36
        # With a die of this rank it counts as often as there are worse ones; each better one counts once.
        weights[1 + rank, row] = rank / 180
        weights[1 + rank, list(ranks[rank + 1 :])] = 1 / 180
    return weights


def with_doubles(mover: int, sums: Floats, take: Floats | float, room: Floats | None = None) -> Floats:
    """The value before a roll where a double lets the mover take the Double or roll one die on until they differ (R38)."""
    mean: Floats = sums[0].copy()
    taking = take * sums.dtype.type(1 / 36)
    room = np.empty_like(mean) if room is None else room
    for rolled_on in sums[1:]:
        mean += best(mover)(rolled_on, taking, out=room)
    return mean


def best(seat: Seat) -> np.ufunc:
    """Takes the better of two values for a player: the greater for seat 0, the less for seat 1."""
    return np.maximum if seat == 0 else np.minimum


def worst(seat: Seat) -> np.ufunc:
    """Takes the worse of two values for a player."""
    return best(1 - seat)


def _chunks(batch: int, rows: int, columns: int) -> Iterator[tuple[slice, slice]]:
    """Cuts a batch of tables into parts of at most `CHUNK` values: several whole tables, or some rows of one."""
    if rows * columns <= CHUNK:
        step = CHUNK // (rows * columns)
        for start in range(0, batch, step):
            yield slice(start, min(start + step, batch)), slice(0, rows)
    else:
        step = CHUNK // columns
        for table in range(batch):
            for start in range(0, rows, step):
                yield slice(table, table + 1), slice(start, min(start + step, rows))
