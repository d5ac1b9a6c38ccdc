"""The exact solver of a round: the value of every state of it, backwards from the calls of Shanghai.

A state is whose turn it is, both players' dice on the cards, and how each has used his trick of the round. States with
equally many dice form a layer: one array over the ways of using tricks and the multisets of both players' dice. A layer
is worked out when it is first asked for, from the layer that follows when the mover has placed a die (or two, R18).
All values are worth to seat 0: seat 0 takes the greatest, seat 1 the least.
"""

from functools import cached_property

import numpy as np

from shanghaien.rules.actions import End
from shanghaien.rules.cards import DICE_PER_PLAYER, Seat

from .dice import ADD, ADD_TWO, NO_DICE, RANK, Counts, sharing_for
from .menu import Group, Menu, menu
from .payoff import PLACE_VALUES, SHARINGS, Floats, Ints, Payoff
from .position import UNUSED, Position, Way
from .rolling import Choices, Odds, Roller

LayerKey = tuple[Seat, tuple[int, int], tuple[Group, Group]]
"""Whose turn it is, how many dice each seat has on cards, and each seat's group of ways."""

Ways = tuple[Way, Way]


def solve(
    position: Position, payoff: Payoff, *, dtype: type[np.floating] = np.float32, tolerance: float = 0.0
) -> "RoundTable":
    """The solved round of a position; every value of it is exact for the payoff, up to the rounding of `dtype`.

    With a `tolerance` above 0, ways to play two sailors that can gain at most that much are left out.
    """
    return RoundTable(position, payoff, dtype, tolerance)


class RoundTable:
    """The values of all states of one round; worked out layer by layer on demand, then looked up."""

    def __init__(self, position: Position, payoff: Payoff, dtype: type[np.floating], tolerance: float) -> None:
        self.position = position
        self.ends = (position.end,) if position.end else (End.LEFT, End.RIGHT)
        ways = position.holdings[0].ways(), position.holdings[1].ways()
        worth = np.asarray(payoff.finished_round(position, ways))
        self.menus: tuple[Menu, Menu] = (
            menu(ways[0], worth.swapaxes(0, 1), 0, tolerance),
            menu(ways[1], worth.transpose(2, 0, 1, 3), 1, tolerance),
        )
        by_number = np.stack([worth[..., sharings_by_number(end, position.face_down)] for end in self.ends], axis=1)
        self._worth = by_number.astype(dtype)
        self._roller = Roller(Odds(doubles=not position.options.extra_3), dtype)
        self._layers: dict[LayerKey, Floats] = {}

    @cached_property
    def value(self) -> float:
        """What the round is worth to seat 0 before its first turn."""
        return self.turn(self.position.starter, (NO_DICE, NO_DICE))

    def turn(
        self, mover: Seat, dice: tuple[Counts, Counts], ways: Ways = (UNUSED, UNUSED), end: End | None = None
    ) -> float:
        """The value before the mover decides whether to roll or to call; no `end` as long as none has been named."""
        end = end or self.position.end
        if end is None:
            return self.roll(mover, dice, ways)
        groups, place = self._find(ways)
        layer = self.layer(mover, _numbers(dice), groups)
        return float(layer[(self.ends.index(end), *place, RANK[dice[1 - mover]], RANK[dice[mover]])])

    def roll(
        self, mover: Seat, dice: tuple[Counts, Counts], ways: Ways = (UNUSED, UNUSED), end: End | None = None
    ) -> float:
        """The value when the mover rolls, before the dice have fallen."""
        end = end or self.position.end
        groups, place = self._find(ways)
        choices = self._choices(mover, _numbers(dice), groups)
        return float(self._roll_of_one(mover, dice, place, end, choices))

    def call(
        self, mover: Seat, dice: tuple[Counts, Counts], ways: Ways = (UNUSED, UNUSED), end: End | None = None
    ) -> float:
        """The value when the mover calls Shanghai; the end must have been named."""
        groups, place = self._find(ways)
        columns = (self.menus[seat].columns[groups[seat]][place[seat]] for seat in (0, 1))
        size, other_size = sum(dice[mover]), sum(dice[1 - mover])
        share = sharing_for(mover, size, other_size)[RANK[dice[mover]], RANK[dice[1 - mover]]]
        named = end or self.position.end
        assert named is not None
        return float(self._worth[(mover, self.ends.index(named), *columns, share)])

    def knows(self, ways: Ways) -> bool:
        """Whether the states after these ways of using tricks are in the table; some may have been left out."""
        return all(way in self.menus[seat].spots for seat, way in enumerate(ways))

    def layer(self, mover: Seat, numbers: tuple[int, int], groups: tuple[Group, Group]) -> Floats:
        """All values with these numbers of dice: (end, way of seat 0, of seat 1, waiting player's dice, mover's dice)."""
        key = mover, numbers, groups
        if key not in self._layers:
            values = self._solve_layer(mover, numbers, groups)
            # The waiting player's dice come first, so that his turn before can gather whole rows.
            self._layers[key] = np.ascontiguousarray(values.swapaxes(-1, -2))
        return self._layers[key]

    def _solve_layer(self, mover: Seat, numbers: tuple[int, int], groups: tuple[Group, Group]) -> Floats:
        """One layer, mover's dice before the other's (R8, R9, R11)."""
        size = numbers[mover]
        if DICE_PER_PLAYER - size < 2:
            return self._calls(mover, numbers, groups)
        choices = self._choices(mover, numbers, groups)
        rolled = self._roller.mean(mover, choices.flat(), ADD[size], ADD_TWO[size])
        values = rolled.reshape(*choices.place.shape[:3], *rolled.shape[1:])
        if size >= 2 and not self.position.no_shanghai:
            best(mover)(values, self._calls(mover, numbers, groups), out=values)
        return values

    def _calls(self, mover: Seat, numbers: tuple[int, int], groups: tuple[Group, Group]) -> Floats:
        """The payoffs of calling Shanghai in every state of a layer, mover's dice before the other's."""
        worth = self._worth[mover][:, self.menus[0].columns[groups[0]]][:, :, self.menus[1].columns[groups[1]]]
        return np.take(worth, sharing_for(mover, numbers[mover], numbers[1 - mover]), axis=-1)

    def _choices(self, mover: Seat, numbers: tuple[int, int], groups: tuple[Group, Group]) -> Choices:
        """Where a roll can lead from a layer: the layers of the other player's turn, by what the mover did (R15)."""
        stay = self._after(mover, numbers, groups, groups[mover], dice=1)
        if groups[mover] is not Group.OPEN:
            return Choices(stay)
        own = self.menus[mover]
        if Group.SPENT not in own.columns:
            return Choices(stay, both=self._after(mover, numbers, groups, Group.BOTH, dice=2))
        spent = self._after(mover, numbers, groups, Group.SPENT, dice=1)
        axis = 1 + mover
        if own.sailors:
            joined = best(mover).reduce(spent.take(own.sailors, axis=axis), axis=axis, keepdims=True)
            stay = best(mover)(stay, joined)
        return Choices(
            stay,
            shift=None if own.shift is None else spent.take([own.shift], axis=axis),
            again=tuple(spent.take([number], axis=axis) for number in own.again),
            both=self._after(mover, numbers, groups, Group.BOTH, dice=2) if own.both else None,
        )

    def _after(
        self, mover: Seat, numbers: tuple[int, int], groups: tuple[Group, Group], group: Group, dice: int
    ) -> Floats:
        """The layer of the other's turn when the mover has come to a group by placing so many dice."""
        next_numbers = (numbers[0] + dice, numbers[1]) if mover == 0 else (numbers[0], numbers[1] + dice)
        next_groups = (group, groups[1]) if mover == 0 else (groups[0], group)
        return self.layer(1 - mover, next_numbers, next_groups)

    def _roll_of_one(
        self, mover: Seat, dice: tuple[Counts, Counts], place: tuple[int, int], end: End | None, choices: Choices
    ) -> Floats:
        """The value of rolling in a single state; before an end is named the mover takes the better one (R10)."""
        column = RANK[dice[1 - mover]]

        def single(values: Floats) -> Floats:
            number = [0 if values.shape[1 + seat] == 1 else place[seat] for seat in (0, 1)]
            some = values[:, number[0], number[1], :, column : column + 1]
            if end is not None:
                return some[self.ends.index(end)][None]
            return best(mover).reduce(some, axis=0, keepdims=True)

        size, rank = sum(dice[mover]), RANK[dice[mover]]
        rows = slice(rank, rank + 1)
        value: Floats = self._roller.mean(mover, choices.each(single), ADD[size][:, rows], ADD_TWO[size][:, rows])
        return value[0, 0, 0]

    def _find(self, ways: Ways) -> tuple[tuple[Group, Group], tuple[int, int]]:
        (group_0, place_0), (group_1, place_1) = (self.menus[seat].spots[ways[seat]] for seat in (0, 1))
        return (group_0, group_1), (place_0, place_1)


def best(seat: Seat) -> np.ufunc:
    """Takes the better of two values for a player: the greater for seat 0, the less for seat 1."""
    return np.maximum if seat == 0 else np.minimum


def sharings_by_number(end: End, face_down: tuple[int, ...] = ()) -> Ints:
    """For each sharing by card number, the same sharing by place in the row (R10); face-down cards go to nobody (R35)."""
    by_number = SHARINGS.copy()
    by_number[:, [number - 1 for number in face_down]] = 0
    by_place = by_number if end is End.LEFT else by_number[:, ::-1]
    return by_place @ PLACE_VALUES


def _numbers(dice: tuple[Counts, Counts]) -> tuple[int, int]:
    return sum(dice[0]), sum(dice[1])
