"""A process that only works: bots and reviews for servers elsewhere, without pages."""

import asyncio
import logging
import signal

from shanghaien.web.core.parts import end_process_soon, open_parts
from shanghaien.web.core.settings import Settings
from shanghaien.web.run.prepare import prepared
from shanghaien.web.tables.outage_watch import OutageHeartbeat

log = logging.getLogger("shanghaien.work")


def run(settings: Settings, reviewers: int) -> None:
    """Work until stopped by a signal; WrongInput if the database cannot be used."""
    asyncio.run(_run(settings, reviewers))


async def _run(settings: Settings, reviewers: int) -> None:
    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    parts = open_parts(await prepared(settings), reviewers)
    parts[OutageHeartbeat].takes_moves = False
    try:
        await parts.start()
        log.info("working", extra={"bots": settings.bot_workers, "reviewers": reviewers})
        await stopped.wait()
        end_process_soon()
    finally:
        await parts.close()
