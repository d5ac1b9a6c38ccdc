"""Glicko-2 (Glickman, 2013) with fractions of rating periods: a game counts at once, and time counts as it passes."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

SCALE = 173.7178
"""Points of a rating in one unit of Glickman's own scale, 400 / ln 10, with the digits that are published."""
MIDDLE = 1500.0
MOST_DEVIATION = 350.0
"""The most that a deviation can be: that of a newcomer."""
LEAST_DEVIATION = 30.0
"""The least that a deviation can be, however much is played: people change from day to day."""
USUAL_VOLATILITY = 0.06
MOST_VOLATILITY = 0.15
"""How restless anybody may be: one unheard-of upset, which Glickman's step could explain by any volatility, is not more."""
RESTRAINT = 0.5
"""How far a volatility may wander in a period (Glickman's tau)."""
DAYS_PER_PERIOD = 4.67
"""So that a well-known rating (deviation 60) is provisional again after a year without games; for live and days alike."""
PROVISIONAL_ABOVE = 110.0
"""Beyond it the expected score against an equal may be anything from 0.22 to 0.78: that is no strength yet."""
NO_TIME = 1e-9
"""Less than half a millisecond, in periods."""
FARTHEST = 20.0
"""Differences of more than 3,474 points count as so many: they cannot be told apart, and no number overflows."""


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player probably is: a normal distribution around a value, and how fast they change."""

    value: float = MIDDLE
    deviation: float = MOST_DEVIATION
    volatility: float = USUAL_VOLATILITY

    @property
    def provisional(self) -> bool:
        """Whether too little is known to put them on a list."""
        return self.deviation > PROVISIONAL_ABOVE

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true strength lies in 95 of 100 cases."""
        return self.value - 1.96 * self.deviation, self.value + 1.96 * self.deviation


Game = tuple[Rating, float]
"""The opponent as they were before the game, aged up to it, and one's own score: 1 for a win, half for a draw, 0 for a loss."""


def periods(days: float) -> float:
    """So many days in rating periods; a clock that went back counts as no time."""
    return max(0.0, days) / DAYS_PER_PERIOD


def aged(rating: Rating, elapsed: float) -> Rating:
    """The rating after so many periods without a game: as high, and less certain."""
    wider = math.hypot(rating.deviation, rating.volatility * SCALE * math.sqrt(elapsed))
    return replace(rating, deviation=min(MOST_DEVIATION, wider))


def expected(own: Rating, other: Rating) -> float:
    """The mean score that these ratings foretell, as far as both are known."""
    both = math.hypot(own.deviation, other.deviation)
    return logistic(weight(both) * (own.value - other.value) / SCALE)


def rated(rating: Rating, games: Sequence[Game], elapsed: float) -> Rating:
    """The rating after games that ended together, so many periods after the last ones.

    Opponents are taken as they were before these games, aged up to them. Without games only time passes.
    """
    if not games:
        return aged(rating, elapsed)
    information = push = 0.0
    for other, score in games:
        certain = weight(other.deviation)
        apart = certain * (rating.value - other.value) / SCALE
        information += certain * certain * logistic(apart) * logistic(-apart)
        push += certain * (score - logistic(apart))
    before = aged(replace(rating, volatility=_volatility(rating, information, push, elapsed)), elapsed)
    variance = 1 / ((before.deviation / SCALE) ** -2 + information)
    deviation = max(LEAST_DEVIATION, math.sqrt(variance) * SCALE)
    return Rating(rating.value + variance * push * SCALE, deviation, before.volatility)


def logistic(difference: float) -> float:
    """The chance of winning for a difference on Glickman's own scale."""
    return 1 / (1 + math.exp(-max(-FARTHEST, min(FARTHEST, difference))))


def weight(deviation: float) -> float:
    """How much of a difference is left where a rating is uncertain (Glickman's g)."""
    return 1 / math.sqrt(1 + 3 * (deviation / SCALE / math.pi) ** 2)


def _volatility(rating: Rating, information: float, push: float, elapsed: float) -> float:
    """The volatility that explains these results best (Glickman's step 5).

    In a fraction of a period both the strength and the volatility have wandered for that fraction only, so that many
    short steps come to the same as a long one; in no time there is nothing to learn.
    """
    if elapsed < NO_TIME:
        return rating.volatility
    before = 2 * math.log(min(rating.volatility, MOST_VOLATILITY))
    known, surprise = (rating.deviation / SCALE) ** 2 + 1 / information, (push / information) ** 2
    reach = RESTRAINT**2 * elapsed

    def slope(guess: float) -> float:
        wandered = elapsed * math.exp(guess)
        return wandered * (surprise - known - wandered) / (2 * (known + wandered) ** 2) - (guess - before) / reach

    # Glickman looks for the other end of the search step by step. But the first term is never below -1/2, so this one
    # is far enough to the left; to the right the search ends with the most that there is.
    if slope(before) <= 0:
        return math.exp(_root(slope, before, before - max(reach, math.sqrt(reach))) / 2)
    most = 2 * math.log(MOST_VOLATILITY)
    return math.exp(_root(slope, before, most) / 2) if slope(most) < 0 else MOST_VOLATILITY


def _root(slope: Callable[[float], float], near: float, far: float) -> float:
    """Where the slope vanishes between two places at which it has different signs (the Illinois way, as Glickman)."""
    at_near, at_far = slope(near), slope(far)
    for _ in range(100):
        if abs(far - near) <= 1e-9 or at_near == at_far:
            break
        middle = near + (near - far) * at_near / (at_far - at_near)
        at_middle = slope(middle)
        if at_middle * at_far <= 0:
            near, at_near = far, at_far
        else:
            at_near /= 2
        far, at_far = middle, at_middle
    return far
