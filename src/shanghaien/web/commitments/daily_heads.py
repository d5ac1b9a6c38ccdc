"""Once a day the head of the public log is signed and kept, for everybody to compare."""

import logging
from datetime import UTC, datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.fairness.second.receipts import LogHead
from shanghaien.web.clock import now
from shanghaien.web.store.database import Database
from shanghaien.web.store.dialects import insert_into
from shanghaien.web.store.due import DueRow, DueStore
from shanghaien.web.store.schema import log_heads

from .keys import signer_of
from .public_log import add_to_log

log = logging.getLogger("shanghaien.log")
KIND = "log head"
"""What the daily signing is called among the things that are due."""
DAY_SECONDS = 24 * 3600


class DailyHeads:
    """Signs the log at the beginning of each day, and at once if nobody has done so today."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._due = DueStore(database)

    async def start(self) -> None:
        """Sign today's head now if nobody has, and let the next one be due when the next day begins."""
        seconds = now() // 1000
        await self.sign(seconds)
        await self._due.set_once(KIND, "", _next_day(seconds))

    async def daily(self, row: DueRow) -> None:
        """Today's head; the next one is due when the next day begins."""
        seconds = now() // 1000
        await self.sign(seconds)
        await self._due.set(KIND, "", _next_day(seconds))

    async def sign(self, seconds: int) -> None:
        """Sign and keep the head of this time's day; one that was kept before stays."""
        async with self._database.writing() as connection:
            logged = await add_to_log(connection, [])
            if await _is_kept(connection, logged.epoch, day_of(seconds)):
                return
            signed = (await signer_of(connection, logged.epoch)).head(LogHead(logged.size, logged.root, seconds))
            values = {"size": signed.size, "root": signed.root, "time": signed.time, "signature": signed.signature}
            row = insert_into(connection, log_heads).values(epoch=logged.epoch, day=day_of(seconds), **values)
            await connection.execute(row.on_conflict_do_nothing())
        log.info("the public log was signed", extra={"epoch": logged.epoch, "size": logged.size})


async def _is_kept(connection: AsyncConnection, epoch: int, day: str) -> bool:
    asked = select(log_heads.c.size).where(log_heads.c.epoch == epoch, log_heads.c.day == day)
    return await connection.scalar(asked) is not None


def _next_day(seconds: int) -> int:
    return (seconds // DAY_SECONDS + 1) * DAY_SECONDS * 1000


def day_of(seconds: int) -> str:
    """The day of a time, by the calendar of Greenwich."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")
