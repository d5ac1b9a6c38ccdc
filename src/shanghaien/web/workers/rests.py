"""Games that rest because something about them failed: each further failure doubles the rest."""

import time
from collections import OrderedDict

from shanghaien.web.ids import GameId

FIRST_MS, LONGEST_MS = 5_000, 600_000
OUTAGE_MS = 1_000
"""After an outage of the store, which may be over at any moment."""
MOST_REMEMBERED = 10_000


class Rests:
    """Sees to it that a game whose bot fails again and again is neither forgotten nor tried all the time."""

    def __init__(self) -> None:
        self._failures: OrderedDict[GameId, tuple[int, float]] = OrderedDict()

    def failed(self, game: GameId, *, outage: bool = False) -> int:
        """Note a failure; for how many milliseconds the game rests. An outage is no fault of the game's."""
        if outage:
            return OUTAGE_MS
        times = self._failures.pop(game, (0, 0.0))[0] + 1
        rest = min(FIRST_MS << min(times - 1, 20), LONGEST_MS)
        self._failures[game] = times, time.monotonic() + rest / 1000
        if len(self._failures) > MOST_REMEMBERED:
            self._failures.popitem(last=False)
        return rest

    def went_well(self, game: GameId) -> None:
        """Forget what failed before."""
        self._failures.pop(game, None)

    def resting(self, game: GameId) -> bool:
        """Whether it is too early to try the game again."""
        return time.monotonic() < self._failures.get(game, (0, 0.0))[1]
