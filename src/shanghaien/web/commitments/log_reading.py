"""Reading the public log: its entries in order, those of one game, and the daily heads."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Row, and_, func, select

from shanghaien.fairness.second.public_log import entry, leaf
from shanghaien.fairness.second.receipts import LogHead
from shanghaien.web.store.database import Database
from shanghaien.web.store.schema import commitments, log_heads

from .keys import public_keys
from .public_log import LoggedEntry, LogState, present_log

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
        async with self._database.reading() as connection:
            return await present_log(connection)

    async def keys(self) -> dict[int, str]:
        """The public keys, by the number of their log."""
        async with self._database.reading() as connection:
            return await public_keys(connection)

    async def size(self, epoch: int) -> int:
        """How many entries a log has; 0 if there is no such log."""
        last = select(func.max(commitments.c.number)).where(commitments.c.epoch == epoch)
        async with self._database.glancing() as connection:
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
        async with self._database.glancing() as connection:
            rows = await connection.execute(select(log.kind, log.game, log.hash).where(which).order_by(log.number))
            return [leaf(entry(kind, game, fixed)) for kind, game, fixed in rows]

    async def of_game(self, game: str) -> list[NumberedEntry]:
        """What was committed to for a game."""
        return await self._entries(commitments.c.game == game, MOST_OF_A_GAME)

    async def heads(self, limit: int) -> list[DailyHead]:
        """The latest daily heads, the youngest first."""
        asked = select(log_heads).order_by(log_heads.c.time.desc(), log_heads.c.epoch.desc()).limit(limit)
        async with self._database.glancing() as connection:
            rows = (await connection.execute(asked)).all()
        return [DailyHead(row.epoch, row.day, LogHead(row.size, row.root, row.time, row.signature)) for row in rows]

    async def _entries(self, which: ColumnElement[bool], most: int) -> list[NumberedEntry]:
        asked = select(commitments).where(which).order_by(commitments.c.epoch, commitments.c.number).limit(most)
        async with self._database.glancing() as connection:
            return _numbered((await connection.execute(asked)).all())


def _numbered(rows: Sequence[Row[tuple[object, ...]]]) -> list[NumberedEntry]:
    return [NumberedEntry(row.epoch, row.number, LoggedEntry(row.kind, row.game, row.hash)) for row in rows]
