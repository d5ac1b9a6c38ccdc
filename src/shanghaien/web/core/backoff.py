"""How long to wait after a failure before the next try: each further failure doubles the pause."""

import time
from collections.abc import Callable

from cachetools import LRUCache

from shanghaien.web.core.ids import GameId


def pause_after(tries: int, first: float, longest: float) -> float:
    """The pause after so many failures in a row, in the unit of the other two; none before the first failure."""
    return min(first * 2 ** min(tries - 1, 20), longest) if tries > 0 else 0


# Games that rest because something about them failed.

FIRST_MS, LONGEST_MS = 5_000, 600_000
OUTAGE_MS = 1_000
"""After an outage of the store, which may be over at any moment."""
MOST_REMEMBERED = 10_000


class BackOff:
    """Sees to it that a game whose bot fails again and again is neither forgotten nor tried all the time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures: LRUCache[GameId, tuple[int, float]] = LRUCache(MOST_REMEMBERED)
        """How often each game has failed in a row, and until when it rests."""

    def failed(self, game: GameId, *, outage: bool = False) -> int:
        """Note a failure; for how many milliseconds the game rests. An outage is no fault of the game's."""
        if outage:
            return OUTAGE_MS
        times = self._failures.get(game, (0, 0.0))[0] + 1
        rest = int(pause_after(times, FIRST_MS, LONGEST_MS))
        self._failures[game] = times, self._clock() + rest / 1000
        return rest

    def went_well(self, game: GameId) -> None:
        """Forget what failed before."""
        self._failures.pop(game, None)

    def resting(self, game: GameId) -> bool:
        """Whether it is too early to try the game again."""
        return self._clock() < self._failures.get(game, (0, 0.0))[1]
