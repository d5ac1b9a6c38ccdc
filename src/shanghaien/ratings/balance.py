"""The running account of a player's reviewed games: result without luck, error per decision, luck."""

import math
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist

from .skill import ReviewedGame

PRIOR_GAMES, PRIOR_VARIANCE = 4, 0.09
"""What is known of the variance before the first game, as if so many games had shown it (`docs/ratings.md`)."""
SURE = 0.95
MANY = 200
"""From so many degrees of freedom on a short series has all the digits that anybody wants."""


@dataclass(frozen=True, slots=True)
class Balance:
    """What all reviewed games so far add up to; games are added in any order, and only sums are kept."""

    games: int = 0
    mean: float = 0.0
    """The mean result without luck; 0.5 is as good as one's opponents."""
    squares: float = 0.0
    """The sum of the squared distances from that mean."""
    loss: float = 0.0
    decisions: int = 0
    luck: float = 0.0
    """All luck so far, in games: 1 is a game won by nothing else."""

    def after(self, game: ReviewedGame) -> "Balance":
        """The balance with one more game (Welford's way, which loses no digits); inexact reviews are left out."""
        if not game.exact:
            return self
        games, off = self.games + 1, game.without_luck - self.mean
        mean = self.mean + off / games
        squares = self.squares + off * (game.without_luck - mean)
        return Balance(
            games, mean, squares, self.loss + game.loss, self.decisions + game.decisions, self.luck + game.luck
        )

    @property
    def error(self) -> float | None:
        """The chance of winning that a decision gives away; None before the first."""
        return self.loss / self.decisions if self.decisions else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the true mean lies in 95 of 100 cases, also after one game; None before it."""
        if not self.games:
            return None
        freedom = PRIOR_GAMES + self.games - 1
        variance = (PRIOR_GAMES * PRIOR_VARIANCE + self.squares) / freedom
        margin = student(freedom) * math.sqrt(variance / self.games)
        return self.mean - margin, self.mean + margin


@cache
def student(freedom: int) -> float:
    """How many standard errors to either side hold 95 of 100 cases, by Student's distribution."""
    if freedom >= MANY:
        return _by_series(freedom)
    low, high = 1.0, 13.0
    while high - low > 1e-12:
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < SURE else (low, middle)
    return low


def _within(distance: float, freedom: int) -> float:
    """The chance of being no farther away: the finite sums of Abramowitz and Stegun, 26.7.3 and 26.7.4."""
    angle = math.atan2(distance, math.sqrt(freedom))
    odd = freedom % 2
    term = total = math.cos(angle) if odd else 1.0
    for step in range(2 + odd, freedom - 1, 2):
        term *= math.cos(angle) ** 2 * (step - 1) / step
        total += term
    if not odd:
        return math.sin(angle) * total
    return (angle + (math.sin(angle) * total if freedom > 1 else 0.0)) * 2 / math.pi


def _by_series(freedom: int) -> float:
    """Cornish and Fisher's expansion around the normal distribution."""
    z = NormalDist().inv_cdf((1 + SURE) / 2)
    return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
