"""What waits and what failed, for whoever watches over the site; numbers only, neither games nor people."""

from collections.abc import Mapping

from shanghaien.web.store.database import Database
from shanghaien.web.store.waiting import STATES, WaitingStore

__all__ = ["STATES", "Lookout"]


class Lookout:
    """Counts what waits in the store."""

    def __init__(self, database: Database) -> None:
        self._waiting = WaitingStore(database)

    async def due(self) -> Mapping[tuple[str, str], int]:
        """How many things of each kind are due, by one of `STATES`."""
        return await self._waiting.lengths()

    async def sums(self) -> Mapping[str, int]:
        """How many people, sessions, games that wait for somebody, reviews and reports that wait there are."""
        return await self._waiting.sums()
