"""The processes of a site tell each other once a second what was asked of them, so that a limit holds for all together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from shanghaien.web.bus.bus import Bus
from shanghaien.web.http.limits import Limits
from shanghaien.web.http.signing import new_id

SUBJECT = "limits"
EVERY = 1.0
"""Seconds between two tellings."""


@asynccontextmanager
async def sharing(limits: Limits, bus: Bus, every: float = EVERY) -> AsyncIterator[None]:
    """Tell and hear for as long as the block runs."""
    cancel = bus.subscribe(SUBJECT, lambda subject, message: limits.hear(message))
    telling = asyncio.create_task(_tell(limits, bus, every))
    try:
        yield
    finally:
        telling.cancel()
        cancel()


async def _tell(limits: Limits, bus: Bus, every: float) -> None:
    sender = new_id()
    while True:
        await asyncio.sleep(every)
        for message in limits.told(sender):
            bus.send(SUBJECT, message)
