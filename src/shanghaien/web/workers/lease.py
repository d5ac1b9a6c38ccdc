"""Keeping what was claimed: its lease is renewed as long as somebody works on it."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from .outages import note

log = logging.getLogger("shanghaien.workers")


@asynccontextmanager
async def renewing(renew: Callable[[], Awaitable[bool]], every: float) -> AsyncIterator[None]:
    """Call `renew` every so many seconds while the block runs, until it says that the lease is lost."""
    renewal = asyncio.create_task(_renew(renew, every), name="renewing a lease")
    try:
        yield
    finally:
        renewal.cancel()
        await asyncio.wait({renewal})


async def _renew(renew: Callable[[], Awaitable[bool]], every: float) -> None:
    held = True
    while held:
        await asyncio.sleep(every)
        try:
            held = await renew()
        except Exception as error:  # noqa: BLE001 - the lease runs on, and the store may be back before it ends
            note(log, "a lease could not be renewed", error)
