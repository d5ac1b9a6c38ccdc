"""What waits and what failed, for whoever watches over the site; numbers only, neither games nor people.

They are counted once a minute at most: to count takes the longer, the more there is.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Generic, TypeVar

from shanghaien.web.clock import now
from shanghaien.web.store.database import Database
from shanghaien.web.store.waiting import STATES, WaitingStore

__all__ = ["STATES", "Lookout"]


Counted = TypeVar("Counted")
KEPT_MS = 60_000


class Lookout:
    """Counts what waits in the store."""

    def __init__(self, database: Database) -> None:
        waiting = WaitingStore(database)
        self._due, self._sums = _Kept(waiting.lengths), _Kept(waiting.sums)

    async def due(self) -> Mapping[tuple[str, str], int]:
        """How many things of each kind are due, by one of `STATES`."""
        return await self._due.now()

    async def sums(self) -> Mapping[str, int]:
        """How many people, sessions, games that wait for somebody, reviews and reports that wait there are."""
        return await self._sums.now()


class _Kept(Generic[Counted]):
    """What was counted within the last minute, or else is counted now."""

    def __init__(self, count: Callable[[], Awaitable[Counted]]) -> None:
        self._count = count
        self._last: tuple[int, Counted] | None = None

    async def now(self) -> Counted:
        if self._last is None or not 0 <= now() - self._last[0] < KEPT_MS:
            self._last = (now(), await self._count())
        return self._last[1]
