"""Reading the public log: its entries in order, those of one game, the daily heads, and paths that prove both."""

import asyncio
import logging
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from cachetools import LRUCache
from sqlalchemy import ColumnElement, and_, func, select

from shanghaien.fairness.merkle_tree import Frontier, entry, leaf
from shanghaien.fairness.receipts import LogHead
from shanghaien.web.core.clock import now
from shanghaien.web.core.database.dialects import insert_into
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.jobs import JobRow, JobStore
from shanghaien.web.tables.dice.log_writer import (
    LoggedEntry,
    LogState,
    add_to_log,
    present_log,
    present_signer,
    public_keys,
    signer_of,
)
from shanghaien.web.tables.store.schema import commitments, log_heads

MOST_OF_A_GAME = 1000
"""Entries of one game in an answer: some for its beginning, and one whenever a player commits anew."""


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


class SignedHead(NamedTuple):
    """The head of a log as it stands, and the key that has signed it."""

    epoch: int
    key: str
    head: LogHead


class LogReader:
    """Reads the log; every method sees one moment."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def state(self) -> LogState | None:
        """The present log; None before anything was signed."""
        async with self._database.read() as connection:
            return await present_log(connection)

    async def signed_head(self) -> SignedHead | None:
        """The head of the present log, signed; None before anything was signed."""
        async with self._database.read() as connection:
            state = await present_log(connection)
            signer = None if state is None else await present_signer(connection, state.epoch)
            if state is None or signer is None:
                return None
            latest = select(func.max(log_heads.c.time)).where(log_heads.c.epoch == state.epoch)
            time = max(state.time, await connection.scalar(latest) or 0)
        return SignedHead(state.epoch, signer.public, signer.head(LogHead(state.size, state.root, time)))

    async def keys(self) -> dict[int, str]:
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
        """The leaves of the same entries, in less time: paths read very many of them."""
        log = commitments.c
        which = and_(log.epoch == epoch, log.number >= start, log.number < end)
        async with self._database.connect() as connection:
            rows = await connection.execute(select(log.kind, log.game, log.hash).where(which).order_by(log.number))
            return [leaf(entry(kind, game, fixed)) for kind, game, fixed in rows]

    async def of_game(self, game: str) -> list[NumberedEntry]:
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
            rows = await connection.execute(asked)
            return [NumberedEntry(row.epoch, row.number, LoggedEntry(row.kind, row.game, row.hash)) for row in rows]


# Once a day the head of the public log is signed and kept, to be compared by anybody.

log = logging.getLogger("shanghaien.log")
KIND = "log head"
"""The kind of the daily job."""
DAY_SECONDS = 24 * 3600


class DailyHeads:
    """Signs the log at the beginning of each day, and at start if today's head is missing."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._jobs = JobStore(database)

    async def start(self) -> None:
        """Sign today's head if it is missing, and schedule the next one."""
        seconds = await self._seconds()
        await self.sign(seconds)
        await self._jobs.set_once(KIND, "", _next_day(seconds))

    async def daily(self, row: JobRow) -> None:
        """Sign today's head, and schedule the next one."""
        seconds = await self._seconds()
        await self.sign(seconds)
        await self._jobs.set(KIND, "", _next_day(seconds))

    async def _seconds(self) -> int:
        """The time of a head that is signed now: not before the last entry, whatever this computer's clock says."""
        async with self._database.read() as connection:
            present = await present_log(connection)
        return max(now() // 1000, 0 if present is None else present.time)

    async def sign(self, seconds: int) -> None:
        """Sign and keep the head of this time's day; one that was kept before stays."""
        async with self._database.write() as connection:
            logged = await add_to_log(connection, [])
            kept = select(log_heads.c.size).where(log_heads.c.epoch == logged.epoch, log_heads.c.day == day_of(seconds))
            if await connection.scalar(kept) is not None:
                return
            signed = (await signer_of(connection, logged.epoch)).head(LogHead(logged.size, logged.root, seconds))
            values = {"size": signed.size, "root": signed.root, "time": signed.time, "signature": signed.signature}
            row = insert_into(connection, log_heads).values(epoch=logged.epoch, day=day_of(seconds), **values)
            await connection.execute(row.on_conflict_do_nothing())
        log.info("the public log was signed", extra={"epoch": logged.epoch, "size": logged.size})


def _next_day(seconds: int) -> int:
    return (seconds // DAY_SECONDS + 1) * DAY_SECONDS * 1000


def day_of(seconds: int) -> str:
    """The day of a time, in UTC."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d")


# Paths of the public log, as in RFC 6962, without reading all of it each time: heads of complete blocks are remembered.

BLOCK = 1024
"""Entries of a block; a power of two, so that a block is a part of the tree."""
MOST_BLOCKS, MOST_OPENED = 16_384, 16
"""Blocks whose heads are remembered, and blocks all of whose leaves are; a few megabytes at most."""
Span = tuple[int, int]
"""A part of the tree: the number of its first entry, and of the first one after it."""


class LogGap(Exception):
    """Entries of the log are missing from the store."""


class LogPaths:
    """Works out paths; the head of a complete block never changes, so it is worked out once."""

    def __init__(self, reader: LogReader, block: int = BLOCK, most: int = MOST_BLOCKS) -> None:
        self.reader = reader
        self._block = block
        self._heads: LRUCache[tuple[int, int], str] = LRUCache(most)
        self._opened: LRUCache[tuple[int, int], list[str]] = LRUCache(MOST_OPENED)
        """The leaves of the blocks that were asked for last; the newest block may have more of them by now."""
        self._one_at_a_time = asyncio.Lock()

    async def inclusion(self, epoch: int, number: int, size: int) -> list[str]:
        """The hashes that lead from an entry to the head of the log when it had this size."""
        return [await self.head(epoch, span) for span in inclusion_spans(number, (0, size))]

    async def consistency(self, epoch: int, first: int, second: int) -> list[str]:
        """The hashes that show the log of the first size to be the beginning of that of the second."""
        if not 0 < first < second:
            return []
        return [await self.head(epoch, span) for span in consistency_spans(first, (0, second), whole=True)]

    async def head(self, epoch: int, span: Span) -> str:
        """The head of a part of the tree."""
        start, end = span
        blocks = Frontier()
        if end - start >= self._block:
            for block in range(start // self._block, end // self._block):
                blocks.add(self._heads.get((epoch, block)) or await self._work_out(epoch, block))
            start = end - end % self._block
        rest = _grown(await self._within_block(epoch, start, end))
        return Frontier(end - span[0], blocks.edge + rest.edge).head

    async def _work_out(self, epoch: int, block: int) -> str:
        # However many ask for paths after a start, the log is read once.
        async with self._one_at_a_time:
            if known := self._heads.get((epoch, block)):
                return known
            leaves = await self._leaves(epoch, block * self._block, self._block)
            self._heads[epoch, block] = head = _grown(leaves).head
            return head

    async def _within_block(self, epoch: int, start: int, end: int) -> list[str]:
        """Leaves that all lie in one block."""
        if start == end:
            return []
        first = start - start % self._block
        opened = self._opened.get((epoch, first), [])
        if len(opened) < end - first:
            opened = await self._leaves(epoch, first, end - first)
            self._opened[epoch, first] = opened
        return opened[start - first : end - first]

    async def _leaves(self, epoch: int, first: int, least: int) -> list[str]:
        """The leaves of the block that begins there, at least so many."""
        found = await self.reader.leaves(epoch, first, first + self._block)
        if len(found) < least:
            raise LogGap(f"the public log {epoch} has {len(found)} entries from {first} on, not {least}")
        return found


def _grown(leaves: Sequence[str]) -> Frontier:
    frontier = Frontier()
    for each in leaves:
        frontier.add(each)
    return frontier


def inclusion_spans(number: int, span: Span) -> Iterator[Span]:
    """The parts of the tree whose heads are the path from an entry, the nearest first."""
    start, end = span
    if end - start == 1:
        return
    middle = start + _half(end - start)
    if number < middle:
        yield from inclusion_spans(number, (start, middle))
        yield middle, end
    else:
        yield from inclusion_spans(number, (middle, end))
        yield start, middle


def consistency_spans(first: int, span: Span, *, whole: bool) -> Iterator[Span]:
    """The same for the path between two sizes; `whole` says that what ends at the first size is its whole tree."""
    start, end = span
    if first == end:
        if not whole:
            yield span
        return
    middle = start + _half(end - start)
    if first <= middle:
        yield from consistency_spans(first, (start, middle), whole=whole)
        yield middle, end
    else:
        yield from consistency_spans(first, (middle, end), whole=False)
        yield start, middle


def _half(size: int) -> int:
    return 1 << ((size - 1).bit_length() - 1)
