"""What calling Shanghai is worth in every state of a round: who takes what, and what that makes of the game."""

from collections.abc import Sequence

import numpy as np

from shanghaien.ai.value.payoff import Floats, Ints
from shanghaien.rules import End, Seat

from .card_knowledge import Group
from .dice_sets import NO_DICE, Counts, on_top_of, sharing_for, sharings_by_number
from .layers import ALL_WAYS, LayerKey, Part
from .position import NUMBERS, Position

Columns = tuple[tuple[int, ...], tuple[int, ...]]
"""For each seat the columns of the payoffs that the members of its group stand for."""


class RoundEnds:
    """Payoffs by place of the Double (caller, column of seat 0, column of seat 1, sharing), looked up for whole layers."""

    def __init__(
        self,
        position: Position,
        worth: Sequence[Floats],
        lying: tuple[Counts, Counts],
        dtype: type[np.floating],
    ) -> None:
        self.worth = worth
        self.lying = lying
        self.dtype = dtype
        self.ends = (position.end,) if position.end else (End.LEFT, End.RIGHT)
        self.face_up = [number for number in NUMBERS if number not in position.face_down]
        """The numbers that the members of `Group.FACE_DOWN` have turned face down, in their order."""
        self._face_down = position.face_down
        self.lying_numbers = sum(lying[0]), sum(lying[1])
        self._payoffs: dict[tuple[object, ...], Floats] = {}
        self._numbered: dict[tuple[int | None, ...], Ints] = {}
        self._shares: dict[tuple[object, ...], Ints] = {}

    def more(self, key: LayerKey, seat: Seat) -> int:
        """How many dice of a player multisets count: those on top of what lies there firmly."""
        return key.numbers[seat] - self.lying_numbers[seat] - (key.groups[seat] is Group.FACE_DOWN)

    def calls(self, key: LayerKey, first: Seat, columns: Columns, part: Part = ALL_WAYS) -> Floats:
        """The payoffs of calling in every state of a layer, with the dice of seat `first` first."""
        payoffs = self._payoff(key, columns)[part]
        if Group.FACE_DOWN not in key.groups:
            return payoffs.take(self._share(first, key, (None, None)), axis=2)
        by_way = [
            [row[way].take(self._share(first, key, self._turned(key, (place, way))), axis=0) for way in range(len(row))]
            for place, row in enumerate(payoffs)
        ]
        return np.array(by_way)

    def call(self, key: LayerKey, place: tuple[int, int], ranks: tuple[int, int], columns: Columns, end: int) -> float:
        """The payoff of calling in one state."""
        taken = self._share(0, key, self._turned(key, place))[ranks]
        return float(self._payoff(key, columns)[(*place, taken, end)])

    def _turned(self, key: LayerKey, place: tuple[int, int]) -> tuple[int | None, int | None]:
        """Which card each player has turned face down by this way."""
        turned = [
            self.face_up[way] if group is Group.FACE_DOWN else None
            for group, way in zip(key.groups, place, strict=True)
        ]
        return turned[0], turned[1]

    def _payoff(self, key: LayerKey, columns: Columns) -> Floats:
        """What calls are worth by (way of seat 0, way of seat 1, sharing by card number, end)."""
        about = key.mover, key.groups, key.double
        if about not in self._payoffs:
            some = self.worth[key.double][key.mover][list(columns[0])][:, list(columns[1])].astype(self.dtype)
            self._payoffs[about] = self._in_places(key, some)
        return self._payoffs[about]

    def _in_places(self, key: LayerKey, some: Floats) -> Floats:
        if Group.FACE_DOWN not in key.groups:
            return some.take(self._by_number(), axis=2)
        result = np.empty((*some.shape, len(self.ends)), self.dtype)
        for place in np.ndindex(some.shape[:2]):
            result[place] = some[place].take(self._by_number(*self._turned(key, (place[0], place[1]))))
        return result

    def _by_number(self, *turned: int | None) -> Ints:
        if turned not in self._numbered:
            self._numbered[turned] = self._numbers(*turned)
        return self._numbered[turned]

    def _numbers(self, *turned: int | None) -> Ints:
        face_down = tuple(sorted({*self._face_down, *(number for number in turned if number is not None)}))
        return np.stack([sharings_by_number(end, face_down) for end in self.ends], axis=-1)

    def _share(self, first: Seat, key: LayerKey, turned: tuple[int | None, int | None]) -> Ints:
        """Who takes what in every state of a layer, with the dice of seat `first` first."""
        share = sharing_for(first, key.numbers[first], key.numbers[1 - first])
        if self.lying == (NO_DICE, NO_DICE) and turned == (None, None):
            return share
        about = first, key.numbers, turned
        if about not in self._shares:
            firm = [_with_die(self.lying[seat], turned[seat]) for seat in (0, 1)]
            on_top = [on_top_of(firm[seat], self.more(key, seat)) for seat in (first, 1 - first)]
            self._shares[about] = share[np.ix_(*on_top)]
        return self._shares[about]


def _with_die(dice: Counts, number: int | None) -> Counts:
    return dice if number is None else (*dice[: number - 1], dice[number - 1] + 1, *dice[number:])
