"""How often something may be done within an hour: who has done it that often gets the next chance little by little."""

from collections import OrderedDict
from collections.abc import Callable

HOUR = 3600.0
MOST_REMEMBERED = 10_000


class Hours:
    """Chances per key that fill up again with time."""

    def __init__(self, per_hour: int, clock: Callable[[], float]) -> None:
        self._full = float(per_hour)
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, key: str) -> float:
        """Take a chance: 0, or the seconds until there is one again."""
        now = self._clock()
        left, then = self._left.pop(key, (self._full, now))
        left = min(self._full, left + (now - then) * self._full / HOUR)
        self._left[key] = (left - 1 if left >= 1 else left, now)
        if len(self._left) > MOST_REMEMBERED:
            self._left.popitem(last=False)
        return 0.0 if left >= 1 else (1 - left) * HOUR / self._full
