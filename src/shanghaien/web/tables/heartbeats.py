"""Shows that a server is there: time in which none was is nobody's, and every process tells so while it lives."""

import asyncio
import logging

from shanghaien.web.core.clock import now
from shanghaien.web.core.outages import note
from shanghaien.web.tables.clocks import Pause
from shanghaien.web.tables.open_games import OpenGames
from shanghaien.web.tables.store.pauses import OutageStore

log = logging.getLogger("shanghaien.time")
SECONDS_BETWEEN = 5.0
LONGEST_SILENCE_MS = 8_000
"""What may lie between two signs of life of servers that are there."""


class Heartbeats:
    """Writes down every few seconds that this process is there."""

    def __init__(self, games: OpenGames) -> None:
        self._games = games
        self._store = OutageStore(games.games.database)
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Find out how long nobody was there, and begin to beat."""
        # A process that has the store to itself was alone before too: it has not been there since it last said so.
        silence = 0 if self._games.games.database.is_sqlite else LONGEST_SILENCE_MS
        outage = await self._store.begin(now(), silence)
        if outage is not None:
            log.info("nobody's time went on while no server was there", extra={"ms": outage[1] - outage[0]})
        self._games.outages = tuple(Pause(*span) for span in await self._store.known())
        self._task = asyncio.create_task(self._beat(), name="showing life")

    async def close(self) -> None:
        """Say a last time that this process was there."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            await self._store.beat(now())

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(SECONDS_BETWEEN)
            try:
                await self._store.beat(now())
            except Exception as error:  # noqa: BLE001 - the store may be away for a while
                note(log, "a sign of life could not be written", error)
