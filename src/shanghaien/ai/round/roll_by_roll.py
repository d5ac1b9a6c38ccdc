"""A turn whose rolls are looked at one by one: each card may be refused, and then another one played (R28-R30)."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, reduce
from typing import NamedTuple

import numpy as np

from shanghaien.ai.value.payoff import Floats, Ints
from shanghaien.rules import Seat, Trick

from .dice_sets import PAIRS, RANK, SETS
from .rolling import best, with_doubles, worst


class ByDie(NamedTuple):
    """What a play is worth by the number on the die that is placed, or whose card is turned face down."""

    free: Sequence[Floats]
    seen: Sequence[Floats] | None = None
    """The same if the placing can be objected to, where that makes a difference."""


class Whatever(NamedTuple):
    """What a play is worth whatever has been rolled."""

    free: Floats
    seen: Floats | None = None


@dataclass
class CardInTurn:
    """All that a card can be played as in a turn."""

    by_die: list[ByDie] = field(default_factory=list)
    by_roll: list[Callable[[int], Floats]] = field(default_factory=list)
    whatever: list[Whatever] = field(default_factory=list)

    def worth(self, roll: int, better: np.ufunc, *, seen: bool) -> Floats:
        """The best of it with a roll of `PAIRS`; `seen` if what follows the play can be objected to."""
        values = [each(roll) for each in self.by_roll]
        for play in self.by_die:
            rows = play.seen if seen and play.seen is not None else play.free
            values += [rows[die] for die in PAIRS[roll]]
        values += [each.seen if seen and each.seen is not None else each.free for each in self.whatever]
        return reduce(better, values)


class RollByRoll:
    """The means of a turn, for any value of taking the Double."""

    def __init__(
        self,
        mover: Seat,
        place: Sequence[Floats],
        cards: dict[Trick, CardInTurn],
        several: set[Trick],
        *,
        doubles: bool,
        objecting: bool,
    ) -> None:
        """`place` is what placing each number is worth; of the cards in `several` another one is left if one is refused."""
        self._mover = mover
        self._doubles = doubles
        self._rolls = [roll for roll, (low, high) in enumerate(PAIRS) if doubles or low != high]
        self._placed: dict[int, Floats] = {}
        self._played: dict[int, Floats] = {}
        free = []
        better = best(mover)
        for roll in self._rolls:
            low, high = PAIRS[roll]
            placed = better(place[low], place[high])
            worth = {card: plays.worth(roll, better, seen=False) for card, plays in cards.items()}
            free.append(reduce(better, worth.values(), placed))
            if objecting:
                self._placed[roll] = placed
                self._played[roll] = self._if_refused(placed, worth, cards, several, roll)
        self._free = self._sums(free)

    def means(self, take: Floats | float) -> tuple[Floats, Floats | None]:
        """The value before the roll if nobody can object any more, and if somebody can."""
        free = self._mean(self._free, take)
        if not self._placed:
            return free, None
        better, less = best(self._mover), worst(self._mover)
        watched = [better(less(self._placed[roll], free), self._played[roll]) for roll in self._rolls]
        return free, self._mean(self._sums(watched), take)

    def _if_refused(
        self,
        placed: Floats,
        worth: dict[Trick, Floats],
        cards: dict[Trick, CardInTurn],
        several: set[Trick],
        roll: int,
    ) -> Floats:
        """The best play, where the other lets a card pass or leaves the mover with all others and no objection (R30)."""
        better = best(self._mover)
        values = []
        for card, plays in cards.items():
            others = [value for other, value in worth.items() if other != card or card in several]
            rest = reduce(better, others, placed)
            values.append(worst(self._mover)(plays.worth(roll, better, seen=True), rest))
        return reduce(better, values) if values else np.full_like(placed, -np.inf if self._mover == 0 else np.inf)

    def _sums(self, rolls: Iterable[Floats]) -> Floats:
        """As `Roller.sums`; without the Double all of it in the first row."""
        sums: Floats | None = None
        for number, value in zip(self._rolls, rolls, strict=True):
            low, high = PAIRS[number]
            if sums is None:
                sums = np.zeros((1 if self._doubles else 7, *value.shape), value.dtype)
            sums[0] += value * ((1 if low == high else 2) / 36)
            if not self._doubles:
                for row in (1 + low, 1 + high):
                    sums[row] += value * (1 / 180)
        assert sums is not None
        return sums

    def _mean(self, sums: Floats, take: Floats | float) -> Floats:
        return sums[0] if self._doubles else with_doubles(self._mover, sums, take)


def shifted(by_die: Sequence[Floats], better: np.ufunc) -> list[Floats]:
    """What each number is worth if a die may become one higher or lower (R17)."""
    return [reduce(better, by_die[max(die - 1, 0) : die + 2]) for die in range(6)]


@cache
def fewer_dice(size: int) -> Ints:
    """For each multiset of so many dice the numbers of those with one die less, some of them more than once: (n, sets)."""
    numbers = []
    for counts in SETS[size]:
        fewer = [RANK[(*counts[:die], counts[die] - 1, *counts[die + 1 :])] for die in range(6) if counts[die]]
        numbers.append((fewer * size)[: min(size, 6)])
    return np.array(numbers, dtype=np.intp).T
