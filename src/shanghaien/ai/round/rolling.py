"""What a roll is worth before the dice fall, for many states at once.

Each state has six successor values, one per number on a die. The mover places the better of two dice, so with the
values in ascending order the mean is their dot product with (1, 3, 5, 7, 9, 11)/36. Die ±1, two sailors and roll again
only change what a single die is worth; only both dice needs the 21 rolls one by one.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import local

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


@dataclass(frozen=True)
class Choices:
    """Where a turn can lead: values of successors, shape (batch ..., mover's dice sets, other's dice sets)."""

    place: Floats
    """After placing a die with no trick, or with one that leaves a plain placing; already the best of those."""
    shift: Floats | None = None
    """After die ±1 (R17)."""
    again: tuple[Floats, ...] = ()
    """After roll again (R19)."""
    both: Floats | None = None
    """After both dice (R18): the mover has two dice more."""

    def each(self, change: Callable[[Floats], Floats]) -> "Choices":
        """The same choices with every array changed in the same way."""
        return Choices(
            change(self.place),
            None if self.shift is None else change(self.shift),
            tuple(change(values) for values in self.again),
            None if self.both is None else change(self.both),
        )


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

    @property
    def _space(self) -> Floats:
        """Room for a chunk and more; every thread keeps its own, for new memory costs more than filling it."""
        name = self.dtype.__name__
        if not hasattr(_SPACES, name):
            setattr(_SPACES, name, np.zeros((15, CHUNK), dtype=self.dtype))
        space: Floats = getattr(_SPACES, name)
        return space

    def mean(self, mover: int, choices: Choices, add: Ints, add_two: Ints, objection: Floats | None = None) -> Floats:
        """The value before the roll: (batch, mover's dice sets, other's dice sets).

        `add[die]` and `add_two[pair]` number the mover's dice sets after placing a die or a pair. With `objection`, the
        other player can turn down what the mover does and leave them with that value instead (R28).
        """
        batch, _, columns = choices.place.shape
        rows = add.shape[1]
        result = np.empty((batch, rows, columns), dtype=self.dtype)
        for part, some in _chunks(batch, rows, columns):
            into = result[part, some]
            worth = self._worth(mover, choices, part, add[:, some], into.shape)
            ceiling = None if objection is None else objection[part, some].reshape(-1)
            if ceiling is not None:
                worst(mover)(worth[:6], ceiling, out=worth[:6])
            if choices.both is None:
                mean = self._mean_of_better(mover, worth)
            else:
                mean = self._mean_with_both(mover, choices.both[part], add_two[:, some], worth, ceiling)
            into[...] = mean.reshape(into.shape)
        return result

    def _worth(self, mover: int, choices: Choices, part: slice, add: Ints, shape: tuple[int, ...]) -> Floats:
        """What each number on a die is worth, best trick included: six rows and a spare one."""
        size = shape[0] * shape[1] * shape[2]
        worth, other_rows = self._space[:7, :size], self._space[7:14, :size]
        again = []
        for values in choices.again:
            self._gather(values[part], add, other_rows, shape)
            again.append(self._mean_of_better(mover, other_rows))
        self._gather(choices.place[part], add, worth, shape)
        if choices.shift is not None:
            self._gather(choices.shift[part], add, other_rows, shape)
            for die in range(6):
                for number in range(max(die - 1, 0), min(die + 2, 6)):
                    best(mover)(worth[die], other_rows[number], out=worth[die])
        for value in again:
            best(mover)(worth[:6], value, out=worth[:6])
        return worth

    def _gather(self, values: Floats, add: Ints, into: Floats, shape: tuple[int, ...]) -> None:
        for die in range(6):
            values.take(add[die], axis=1, out=into[die].reshape(shape), mode="clip")

    def _mean_of_better(self, mover: int, rows: Floats) -> Floats:
        for low, high, spare in STEPS:
            np.minimum(rows[low], rows[high], out=rows[spare])
            np.maximum(rows[low], rows[high], out=rows[high])
        return self._weights[mover] @ rows

    def _mean_with_both(
        self, mover: int, values: Floats, add_two: Ints, worth: Floats, ceiling: Floats | None
    ) -> Floats:
        """The mean where both dice can be placed: each of the 21 rolls by itself."""
        shape, size = (len(values), add_two.shape[1], values.shape[2]), worth.shape[1]
        roll, doubles, others = self._space[7, :size], self._space[8, :size], self._space[9, :size]
        doubles[:], others[:] = 0, 0
        for number, (low, high) in enumerate(PAIRS):
            values.take(add_two[number], axis=1, out=roll.reshape(shape), mode="clip")
            if ceiling is not None:
                worst(mover)(roll, ceiling, out=roll)
            best(mover)(roll, worth[low], out=roll)
            if low == high:
                doubles += roll
            else:
                best(mover)(roll, worth[high], out=roll)
                others += roll
        others *= 2
        if self.odds.doubles:
            others += doubles
        mean: Floats = others / self.odds.rolls
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
