"""A rating with the luck taken out, on the scale of Glicko-2: a Kalman filter on the expected score.

A review splits a result into luck and skill, and luck is zero on average, so the result and the result without luck both
have the expected score as their mean. How exact each is depends on who plays; their mix is weighed accordingly.
`docs/ratings.md` derives it.
"""

import math
from dataclasses import dataclass, replace

from .glicko import LEAST_DEVIATION, SCALE, Rating, aged, logistic, weight

NOISE, NOISE_AT, NOISE_FALLS = 0.070, 1450.0, 250.0
"""The variance of a result without luck between players of this mean rating; it falls to 1/e over so many points."""
LEAST_NOISE, MOST_NOISE = 0.02, 0.25
"""Bounds of that variance where nothing was measured."""
SHARED = 1.2
"""Result and result without luck are not quite independent: how much more their mix varies than if they were."""


@dataclass(frozen=True, slots=True)
class ReviewedGame:
    """What the review of a game says of one player, from their own side."""

    result: float
    """1 for a win, half for a draw, 0 for a loss."""
    luck: float
    loss: float
    """All that their decisions gave away, in chances of winning."""
    decisions: int
    """How many choices they had; forced ones are none."""
    exact: bool = True
    """Whether the review foresaw all that can happen in a round; if not, its luck need not be zero on average."""

    @property
    def without_luck(self) -> float:
        """The result minus the luck; it may lie outside 0 to 1."""
        return self.result - self.luck


@dataclass(frozen=True, slots=True)
class Measurement:
    """What a game says of the expected score: a number that has it as its mean, and its variance."""

    score: float
    variance: float


def skilled(rating: Rating, other: Rating, game: ReviewedGame, elapsed: float) -> Rating:
    """The rating after a reviewed game, so many periods after the last one; the other before it, aged up to it."""
    return learned(rating, other, measured(rating, other, game), elapsed)


def learned(rating: Rating, other: Rating, seen: Measurement, elapsed: float) -> Rating:
    """One step of the filter: the rating after a measurement of its expected score against the other."""
    before, certain = aged(rating, elapsed), weight(other.deviation)
    apart = certain * (rating.value - other.value) / SCALE
    steep = certain * logistic(apart) * logistic(-apart)
    known, unknown = (before.deviation / SCALE) ** 2, (other.deviation / SCALE) ** 2
    gain = known * steep / (steep**2 * (known + unknown) + seen.variance)
    deviation = max(LEAST_DEVIATION, SCALE * math.sqrt(known * (1 - gain * steep)))
    return replace(before, value=rating.value + SCALE * gain * (seen.score - logistic(apart)), deviation=deviation)


def measured(rating: Rating, other: Rating, game: ReviewedGame) -> Measurement:
    """The mix of result and result without luck that varies least between players like these.

    Where the review is not exact, the result alone.
    """
    apart = weight(other.deviation) * (rating.value - other.value) / SCALE
    of_result, without = logistic(apart) * logistic(-apart), noise((rating.value + other.value) / 2)
    if not game.exact:
        return Measurement(game.result, of_result)
    share = of_result / (of_result + without)
    return Measurement(game.result - share * game.luck, SHARED * share * without)


def noise(mean_rating: float) -> float:
    """The variance of a result without luck: the better both play, the less there is."""
    below = min(10.0, (NOISE_AT - mean_rating) / NOISE_FALLS)
    return min(MOST_NOISE, max(LEAST_NOISE, NOISE * math.exp(below)))
