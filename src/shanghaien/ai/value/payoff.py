"""What a finished round is worth: the one interface through which every judgement reaches the round solver."""

from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from typing import Protocol

import numpy as np
from numpy import typing as npt

from shanghaien.ai.round.position import Position, Way
from shanghaien.rules import ROUNDS, Nation, Sailor, Seat

Floats = npt.NDArray[np.floating]
Ints = npt.NDArray[np.intp]

REMOVED, TO_SEAT_0, TO_SEAT_1 = 0, 1, 2
"""What can happen to a tavern card when Shanghai is called (R12)."""

SHARINGS: npt.NDArray[np.int8] = np.array(np.unravel_index(np.arange(3**6), (3,) * 6), dtype=np.int8).T[:, ::-1].copy()
"""The 729 ways to share six cards: row `s`, column `p` says what happens to the card at place `p` (0 at the left)."""

TAKEN: Ints = np.array(
    [[SHARINGS[:, place] == taker for place in range(6)] for taker in (TO_SEAT_0, TO_SEAT_1)], np.intp
)
"""(seat, place, sharing): 1 where that seat takes the card at that place, otherwise 0."""

PLACE_VALUES: Ints = 3 ** np.arange(6)
"""`sharing @ PLACE_VALUES` is the number of a sharing, its row in `SHARINGS`."""


class Payoff(Protocol):
    """A judgement of finished rounds: exact final scores, a trained value, a hand-made rule or a fake all fit."""

    def finished_round(self, position: Position, ways: tuple[tuple[Way, ...], tuple[Way, ...]]) -> Floats:
        """What each end of the round is worth to seat 0, all at once.

        Shape (2, len(ways[0]), len(ways[1]), 729): who called Shanghai (it may decide who starts next, R13), how seat 0
        and seat 1 have used a trick in this round (`UNUSED` first; cards and crews after it as `Holding.after` says), and
        which sharing of `SHARINGS`. Only the players' cards differ between ways; `position` is the round without them.
        Cards that lie face down are no concern of a payoff: the solver never asks for sharings that give them away.
        Swapping the seats must turn a chance of winning `v` into `1 - v`, a point difference `v` into `-v`.
        """
        ...


class CachedPayoff:
    """A judgement that is asked only once for the same ends of the round at hand.

    What lies face down or is in force changes how a round goes on, not what its ends are worth.
    """

    def __init__(self, payoff: Payoff) -> None:
        self.payoff = payoff
        self._round: tuple[object, ...] = ()
        self._known: dict[tuple[object, ...], Floats] = {}

    def finished_round(self, position: Position, ways: tuple[tuple[Way, ...], tuple[Way, ...]]) -> Floats:
        at_hand = position.options, position.round, position.starter, position.tavern, position.pile
        if at_hand != self._round:
            self._round, self._known = at_hand, {}
        key = (*(holding._replace(trick_used=False) for holding in position.holdings), ways)
        if key not in self._known:
            self._known[key] = self.payoff.finished_round(position, ways)
        return self._known[key]


class Objective(StrEnum):
    """What a player tries to make large: the chance of winning (a draw is half), or the expected point difference."""

    WIN = "win"
    POINTS = "points"


@dataclass(frozen=True)
class FinalScore:
    """The exact payoff of the last round."""

    objective: Objective = Objective.WIN

    def finished_round(self, position: Position, ways: tuple[tuple[Way, ...], tuple[Way, ...]]) -> Floats:
        """See `Payoff`; who called no longer matters."""
        lead = score_lead(position, ways).astype(np.float64)
        worth = lead if self.objective is Objective.POINTS else 0.5 + 0.5 * np.sign(lead)
        return np.broadcast_to(worth, (2, *worth.shape))


@dataclass(frozen=True)
class HandMade:
    """A rule of thumb: the score if the game ended now, with `trick_points` for each trick, exact in the last round.

    As a chance of winning, the lead is measured against what the rounds to come usually move (`swing` points each).
    """

    objective: Objective = Objective.WIN
    trick_points: int = 2
    swing: float = 4.0

    def finished_round(self, position: Position, ways: tuple[tuple[Way, ...], tuple[Way, ...]]) -> Floats:
        rounds_left = ROUNDS - position.round
        if rounds_left == 0:
            return FinalScore(self.objective).finished_round(position, ways)
        lead = score_lead(position, ways, self.trick_points).astype(np.float64)
        if self.objective is Objective.WIN:
            lead = 1 / (1 + np.exp(-lead / (self.swing * sqrt(rounds_left))))
        return np.broadcast_to(lead, (2, *lead.shape))


def score_lead(position: Position, ways: tuple[tuple[Way, ...], tuple[Way, ...]], trick_points: int = 1) -> Ints:
    """Points of seat 0 minus points of seat 1 if the game ended after this round: (ways 0, ways 1, sharings)."""
    crews, tricks = _crew_leads(position), trick_points * _trick_lead(position)
    effects = [sorted({_effect(way) for way in of_seat}) for of_seat in ways]
    lead = np.empty((len(effects[0]), len(effects[1]), len(SHARINGS)), dtype=np.intp)
    for a, (used_a, nation_a) in enumerate(effects[0]):
        for b, (used_b, nation_b) in enumerate(effects[1]):
            lead[a, b] = crews[:, 0, 0].sum(axis=0) + tricks + trick_points * (used_b - used_a)
            for nation in {nation_a, nation_b} - {NO_NATION}:
                lead[a, b] += crews[nation, int(nation_a == nation), int(nation_b == nation)] - crews[nation, 0, 0]
    numbers = [[effects[seat].index(_effect(way)) for way in ways[seat]] for seat in (0, 1)]
    return lead[np.ix_(*numbers)]


NO_NATION = -1


def _effect(way: Way) -> tuple[int, int]:
    """What a way changes in the score: how many cards it takes, and which crew it strengthens."""
    return int(way.card is not None), NO_NATION if way.nation is None else way.nation


def _trick_lead(position: Position) -> Ints:
    """Trick cards of seat 0 minus those of seat 1, after sharing."""
    held = len(position.holdings[0].hand) - len(position.holdings[1].hand)
    in_row = np.array([not isinstance(card, Sailor) for card in position.tavern], dtype=np.intp)
    lead: Ints = held + in_row @ (TAKEN[0] - TAKEN[1])
    return lead


def _crew_leads(position: Position) -> Ints:
    """What each nation brings seat 0 more than seat 1: (nation, joined by a trick card of seat 0, of seat 1, sharing)."""
    strengths = [_strengths(position, seat) for seat in (0, 1)]
    joined = 2 * np.arange(2)
    own = strengths[0][:, None, None] + joined[None, :, None, None]
    other = strengths[1][:, None, None] + joined[None, None, :, None]
    weaker = np.minimum(own, other)
    fought = np.sign(own - other) * weaker
    # With only one crew there, the weaker strength is 0 and the owner keeps all sailors (R22).
    return np.where(weaker > 0, fought, own - other)


def _strengths(position: Position, seat: Seat) -> Ints:
    """Strength of each crew of a player after sharing: (nation, sharing)."""
    before = [position.holdings[seat].strength(nation) for nation in Nation]
    strengths = np.repeat(np.array(before, dtype=np.intp)[:, None], len(SHARINGS), axis=1)
    for place, card in enumerate(position.tavern):
        if isinstance(card, Sailor):
            strengths[card.nation] += card.value * TAKEN[seat, place]
    return strengths
