"""Reading the public log: its entries in order, those of one game, and the daily heads."""

import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, Row, and_, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.fairness.public_log import entry, leaf
from shanghaien.fairness.receipts import LogHead
from shanghaien.web.core.clock import now
from shanghaien.web.core.database.dialects import insert_into
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.jobs import JobRow, JobStore
from shanghaien.web.tables.dice.public_log import LoggedEntry, LogState, add_to_log, present_log, public_keys, signer_of
from shanghaien.web.tables.store.schema import commitments, log_heads

MOST_OF_A_GAME = 1000
"""Entries of one game that are told: some for its beginning, and one whenever somebody commits anew."""


class NumberedEntry(NamedTuple):
    """An entry and its place in the log."""

    epoch: int
    number: int
    entry: LoggedEntry


class DailyHead(NamedTuple):
    """The signed head of a day."""

    epoch: int
    day: str
    head: LogHead


class LogReader:
    """Reads; every method sees one moment."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def state(self) -> LogState | None:
        """The present log; None before anything was signed."""
        async with self._database.read() as connection:
            return await present_log(connection)

    async def keys(self) -> dict[int, str]:
        """The public keys, by the number of their log."""
        async with self._database.read() as connection:
            return await public_keys(connection)

    async def size(self, epoch: int) -> int:
        """How many entries a log has; 0 if there is no such log."""
        last = select(func.max(commitments.c.number)).where(commitments.c.epoch == epoch)
        async with self._database.connect() as connection:
            found: int | None = await connection.scalar(last)
        return 0 if found is None else found + 1

    async def between(self, epoch: int, start: int, end: int) -> list[NumberedEntry]:
        """The entries from one number up to but not including another."""
        number = commitments.c.number
        return await self._entries(and_(commitments.c.epoch == epoch, number >= start, number < end), end - start)

    async def leaves(self, epoch: int, start: int, end: int) -> list[str]:
        """The leaves of the same entries, in less time: of these very many are read."""
        log = commitments.c
        which = and_(log.epoch == epoch, log.number >= start, log.number < end)
        async with self._database.connect() as connection:
            rows = await connection.execute(select(log.kind, log.game, log.hash).where(which).order_by(log.number))
            return [leaf(entry(kind, game, fixed)) for kind, game, fixed in rows]

    async def of_game(self, game: str) -> list[NumberedEntry]:
        """What was committed to for a game."""
        return await self._entries(commitments.c.game == game, MOST_OF_A_GAME)

    async def heads(self, limit: int) -> list[DailyHead]:
        """The latest daily heads, the youngest first."""
        asked = select(log_heads).order_by(log_heads.c.time.desc(), log_heads.c.epoch.desc()).limit(limit)
        async with self._database.connect() as connection:
            rows = (await connection.execute(asked)).all()
        return [DailyHead(row.epoch, row.day, LogHead(row.size, row.root, row.time, row.signature)) for row in rows]

    async def _entries(self, which: ColumnElement[bool], most: int) -> list[NumberedEntry]:
        asked = select(commitments).where(which).order_by(commitments.c.epoch, commitments.c.number).limit(most)
        async with self._database.connect() as connection:
            return _numbered((await connection.execute(asked)).all())


def _numbered(rows: Sequence[Row[tuple[object, ...]]]) -> list[NumberedEntry]:
    return [NumberedEntry(row.epoch, row.number, LoggedEntry(row.kind, row.game, row.hash)) for row in rows]


# Once a day the head of the public log is signed and kept, for everybody to compare.

log = logging.getLogger("shanghaien.log")
KIND = "log head"
"""What the daily signing is called among the things that are due."""
DAY_SECONDS = 24 * 3600


class DailyHeads:
    """Signs the log at the beginning of each day, and at once if nobody has done so today."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._due = JobStore(database)

    async def start(self) -> None:
        """Sign today's head now if nobody has, and let the next one be due when the next day begins."""
        seconds = now() // 1000
        await self.sign(seconds)
        await self._due.set_once(KIND, "", _next_day(seconds))

    async def daily(self, row: JobRow) -> None:
        """Today's head; the next one is due when the next day begins."""
        seconds = now() // 1000
        await self.sign(seconds)
        await self._due.set(KIND, "", _next_day(seconds))

    async def sign(self, seconds: int) -> None:
        """Sign and keep the head of this time's day; one that was kept before stays."""
        async with self._database.write() as connection:
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
