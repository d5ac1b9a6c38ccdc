"""Does what is due: whichever process of the site is first, and again later if it failed."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from shanghaien.web.store.due import DueRow, DueStore

from .lease import renewing
from .outages import note
from .together import together

log = logging.getLogger("shanghaien.due")
Handler = Callable[[DueRow], Awaitable[None]]
"""Does something that is due. It may be done twice, when a process dies after it, so it must bear repeating."""
LEASE_MS = 30_000
AT_ONCE = 20
LONGEST_REST = 3.0
"""Seconds between two looks: something may be set anew by another process at any time."""
FIRST_PAUSE_MS, LONGEST_PAUSE_MS = 5_000, 3_600_000
"""After a failure; each further one doubles the pause."""
SECONDS_TO_END, SECONDS_TO_RELEASE = 0.4, 0.5
"""How long a stop waits for what is under way, and then for it to be given back."""


class DueRunner:
    """Calls the handler of each kind when something of that kind is due."""

    def __init__(self, due: DueStore, handlers: Mapping[str, Handler]) -> None:
        self._due = due
        self._handlers = handlers
        self._task: asyncio.Task[None] | None = None
        self._over = asyncio.Event()
        self._poked = asyncio.Event()

    def poke(self) -> None:
        """Look at once: something was set due just now."""
        self._poked.set()

    async def start(self) -> None:
        """Begin to look."""
        self._task = asyncio.create_task(self._keep_looking(), name="doing what is due")

    async def close(self) -> None:
        """Stop; what was begun is ended if it is short, and left to others at once if not."""
        self._over.set()
        self._poked.set()
        if self._task is not None:
            # A statement that is cancelled costs its connection, and closing the database has to wait for that.
            await asyncio.wait({self._task}, timeout=SECONDS_TO_END)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def look(self) -> bool:
        """Do what is due now; False if nothing was."""
        rows = await self._due.claim(self._handlers.keys(), AT_ONCE, LEASE_MS)
        await together(*(self._do(row) for row in rows))
        return bool(rows)

    async def _keep_looking(self) -> None:
        while not self._over.is_set():
            self._poked.clear()
            rest = LONGEST_REST
            try:
                wait = await self._due.wait_ms(self._handlers.keys())
                if wait == 0 and await self.look():
                    continue
                rest = min(rest, (wait or 60_000) / 1000)
            except Exception as error:  # noqa: BLE001 - the store may be away for a while
                note(log, "what is due could not be found", error)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._poked.wait(), rest * random.uniform(0.9, 1.1))  # noqa: S311 - not all at once

    async def _do(self, row: DueRow) -> None:
        held = [row]

        async def renew() -> bool:
            renewed = await self._due.renew(held[0], LEASE_MS)
            held[0] = renewed or held[0]
            return renewed is not None

        try:
            async with renewing(renew, LEASE_MS / 3000):
                await self._handlers[row.kind](row)
            await self._due.done(held[0])
        except asyncio.CancelledError:
            await self._leave(held[0])
            raise
        except Exception as error:  # noqa: BLE001 - it is tried again
            note(log, "something due failed", error, kind=row.kind, subject=row.subject, tries=row.tries)
            await self._due.later(held[0], pause_after(row.tries))

    async def _leave(self, row: DueRow) -> None:
        with suppress(Exception):
            async with asyncio.timeout(SECONDS_TO_RELEASE):
                await self._due.later(row, 0)


def pause_after(tries: int) -> int:
    """How many milliseconds to wait after so many failures."""
    return min(FIRST_PAUSE_MS << min(tries - 1, 20), LONGEST_PAUSE_MS)
