"""What hangs at the quay: the newest offers, read once for everybody who looks, and anew when something changes."""

import asyncio
from math import inf
from time import monotonic

from shanghaien.web.clock import now
from shanghaien.web.ids import GameId, Version
from shanghaien.web.play.hub import NEWS, Hub
from shanghaien.web.store.database import Database
from shanghaien.web.store.offers import ListedOffer, OfferStore

QUAY = GameId("quay")
"""The name under which the lobby's news go from process to process, as if it were a game; none is called so."""
MOST_LISTED = 400
"""So many offers are looked at; older ones show up when newer ones are taken."""
KEPT_SECONDS = 5.0
"""A message may be lost: after that long one looks again in any case."""


class Board:
    """The offers as they were a moment ago. Whoever presses one learns from the store whether it still stands."""

    def __init__(self, database: Database, hub: Hub) -> None:
        self._store = OfferStore(database)
        self._hub = hub
        self._offers: tuple[ListedOffer, ...] = ()
        self._read_at = -inf
        self._changes = 0
        self._reading = asyncio.Lock()
        hub.bus.subscribe(NEWS + QUAY, lambda subject, message: self.outdate())

    async def offers(self) -> tuple[ListedOffer, ...]:
        """The newest offers, the latest first."""
        if not self._fresh:
            async with self._reading:  # of many who come at once, one reads for all
                if not self._fresh:
                    await self._read()
        return self._offers

    def changed(self) -> None:
        """Something is offered, or is no longer: everybody looks again, here and elsewhere."""
        self.outdate()
        self._hub.publish(QUAY, Version(now()), stored=False)

    @property
    def _fresh(self) -> bool:
        return monotonic() - self._read_at < KEPT_SECONDS

    async def _read(self) -> None:
        before = self._changes
        self._offers = tuple(await self._store.newest(MOST_LISTED))
        if self._changes == before:  # else something changed meanwhile, and the next one reads again
            self._read_at = monotonic()

    def outdate(self) -> None:
        """Read anew when somebody looks."""
        self._changes += 1
        self._read_at = -inf
