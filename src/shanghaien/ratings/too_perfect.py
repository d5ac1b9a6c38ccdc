"""Whether a player plays too perfectly for a person: evidence that may be looked at after every game.

It is the fortune of a player who bets, at fair odds or worse, that hard decisions are taken perfectly. A player who decides by
themselves loses them money on average, so it ever grows to 10,000 times its start for at most one honest person in
10,000, however long they play and however often anybody looks (Ville's inequality; `docs/ratings.md` derives it).
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

PERFECT = 0.0005
"""A decision that gives away less than this is perfect: the best grade of a review."""
SMALLEST_MARGIN, LARGEST_MARGIN = 0.005, 0.03
"""A decision is hard if the best choice is better than the next by so much: not for nothing, and not in plain sight."""
BEST_HONEST = 0.85
"""How often at most a person takes a hard decision perfectly: less than half the errors of a First Mate."""
SUSPICIONS = (0.92, 0.97, 0.995)
"""How often a player might do so who looks up what is best always, or most of the time."""
FALSE_ALARMS = 1e-4
"""The share of honest people about whom there is ever an alarm, at most."""


class WatchedChoice(NamedTuple):
    """One unforced decision of a reviewed game."""

    loss: float
    margin: float
    """What the next best choice would have lost; those as good as the best aside (`margin`)."""

    @property
    def hard(self) -> bool:
        """Whether it says anything about who took it."""
        return SMALLEST_MARGIN <= self.margin < LARGEST_MARGIN


def margin(losses: Sequence[float]) -> float:
    """By how much the best choices beat the next, of what every choice would lose; 0 if most are as good as the best."""
    worse = [loss for loss in losses if loss >= PERFECT]
    return min(worse) if 2 * len(worse) >= len(losses) > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Watch:
    """What the games of a player so far say; made again from the same games, it is the same."""

    games: int = 0
    hard: int = 0
    perfect: int = 0
    """How many of the hard decisions were perfect."""
    bets: tuple[float, ...] = (-math.inf,) * len(SUSPICIONS)
    """The logarithm of what the stakes on each suspicion have grown to."""
    most: float = 0.0
    """The strongest evidence that there ever was."""

    def after(self, choices: Iterable[WatchedChoice]) -> "Watch":
        """The watch after one more game of this person, whose review is exact inside rounds."""
        hard = [choice for choice in choices if choice.hard]
        perfect = sum(choice.loss < PERFECT for choice in hard)
        games = self.games + 1
        stake = -math.log(games * (games + 1) * len(SUSPICIONS))
        bets = tuple(
            _sum_of(bet, stake) + _growth(rate, len(hard), perfect)
            for rate, bet in zip(SUSPICIONS, self.bets, strict=True)
        )
        now = Watch(games, self.hard + len(hard), self.perfect + perfect, bets, self.most)
        return Watch(now.games, now.hard, now.perfect, bets, max(self.most, now.evidence))

    @property
    def evidence(self) -> float:
        """The logarithm of what a fortune of 1 has become; what is not yet staked lies in reserve."""
        return _sum_of(-math.log(self.games + 1), *self.bets)

    @property
    def alarm(self) -> bool:
        """Whether a moderator should look: it stays, though the evidence may weaken afterwards."""
        return self.most >= -math.log(FALSE_ALARMS)


def _growth(rate: float, hard: int, perfect: int) -> float:
    """The logarithm of what a stake becomes by a game: how much likelier it is at this rate than at the best honest."""
    return perfect * math.log(rate / BEST_HONEST) + (hard - perfect) * math.log((1 - rate) / (1 - BEST_HONEST))


def _sum_of(*logarithms: float) -> float:
    """The logarithm of a sum, without ever computing a number too large to hold."""
    most = max(logarithms)
    return most + math.log(sum(math.exp(each - most) for each in logarithms))
