"""The exact solver of a round: the value of every state of it, backwards from the calls of Shanghai.

A state is whose turn it is, both players' dice on the cards, and how each has used a trick in the round. States with
equally many dice form a layer: one array over the ways of using tricks and the multisets of both players' dice. A layer
is worked out when it is first asked for, from the layer that follows when the mover has placed a die (or two, R18).
Dice that lie on the cards already stay there, so multisets count only those that come on top of them.
A value is what a state is worth to seat 0, so seat 0 takes the greatest and seat 1 the least.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import NamedTuple

import numpy as np

from shanghaien.ai.value.payoff import PLACE_VALUES, Floats, Ints, Payoff
from shanghaien.rules import ROUNDS, End, Seat, Shanghai, Trick

from .card_knowledge import Group, doubles_stay, in_order, only_joins_crew
from .dice_sets import (
    ADD,
    ADD_TWO,
    NO_DICE,
    RANK,
    SIZES,
    Counts,
    chances_of_sets,
    minus,
    on_top_of,
    sharing_for,
    sharings_by_number,
)
from .layers import ALL_WAYS, LayerKey, Part, TrickWays, blocks, swapped, trick_ways
from .position import UNUSED, Position, Way
from .rolling import Choices, Odds, Roller, best, worst

NONE_LYING = (NO_DICE, NO_DICE)


def solve(
    position: Position,
    payoff: Payoff,
    *,
    lying: tuple[Counts, Counts] = NONE_LYING,
    dtype: type[np.floating] = np.float32,
    tolerance: float = 0.0,
    thrifty: bool = False,
) -> "RoundTable":
    """The solved round of a position; every value of it is exact for the payoff, up to the rounding of `dtype`.

    It knows only states in which the dice `lying` on the cards still lie there: the more of them, the sooner it is done.
    With a `tolerance` above 0, ways to play two sailors that can gain at most that much are not looked ahead to. To be
    `thrifty` is to look ahead to one card only for two sailors, except in the last round.
    """
    ways = fewer_ways(position, payoff) if thrifty else (position.holdings[0].ways(), position.holdings[1].ways())
    worth = np.asarray(payoff.finished_round(position, ways))
    sorted_ways = (
        trick_ways(ways[0], worth.swapaxes(0, 1), 0, tolerance),
        trick_ways(ways[1], worth.transpose(2, 0, 1, 3), 1, tolerance),
    )
    return RoundTable(position, lying, sorted_ways, worth, dtype)


class RoundMoment(NamedTuple):
    """A state of the round between rolls."""

    mover: Seat
    dice: tuple[Counts, Counts] = (NO_DICE, NO_DICE)
    """Both players' dice on the cards."""
    ways: tuple[Way, Way] = (UNUSED, UNUSED)
    """How each player has used a trick since the solved position."""
    end: End | None = None
    """Where card 1 lies, once it has been named (R10)."""
    objected: bool = False
    """Whether no objection can come any more in this turn (R28)."""


class RoundTable:
    """The values of all states of one round; worked out layer by layer on demand, then looked up."""

    def __init__(
        self,
        position: Position,
        lying: tuple[Counts, Counts],
        ways: tuple[TrickWays, TrickWays],
        worth: Floats,
        dtype: type[np.floating],
    ) -> None:
        self.position = position
        self.lying = lying
        self.trick_ways = ways
        self.ends = (position.end,) if position.end else (End.LEFT, End.RIGHT)
        self._worth = worth
        self._by_number = np.stack([sharings_by_number(end, position.face_down) for end in self.ends], axis=-1)
        self._payoffs: dict[tuple[Seat, tuple[Group, Group]], Floats] = {}
        self._roller = Roller(Odds(doubles=doubles_stay(position.options)), dtype)
        self._lying_numbers = sum(lying[0]), sum(lying[1])
        self._shares: dict[tuple[Seat, tuple[int, int]], Ints] = {}
        self._layers: dict[LayerKey, Floats] = {}
        self._best: dict[LayerKey, Floats] = {}

    @cached_property
    def value(self) -> float:
        """What the round is worth to seat 0 before its first turn."""
        return self.turn(RoundMoment(self.position.starter))

    def turn(self, moment: RoundMoment) -> float:
        """The value before the mover decides whether to roll or to call."""
        end = moment.end or self.position.end
        if end is None:
            return self.roll(moment)
        key, place = self._find(moment)
        if key.must_call:
            return self.call(moment)
        waiting, moving = self._rank(moment, 1 - moment.mover), self._rank(moment, moment.mover)
        with self._tidying():
            return float(self.layer(key)[(*place, waiting, moving, self.ends.index(end))])

    def roll(self, moment: RoundMoment) -> float:
        """The value when the mover rolls, before the dice have fallen."""
        key, place = self._find(moment)
        with self._tidying():
            choices = self._choices(key).each(self._single(moment, place))
        mover, size, rank = moment.mover, self._more(key, moment.mover), self._rank(moment, moment.mover)
        adding = ADD[size][:, rank : rank + 1], ADD_TWO[size][:, rank : rank + 1]
        free = self._roller.mean(mover, choices, *adding)
        if moment.objected or not self.position.objecting[1 - mover]:
            return float(free[0, 0, 0])
        return float(self._roller.mean(mover, choices, *adding, free)[0, 0, 0])

    def call(self, moment: RoundMoment) -> float:
        """The value when the mover calls Shanghai; the end must have been named."""
        key, place = self._find(moment)
        end = moment.end or self.position.end
        assert end is not None
        mover = moment.mover
        taken = self._share(mover, key)[self._rank(moment, mover), self._rank(moment, 1 - mover)]
        return float(self._payoff(mover, key.groups)[(*place, taken, self.ends.index(end))])

    def ended(self, moment: RoundMoment, shanghai: Shanghai) -> float:
        """The value of a moment at which Shanghai has been called, with the cards shared out as the engine did."""
        columns = []
        for seat in (0, 1):
            group, place = self.trick_ways[seat].spots[moment.ways[seat]]
            columns.append(self.trick_ways[seat].columns[group][place])
        taken = sum(
            int(PLACE_VALUES[card.position]) * (1 + card.taker) for card in shanghai.takings if card.taker is not None
        )
        return float(self._worth[shanghai.caller, columns[0], columns[1], taken].astype(self._roller.dtype))

    def roll_all(self, moment: RoundMoment, number: int) -> float:
        """The value when the mover, with no dice on cards, rolls so many at once, keeps one and places the rest (R34)."""
        key, place = self._find(moment)
        with self._tidying():
            layer = self.layer(key.after(key.groups[key.mover], dice=number - 1))
        placed = self._single(moment, place)(layer).reshape(-1)
        lowest = -np.inf if moment.mover == 0 else np.inf
        kept = np.full(SIZES[number], lowest)
        for larger in ADD[number - 1]:
            kept[larger] = best(moment.mover)(kept[larger], placed)
        return float(chances_of_sets(number) @ kept)

    def layer(self, key: LayerKey) -> Floats:
        """All values of a layer: (way of seat 0, way of seat 1, waiting player's dice, mover's dice, end).

        The waiting player's dice come before the mover's, so that the turn before can gather whole rows.
        """
        if key not in self._layers:
            self._layers[key] = self._solved(key, None if key.must_call else self._choices(key))
        return self._layers[key]

    @contextmanager
    def _tidying(self) -> Iterator[None]:
        """Forgets, after much work, the layers of forced calls: they are the largest ones, and quick to look up anew."""
        before = len(self._layers)
        yield
        if len(self._layers) > before + 1:
            self._layers = {key: values for key, values in self._layers.items() if not key.must_call}

    def _solved(self, key: LayerKey, choices: Choices | None, part: Part = ALL_WAYS) -> Floats:
        """Some ways of a layer, from where a roll can lead; without choices the mover has to call."""
        return self._calls(key, 1 - key.mover, part) if choices is None else swapped(self._turns(key, choices, part))

    def _turns(self, key: LayerKey, choices: Choices, part: Part) -> Floats:
        """A layer in which the mover rolls or calls (R8, R9, R11), whose dice come first here."""
        mover, size = key.mover, self._more(key, key.mover)
        flat = choices.each(lambda values: values.reshape(-1, values.shape[2], values.shape[3] * values.shape[4]))
        free = self._roller.mean(mover, flat, ADD[size], ADD_TWO[size])
        watched = self.position.objecting[1 - mover]
        values = self._roller.mean(mover, flat, ADD[size], ADD_TWO[size], free) if watched else free
        if key.numbers[mover] >= 2 and not self.position.calls_forbidden:
            calls = self._calls(key, mover, part).reshape(values.shape)
            if watched:
                worst(mover)(calls, free, out=calls)
            best(mover)(values, calls, out=values)
        ways_0, ways_1, _, others_dice, ends = choices.place.shape
        return values.reshape(ways_0, ways_1, values.shape[1], others_dice, ends)

    def _calls(self, key: LayerKey, first: Seat, part: Part) -> Floats:
        """The payoffs of calling Shanghai in every state of a layer, with the dice of seat `first` first."""
        return self._payoff(key.mover, key.groups)[part].take(self._share(first, key), axis=2)

    def _share(self, first: Seat, key: LayerKey) -> Ints:
        """Who takes what in every state of a layer, with the dice of seat `first` first."""
        if self.lying == NONE_LYING:
            return sharing_for(first, key.numbers[first], key.numbers[1 - first])
        if (first, key.numbers) not in self._shares:
            among_all = [on_top_of(self.lying[seat], self._more(key, seat)) for seat in (first, 1 - first)]
            share = sharing_for(first, key.numbers[first], key.numbers[1 - first])
            self._shares[first, key.numbers] = share[np.ix_(*among_all)]
        return self._shares[first, key.numbers]

    def _best_way(self, key: LayerKey) -> Floats:
        """A layer under the best of the waiting player's ways to play two sailors: they have just chosen one of them."""
        if key not in self._best:
            if all(group.many for group in key.groups):
                self._sweep(key.line(self._lying_numbers))
            else:
                seat = 1 - key.mover
                self._best[key] = best(seat).reduce(self.layer(key), axis=seat, keepdims=True)
        return self._best[key]

    def _sweep(self, line: list[LayerKey]) -> None:
        """Take all pairs of many ways, a few at a time, through a line of layers; only the best of them is kept."""
        for part in blocks(*(len(self.trick_ways[seat].columns[line[0].groups[seat]]) for seat in (0, 1))):
            values: Floats | None = None
            for key in reversed(line):
                values = self._solved(key, None if values is None else Choices(values), part)
                self._keep_best(key, part, values)

    def _keep_best(self, key: LayerKey, part: Part, values: Floats) -> None:
        seat = 1 - key.mover
        found = best(seat).reduce(values, axis=seat, keepdims=True)
        if key not in self._best:
            ways = [1 if of == seat else len(self.trick_ways[of].columns[key.groups[of]]) for of in (0, 1)]
            self._best[key] = np.full((*ways, *values.shape[2:]), -np.inf if seat == 0 else np.inf, values.dtype)
        kept = self._best[key][(slice(None), part[1]) if seat == 0 else (part[0], slice(None))]
        best(seat)(kept, found, out=kept)

    def _payoff(self, caller: Seat, groups: tuple[Group, Group]) -> Floats:
        """What calls are worth by (way of seat 0, way of seat 1, sharing by card number, end)."""
        if (caller, groups) not in self._payoffs:
            columns = [list(self.trick_ways[seat].columns[groups[seat]]) for seat in (0, 1)]
            worth = self._worth[caller][columns[0]][:, columns[1]].astype(self._roller.dtype)
            self._payoffs[caller, groups] = worth.take(self._by_number, axis=2)
        return self._payoffs[caller, groups]

    def _choices(self, key: LayerKey) -> Choices:
        """Where a roll can lead from a layer, by what the mover does with it (R15)."""
        place = self.layer(key.after(key.groups[key.mover], dice=1))
        if key.groups[key.mover] is not Group.OPEN:
            return Choices(place)
        own = self.trick_ways[key.mover]
        if Group.SAILORS in own.columns:
            place = best(key.mover)(place, self._best_way(key.after(Group.SAILORS, dice=1)))
        both = self.layer(key.after(Group.BOTH, dice=2)) if Group.BOTH in own.columns else None
        if Group.SPENT not in own.columns:
            return Choices(place, both=both)
        spent = self.layer(key.after(Group.SPENT, dice=1))

        def used(number: int) -> Floats:
            return spent[number : number + 1] if key.mover == 0 else spent[:, number : number + 1]

        shift = None if own.shift is None else used(own.shift)
        return Choices(place, shift, tuple(used(number) for number in own.again), both)

    def _single(self, moment: RoundMoment, place: tuple[int, int]) -> Callable[[Floats], Floats]:
        """Cuts one state out of a layer of successors; before an end is named the mover takes the better one (R10)."""
        column = self._rank(moment, 1 - moment.mover)
        named = moment.end or self.position.end

        def cut(values: Floats) -> Floats:
            way_0, way_1 = (0 if values.shape[seat] == 1 else place[seat] for seat in (0, 1))
            both_ends = values[way_0, way_1, :, column]
            one: Floats = (
                best(moment.mover).reduce(both_ends, axis=1) if named is None else both_ends[:, self.ends.index(named)]
            )
            return one[None, :, None]

        return cut

    def _find(self, moment: RoundMoment) -> tuple[LayerKey, tuple[int, int]]:
        """The layer of a moment, and where in it the players' ways are."""
        (group_0, place_0), (group_1, place_1) = (self.trick_ways[seat].spots[moment.ways[seat]] for seat in (0, 1))
        numbers = sum(moment.dice[0]), sum(moment.dice[1])
        return LayerKey(moment.mover, numbers, (group_0, group_1)), (place_0, place_1)

    def _rank(self, moment: RoundMoment, seat: Seat) -> int:
        """The number of a player's dice among the multisets that come on top of those lying."""
        return RANK[minus(moment.dice[seat], self.lying[seat])]

    def _more(self, key: LayerKey, seat: Seat) -> int:
        """How many dice a player has on top of those lying."""
        return key.numbers[seat] - self._lying_numbers[seat]


# Every card in hand can join every crew, which makes many ways; the judgement of the round's end is asked once for each
# pair of them. Which card is given up for two sailors matters only after the round, so one card, the least missed, is a
# fair guess before the last one.


def fewer_ways(position: Position, payoff: Payoff) -> tuple[tuple[Way, ...], tuple[Way, ...]]:
    """The ways of both players, with one card for two sailors before the last round; there, where it is exact, all."""
    return _fewer(position, payoff, 0), _fewer(position, payoff, 1)


def _fewer(position: Position, payoff: Payoff, seat: Seat) -> tuple[Way, ...]:
    ways = position.holdings[seat].ways()
    cards = {way.card for way in ways if way.nation is not None and way.card is not None}
    if len(cards) < 2 or position.round == ROUNDS:
        return ways
    given_up = least_missed(position, payoff, seat, cards)
    return tuple(way for way in ways if way.nation is None or way.card == given_up)


def least_missed(position: Position, payoff: Payoff, seat: Seat, cards: set[Trick]) -> Trick:
    """The card whose loss costs least on average over all sharings; one that is good for nothing else goes first (R25)."""
    for card in in_order(cards):
        if only_joins_crew(card):
            return card
    without = tuple(Way(card) for card in in_order(cards))
    alone = (UNUSED,)
    worth = payoff.finished_round(position, (without, alone) if seat == 0 else (alone, without))
    means = np.asarray(worth).mean(axis=(0, 2 - seat, 3))
    return in_order(cards)[int(means.argmax() if seat == 0 else means.argmin())]
