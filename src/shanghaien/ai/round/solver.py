"""The exact solver of a round: the value of every state of it, backwards from the calls of Shanghai.

A state is whose turn it is, both players' dice on the cards, how each has used a trick in the round, and where the Double
lies. States with equally many dice form a layer: one array over the ways of using tricks and the multisets of both
players' dice. A layer is worked out when it is first asked for, from the layers that follow when the mover has placed
dice or taken the Double. Dice that lie on the cards already stay there, so multisets count only those that come on top.
A value is what a state is worth to seat 0, so seat 0 takes the greatest and seat 1 the least.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from shanghaien.ai.value.payoff import PLACE_VALUES, Floats, Payoff
from shanghaien.rules import ROUNDS, End, Seat, Shanghai, Trick

from .card_knowledge import Effect, Group, in_order, known_of, only_joins_crew, returning_card
from .dice_sets import NO_DICE, RANK, Counts, chances_of_sets, minus
from .layers import LayerKey, TrickWays, no_ways, payoff_ways, trick_ways
from .position import MIDDLE, UNUSED, Position, Way
from .rolling import Odds, Roller, best
from .round_ends import RoundEnds
from .turns import Turns, one_die_less

NONE_LYING = (NO_DICE, NO_DICE)


def solve(
    position: Position,
    payoff: Payoff,
    *,
    lying: tuple[Counts, Counts] = NONE_LYING,
    dtype: type[np.floating] = np.float32,
    tolerance: float = 0.0,
    thrifty: bool = False,
    foresee: bool = True,
) -> "RoundTable":
    """The solved round of a position; every value of it is exact for the payoff, up to the rounding of `dtype`.

    It knows only states in which the dice `lying` on the cards still lie there: the more of them, the sooner it is done.
    With a `tolerance` above 0, ways to play two sailors that can gain at most that much are not looked ahead to. To be
    `thrifty` is to look ahead to one card only for two sailors, except in the last round. Not to `foresee` is to plan no
    card of an expansion before it is played, and no taking of the Double.
    """
    ways = fewer_ways(position, payoff) if thrifty else (position.ways(0), position.ways(1))
    different = payoff_ways(ways[0])[0], payoff_ways(ways[1])[0]
    places = (0, 1, MIDDLE) if returning_card(position.options) else (MIDDLE,)
    worth = [np.asarray(payoff.finished_round(position.with_double(place), different)) for place in places]
    ends = RoundEnds(position, worth if len(places) > 1 else worth * 3, lying, dtype)
    stacked = np.stack(worth) if len(worth) > 1 else worth[0][None]
    refused = _may_object(position, 1), _may_object(position, 0)
    sorted_ways = [
        no_ways(known_of(position.holdings[seat].in_force).in_force)
        if ways[seat] == (UNUSED,)
        else trick_ways(
            ways[seat], by_way, seat, tolerance=tolerance, foresee=foresee, refused=foresee and refused[seat]
        )
        for seat, by_way in enumerate((stacked.transpose(2, 0, 1, 3, 4), stacked.transpose(3, 0, 1, 2, 4)))
    ]
    return RoundTable(position, (sorted_ways[0], sorted_ways[1]), ends, foresee=foresee)


def without_tricks(position: Position, payoff: Payoff) -> "RoundTable":
    """The round as if no trick could be played in it any more, which takes a millisecond to solve."""
    first, second = (held._replace(trick_used=True) for held in position.holdings)
    return solve(replace(position, holdings=(first, second)), payoff, foresee=False)


def _may_object(position: Position, seat: Seat) -> bool:
    """Whether a player may object to the other's tricks in this round, now or later (R28)."""
    held = position.holdings[seat]
    able = {known_of(held.in_force).in_force} if held.trick_used else {way.group for way in position.ways(seat)}
    return Group.OBJECTING in able


def firmly_lying(position: Position, dice: tuple[Counts, Counts]) -> tuple[Counts, Counts]:
    """The dice without those that their owner may still take back in this round by a card that the solver plans."""
    taking_back = {Effect.EXCHANGES, Effect.ROLLS_ALL}
    firm = [
        NO_DICE
        if any(about.effect in taking_back for card in held.hand for about in known_of(card).acts.values())
        and not held.trick_used
        else counts
        for held, counts in zip(position.holdings, dice, strict=True)
    ]
    return firm[0], firm[1]


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
    double: int = MIDDLE
    """Where the Double lies (R38)."""


class RoundTable:
    """The values of all states of one round; worked out layer by layer on demand, then looked up."""

    def __init__(
        self, position: Position, ways: tuple[TrickWays, TrickWays], ends: RoundEnds, *, foresee: bool
    ) -> None:
        self.position = position
        self.trick_ways = ways
        self.foresees = foresee
        self.ends = ends.ends
        self.lying = ends.lying
        self._round_ends = ends
        doubles = returning_card(position.options) is None
        self._turns = Turns(
            position, ways, ends, Roller(Odds(doubles=doubles), ends.dtype), taking=foresee and not doubles
        )

    @property
    def megabytes(self) -> float:
        """How much memory the layers take that have been worked out."""
        return self._turns.size / 1e6

    @cached_property
    def value(self) -> float:
        """What the round is worth to seat 0 before its first turn."""
        return self.turn(RoundMoment(self.position.starter, double=self.position.double))

    def turn(self, moment: RoundMoment) -> float:
        """The value before the mover decides whether to roll or to call."""
        end = moment.end or self.position.end
        if end is None:
            return self.roll(moment)
        key, place = self._find(moment)
        if key.must_call:
            return self.call(moment)
        waiting, moving = self._rank(moment, 1 - moment.mover), self._rank(moment, moment.mover)
        with self._turns.tidying():
            return float(self._turns.layer(key)[(*place, waiting, moving, self.ends.index(end))])

    def roll(self, moment: RoundMoment) -> float:
        """The value when the mover rolls, before the dice have fallen."""
        key, place = self._find(moment)
        rank, other = self._rank(moment, moment.mover), self._rank(moment, 1 - moment.mover)
        with self._turns.tidying():
            if not self._turns.roll_by_roll(key):
                return self._turns.one_roll(key, rank, self._single(moment, place, other), objected=moment.objected)
            free, watched = self._turns.rolled(key)
        end = moment.end or self.position.end
        assert end is not None
        values = free if moment.objected or watched is None else watched
        return float(values[(*place, rank, other, self.ends.index(end))])

    def call(self, moment: RoundMoment) -> float:
        """The value when the mover calls Shanghai; the end must have been named."""
        key, place = self._find(moment)
        end = moment.end or self.position.end
        assert end is not None
        return self._round_ends.call(key, place, self._ranks(moment), self._columns(key), self.ends.index(end))

    def ended(self, moment: RoundMoment, shanghai: Shanghai) -> float:
        """The value of a moment at which Shanghai has been called, with the cards shared out as the engine did."""
        key, place = self._find(moment)
        columns = self._columns(key)
        taken = sum(
            int(PLACE_VALUES[card.position]) * (1 + card.taker) for card in shanghai.takings if card.taker is not None
        )
        worth = self._round_ends.worth[moment.double]
        number = worth[shanghai.caller, columns[0][place[0]], columns[1][place[1]], taken]
        return float(number.astype(self._round_ends.dtype))

    def roll_all(self, moment: RoundMoment, number: int) -> float:
        """The value when the mover, with no dice on cards, rolls so many at once, keeps one and places the rest (R34)."""
        key, place = self._find(moment)
        with self._turns.tidying():
            layer = self._turns.layer(key.after(key.groups[key.mover], dice=number - 1))
        placed = self._single(moment, place, self._rank(moment, 1 - moment.mover))(layer)
        return float(chances_of_sets(number) @ one_die_less(placed, number, moment.mover).reshape(-1))

    def _single(self, moment: RoundMoment, place: tuple[int, int], column: int) -> Callable[[Floats], Floats]:
        """Cuts one state out of a layer of successors; before an end is named the mover takes the better one (R10)."""
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
        return LayerKey(moment.mover, numbers, (group_0, group_1), moment.double), (place_0, place_1)

    def _columns(self, key: LayerKey) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return self.trick_ways[0].columns[key.groups[0]], self.trick_ways[1].columns[key.groups[1]]

    def _ranks(self, moment: RoundMoment) -> tuple[int, int]:
        return self._rank(moment, 0), self._rank(moment, 1)

    def _rank(self, moment: RoundMoment, seat: Seat) -> int:
        """The number of a player's dice among the multisets that come on top of those that lie there firmly."""
        dice, number = minus(moment.dice[seat], self.lying[seat]), moment.ways[seat].number
        if number is not None:
            dice = (*dice[: number - 1], dice[number - 1] - 1, *dice[number:])
        return RANK[dice]


# Every card in hand can join every crew, which makes many ways; the judgement of the round's end is asked once for each
# pair of them. Which card is given up for two sailors matters only after the round, so one card, the least missed, is a
# fair guess before the last one.


def fewer_ways(position: Position, payoff: Payoff) -> tuple[tuple[Way, ...], tuple[Way, ...]]:
    """The ways of both players, with one card for two sailors before the last round; there, where it is exact, all."""
    return _fewer(position, payoff, 0), _fewer(position, payoff, 1)


def _fewer(position: Position, payoff: Payoff, seat: Seat) -> tuple[Way, ...]:
    ways = position.ways(seat)
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
