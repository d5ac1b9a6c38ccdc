"""The exact solver of a round: the value of every state of it, backwards from the calls of Shanghai.

A state is whose turn it is, both players' dice on the cards, and how each has used his trick of the round. States with
equally many dice form a layer: one array over the ways of using tricks and the multisets of both players' dice. A layer
is worked out when it is first asked for, from the layer that follows when the mover has placed a die (or two, R18).
All values are worth to seat 0: seat 0 takes the greatest, seat 1 the least.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import NamedTuple

import numpy as np

from shanghaien.rules.actions import End
from shanghaien.rules.cards import DICE_PER_PLAYER, Seat

from .dice import ADD, ADD_TWO, NO_DICE, RANK, Counts, sharing_for
from .menu import Group, Menu, menu
from .payoff import PLACE_VALUES, SHARINGS, Floats, Ints, Payoff
from .position import UNUSED, Position, Way
from .rolling import Choices, Odds, Roller, best, worst
from .thrift import fewer_ways


def solve(
    position: Position,
    payoff: Payoff,
    *,
    dtype: type[np.floating] = np.float32,
    tolerance: float = 0.0,
    thrifty: bool = False,
) -> "RoundTable":
    """The solved round of a position; every value of it is exact for the payoff, up to the rounding of `dtype`.

    With a `tolerance` above 0, ways to play two sailors that can gain at most that much are not looked ahead to. To be
    `thrifty` is to look ahead to one card only for two sailors, except in the last round.
    """
    ways = fewer_ways(position, payoff) if thrifty else (position.holdings[0].ways(), position.holdings[1].ways())
    worth = np.asarray(payoff.finished_round(position, ways))
    menus = menu(ways[0], worth.swapaxes(0, 1), 0, tolerance), menu(ways[1], worth.transpose(2, 0, 1, 3), 1, tolerance)
    return RoundTable(position, menus, worth, dtype)


class Moment(NamedTuple):
    """A state of the round between rolls."""

    mover: Seat
    dice: tuple[Counts, Counts] = (NO_DICE, NO_DICE)
    """Both players' dice on the cards."""
    ways: tuple[Way, Way] = (UNUSED, UNUSED)
    """How each player has used his trick since the solved position."""
    end: End | None = None
    """Where card 1 lies, once it has been named (R10)."""
    objected: bool = False
    """Whether no objection can come any more in this turn (R28)."""


class LayerKey(NamedTuple):
    """The states that are solved together."""

    mover: Seat
    numbers: tuple[int, int]
    """How many dice each seat has on cards."""
    groups: tuple[Group, Group]
    """How each seat has used his trick, roughly."""

    @property
    def must_call(self) -> bool:
        """Whether the mover has fewer than two dice left to roll (R11)."""
        return DICE_PER_PLAYER - self.numbers[self.mover] < 2

    def after(self, group: Group, dice: int) -> "LayerKey":
        """The layer of the other's turn, once the mover has come to a group by placing so many dice."""
        if self.mover == 0:
            return LayerKey(1, (self.numbers[0] + dice, self.numbers[1]), (group, self.groups[1]))
        return LayerKey(0, (self.numbers[0], self.numbers[1] + dice), (self.groups[0], group))


class RoundTable:
    """The values of all states of one round; worked out layer by layer on demand, then looked up."""

    def __init__(self, position: Position, menus: tuple[Menu, Menu], worth: Floats, dtype: type[np.floating]) -> None:
        self.position = position
        self.menus = menus
        self.ends = (position.end,) if position.end else (End.LEFT, End.RIGHT)
        self._worth = worth
        self._by_number = np.stack([sharings_by_number(end, position.face_down) for end in self.ends], axis=-1)
        self._payoffs: dict[tuple[Seat, tuple[Group, Group]], Floats] = {}
        self._roller = Roller(Odds(doubles=not position.options.extra_3), dtype)
        self._layers: dict[LayerKey, Floats] = {}

    @cached_property
    def value(self) -> float:
        """What the round is worth to seat 0 before its first turn."""
        return self.turn(Moment(self.position.starter))

    def turn(self, moment: Moment) -> float:
        """The value before the mover decides whether to roll or to call."""
        end = moment.end or self.position.end
        if end is None:
            return self.roll(moment)
        key, place = self._find(moment)
        if key.must_call:
            return self.call(moment)
        waiting, moving = RANK[moment.dice[1 - moment.mover]], RANK[moment.dice[moment.mover]]
        with self._tidying():
            return float(self.layer(key)[(*place, waiting, moving, self.ends.index(end))])

    def roll(self, moment: Moment) -> float:
        """The value when the mover rolls, before the dice have fallen."""
        key, place = self._find(moment)
        with self._tidying():
            choices = self._choices(key).each(self._single(moment, place))
        mover, size, rank = moment.mover, sum(moment.dice[moment.mover]), RANK[moment.dice[moment.mover]]
        adding = ADD[size][:, rank : rank + 1], ADD_TWO[size][:, rank : rank + 1]
        free = self._roller.mean(mover, choices, *adding)
        if moment.objected or not self.position.captains[1 - mover]:
            return float(free[0, 0, 0])
        return float(self._roller.mean(mover, choices, *adding, free)[0, 0, 0])

    def call(self, moment: Moment) -> float:
        """The value when the mover calls Shanghai; the end must have been named."""
        key, place = self._find(moment)
        end = moment.end or self.position.end
        assert end is not None
        mover = moment.mover
        share = sharing_for(mover, key.numbers[mover], key.numbers[1 - mover])
        taken = share[RANK[moment.dice[mover]], RANK[moment.dice[1 - mover]]]
        return float(self._payoff(mover, key.groups)[(*place, taken, self.ends.index(end))])

    def layer(self, key: LayerKey) -> Floats:
        """All values of a layer: (way of seat 0, way of seat 1, waiting player's dice, mover's dice, end).

        The waiting player's dice come before the mover's, so that his own turn before can gather whole rows.
        """
        if key not in self._layers:
            self._layers[key] = self._calls(key, 1 - key.mover) if key.must_call else swapped(self._turns(key))
        return self._layers[key]

    @contextmanager
    def _tidying(self) -> Iterator[None]:
        """Forgets, after much work, the layers of forced calls: they are the largest ones, and quick to look up anew."""
        before = len(self._layers)
        yield
        if len(self._layers) > before + 1:
            self._layers = {key: values for key, values in self._layers.items() if not key.must_call}

    def _turns(self, key: LayerKey) -> Floats:
        """A layer in which the mover rolls or calls (R8, R9, R11); his dice come first here."""
        mover, size = key.mover, key.numbers[key.mover]
        choices = self._choices(key)
        flat = choices.each(lambda values: values.reshape(-1, values.shape[2], values.shape[3] * values.shape[4]))
        free = self._roller.mean(mover, flat, ADD[size], ADD_TWO[size])
        watched = self.position.captains[1 - mover]
        values = self._roller.mean(mover, flat, ADD[size], ADD_TWO[size], free) if watched else free
        if size >= 2 and not self.position.no_shanghai:
            calls = self._calls(key, mover).reshape(values.shape)
            if watched:
                worst(mover)(calls, free, out=calls)
            best(mover)(values, calls, out=values)
        ways_0, ways_1, _, others_dice, ends = choices.place.shape
        return values.reshape(ways_0, ways_1, values.shape[1], others_dice, ends)

    def _calls(self, key: LayerKey, first: Seat) -> Floats:
        """The payoffs of calling Shanghai in every state of a layer, with the dice of seat `first` first."""
        share = sharing_for(first, key.numbers[first], key.numbers[1 - first])
        return self._payoff(key.mover, key.groups).take(share, axis=2)

    def _payoff(self, caller: Seat, groups: tuple[Group, Group]) -> Floats:
        """What calls are worth by (way of seat 0, way of seat 1, sharing by card number, end)."""
        if (caller, groups) not in self._payoffs:
            columns = [list(self.menus[seat].columns[groups[seat]]) for seat in (0, 1)]
            worth = self._worth[caller][columns[0]][:, columns[1]].astype(self._roller.dtype)
            self._payoffs[caller, groups] = worth.take(self._by_number, axis=2)
        return self._payoffs[caller, groups]

    def _choices(self, key: LayerKey) -> Choices:
        """Where a roll can lead from a layer, by what the mover does with it (R15)."""
        place = self.layer(key.after(key.groups[key.mover], dice=1))
        if key.groups[key.mover] is not Group.OPEN:
            return Choices(place)
        own = self.menus[key.mover]
        both = self.layer(key.after(Group.BOTH, dice=2)) if Group.BOTH in own.columns else None
        if Group.SPENT not in own.columns:
            return Choices(place, both=both)
        spent = self.layer(key.after(Group.SPENT, dice=1))

        def used(number: int) -> Floats:
            return spent[number : number + 1] if key.mover == 0 else spent[:, number : number + 1]

        for number in own.sailors:
            place = best(key.mover)(place, used(number))
        shift = None if own.shift is None else used(own.shift)
        return Choices(place, shift, tuple(used(number) for number in own.again), both)

    def _single(self, moment: Moment, place: tuple[int, int]) -> Callable[[Floats], Floats]:
        """Cuts one state out of a layer of successors; before an end is named the mover takes the better one (R10)."""
        column = RANK[moment.dice[1 - moment.mover]]
        named = moment.end or self.position.end

        def cut(values: Floats) -> Floats:
            way_0, way_1 = (0 if values.shape[seat] == 1 else place[seat] for seat in (0, 1))
            both_ends = values[way_0, way_1, :, column]
            one: Floats = (
                best(moment.mover).reduce(both_ends, axis=1) if named is None else both_ends[:, self.ends.index(named)]
            )
            return one[None, :, None]

        return cut

    def _find(self, moment: Moment) -> tuple[LayerKey, tuple[int, int]]:
        """The layer of a moment, and where in it the players' ways are."""
        (group_0, place_0), (group_1, place_1) = (self.menus[seat].spots[moment.ways[seat]] for seat in (0, 1))
        numbers = sum(moment.dice[0]), sum(moment.dice[1])
        return LayerKey(moment.mover, numbers, (group_0, group_1)), (place_0, place_1)


def sharings_by_number(end: End, face_down: tuple[int, ...] = ()) -> Ints:
    """For each sharing by card number, the same sharing by place in the row (R10); face-down cards go to nobody (R35)."""
    by_number = SHARINGS.copy()
    by_number[:, [number - 1 for number in face_down]] = 0
    by_place = by_number if end is End.LEFT else by_number[:, ::-1]
    numbers: Ints = by_place @ PLACE_VALUES
    return numbers


def swapped(values: Floats) -> Floats:
    """A layer with the two axes of dice exchanged."""
    if values.shape[-1] == 2:
        # Two ends as the parts of one complex number: half as many numbers to move.
        pairs = values.view(np.result_type(values.dtype, np.complex64))
        return np.ascontiguousarray(pairs.swapaxes(-2, -3)).view(values.dtype)
    return np.ascontiguousarray(values.swapaxes(-2, -3))
