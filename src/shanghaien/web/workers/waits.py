"""Games whose bot waits for its turn to think, and how many others are before it; known to all processes of a site."""

import json
import time
from collections.abc import Mapping

from shanghaien.web.bus.bus import Bus, NoBus
from shanghaien.web.ids import GameId

WAITS = "work.waits"
"""Games that wait, each with how many others are before it."""
SECONDS_TRUE = 6.0
"""How long a word about a game holds; whoever thinks for bots repeats it meanwhile."""
MOST_TOLD = 100
"""Games in one message, which has to stay short: those that come next are told."""


class Waits:
    """What is known of games that wait; one that is not known of does not wait, or not for long."""

    def __init__(self, bus: Bus | None = None) -> None:
        self._bus = bus or NoBus()
        self._bus.subscribe(WAITS, self._hear)
        self._ahead: dict[GameId, tuple[int, float]] = {}
        self._told: frozenset[GameId] = frozenset()

    def tell(self, ahead: Mapping[GameId, int]) -> None:
        """Let everybody know of the games that wait now and did when this was last told: the others are quick."""
        still = {game: count for game, count in ahead.items() if game in self._told}
        self._told = frozenset(ahead)
        self._keep(still)
        some = dict(sorted(still.items(), key=lambda item: item[1])[:MOST_TOLD])
        if some:
            self._bus.send(WAITS, json.dumps(some))

    def ahead(self, game: GameId) -> int:
        """How many other games are thought about before this one's bot; 0 if it does not wait."""
        count, at = self._ahead.get(game, (0, 0.0))
        return count if time.monotonic() - at < SECONDS_TRUE else 0

    def _keep(self, ahead: Mapping[GameId, int]) -> None:
        now = time.monotonic()
        self._ahead = {game: told for game, told in self._ahead.items() if now - told[1] < SECONDS_TRUE}
        self._ahead |= {game: (count, now) for game, count in ahead.items()}

    def _hear(self, subject: str, message: str) -> None:
        try:
            self._keep({GameId(str(game)): int(count) for game, count in json.loads(message).items()})
        except (ValueError, TypeError, AttributeError):
            return  # of another version of the program
