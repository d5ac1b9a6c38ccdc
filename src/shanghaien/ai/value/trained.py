"""The trained judgement of finished rounds (`Payoff`): what the state between two rounds is worth.

The round solver asks for all 729 sharings of six cards under every way of using tricks, often a hundred thousand states
at once. They differ only in the nations of the row and of the trick cards played, so each nation is looked up once per
sharing and once more for each crew that a trick card joined; sums of those rows go through the small head of the net.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, reduce
from importlib.resources import as_file, files
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from shanghaien.ai.round.position import Position, Way
from shanghaien.rules import ROUNDS, Nation, Sailor, Seat, Starter, Trick

from .net import Head, Net, chance_of, load_nets
from .net_features import HAND_SIZE, Between, Floats, Ints, hand_counts, left_in, nation_code, trick_features, tricks_in
from .payoff import SHARINGS, FinalScore

SHIPPED = "value.npz"
Ways = tuple[tuple[Way, ...], tuple[Way, ...]]
Joined = tuple[Nation | None, Nation | None]


@dataclass(frozen=True)
class TrainedValue:
    """The chance of winning after each round by the trained nets, exact after the last."""

    nets: dict[int, Net]
    """By the number of rounds played."""
    about: dict[str, Any]
    """Feature version, the command that made the weights, and more facts from their file."""

    def finished_round(self, position: Position, ways: Ways) -> Floats:
        if position.round == ROUNDS:
            return FinalScore().finished_round(position, ways)
        return _Round(self.nets[position.round], position, ways).chances()

    def chance(self, rounds_played: int, states: Between) -> Floats:
        """The chance of seat 0 to win (a draw is half) from states between two rounds."""
        return chance_of(self.nets[rounds_played].log_odds(states))


def load_value(path: Path) -> TrainedValue:
    """The trained value in a file of weights; a file that can't be used raises `BadWeights`."""
    return TrainedValue(*load_nets(path))


@cache
def shipped_value() -> TrainedValue:
    with as_file(files(__package__) / SHIPPED) as path:
        return load_value(path)


class _Round:
    """All ends of one round; arrays are (player who sees, sharing, width), so both players go through the head at once."""

    def __init__(self, net: Net, position: Position, ways: Ways) -> None:
        self.net, self.position, self.ways = net, position, ways
        self.left = left_in(position.pile)
        self.codes, self.joins = cache(self._codes), cache(self._joins)
        self.peak_without = cache(self._peak_without)
        self.without_joins = sum(net.nations[self.codes(nation, 0, 0)] for nation in Nation)

    def chances(self) -> Floats:
        result = np.empty((2, len(self.ways[0]), len(self.ways[1]), len(SHARINGS)), dtype=np.float32)
        signs = [self._sign_after(caller) for caller in (0, 1)]
        head = Head(self.net, 2 * len(SHARINGS))
        sums = head.sums.reshape(2, len(SHARINGS), -1)
        tricks = cache(self._tricks)
        for nations, pairs in self._by_nations():
            by_nations = self._sums(*nations)
            for number_0, number_1 in pairs:
                np.add(by_nations, tricks(self.ways[0][number_0].card, self.ways[1][number_1].card), out=sums)
                seen = head.read().reshape(2, -1, 2)
                edge, start = seen[0, :, 0] - seen[1, :, 0], seen[0, :, 1] + seen[1, :, 1]
                for caller, sign in enumerate(signs):
                    result[caller, number_0, number_1] = edge + sign * start
        return chance_of(result)

    def _by_nations(self) -> Iterator[tuple[Joined, list[tuple[int, int]]]]:
        """The nations whose crews trick cards have joined, with the numbers of all pairs of ways that lead there."""
        numbers: tuple[dict[Nation | None, list[int]], ...] = ({}, {})
        for of_seat, ways in zip(numbers, self.ways, strict=True):
            for number, way in enumerate(ways):
                of_seat.setdefault(way.nation, []).append(number)
        for nations in product(*numbers):
            yield (nations[0], nations[1]), list(product(numbers[0][nations[0]], numbers[1][nations[1]]))

    def _sums(self, *joined: Nation | None) -> Floats:
        """The share of nations in the sums after each sharing, if a trick card of each seat has joined these crews."""
        crews = [(nation, *(int(other == nation) for other in joined)) for nation in set(joined) - {None}]
        sums, peak = self.without_joins, self.peak_without(frozenset(joined))
        for crew in crews:
            sums = sums + self.joins(*crew)
            peak = np.maximum(peak, self.net.peaks[self.codes(*crew)])
        return sums + peak @ self.net.weights["peak_3"]

    def _joins(self, nation: Nation, joined_0: int, joined_1: int) -> Floats:
        """What a nation adds if so many trick cards of each seat have joined its crews."""
        nations = self.net.nations
        return nations[self.codes(nation, joined_0, joined_1)] - nations[self.codes(nation, 0, 0)]

    def _peak_without(self, some: frozenset[Nation | None]) -> Floats:
        """The peaks of all nations but some, before trick cards join."""
        each = [self.net.peaks[self.codes(nation, 0, 0)] for nation in Nation if nation not in some]
        return reduce(np.maximum, sorted(each, key=lambda peaks: peaks.size))

    def _codes(self, nation: Nation, joined_0: int, joined_1: int) -> Ints:
        """A nation as either player sees it after each sharing, if so many trick cards of each seat have joined."""
        joined = joined_0, joined_1
        strengths = [self._strength(seat, nation) + 2 * joined[seat] for seat in (0, 1)]
        left = np.array(self.left[nation])
        return np.stack([nation_code(strengths[seat], strengths[1 - seat], left) for seat in (0, 1)])

    def _strength(self, seat: Seat, nation: int) -> Ints:
        """A crew after each sharing; one number for all if the row has no card of the nation."""
        strength = np.full(1, self.position.holdings[seat].strength(nation), dtype=np.intp)
        for place, card in enumerate(self.position.tavern):
            if isinstance(card, Sailor) and card.nation == nation:
                strength = strength + card.value * (SHARINGS[:, place] == 1 + seat)
        return strength

    def _tricks(self, *used: Trick | None) -> Floats:
        hands = [self._hands(seat, card) for seat, card in enumerate(used)]
        pile = np.array(tricks_in(self.position.pile))
        alternate = np.array(self.position.options.starter is Starter.ALTERNATE)
        seen = [trick_features(hands[seat], hands[1 - seat], pile, alternate) for seat in (0, 1)]
        return self.net.tricks(np.stack(seen))

    def _hands(self, seat: Seat, used: Trick | None) -> Ints:
        """A hand after each sharing, without the card used; a single row if the tavern has no trick card."""
        hand = list(self.position.holdings[seat].hand)
        if used is not None:
            hand.remove(used)
        counts = np.array([hand_counts(tuple(hand))])
        for place, card in enumerate(self.position.tavern):
            if not isinstance(card, Sailor):
                won = SHARINGS[:, place, None] == 1 + seat
                counts = counts + won * np.array(hand_counts((card,))).reshape(1, HAND_SIZE)
        return counts

    def _sign_after(self, caller: int) -> int:
        """1 if seat 0 starts the next round after this player's call, -1 if seat 1 does (R13)."""
        alternate = self.position.options.starter is Starter.ALTERNATE
        starter = 1 - self.position.starter if alternate else 1 - caller
        return 1 - 2 * starter
