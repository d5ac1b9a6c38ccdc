"""What is due at a time: one row per kind and subject, claimed with a lease, gone when it is done. A crash loses nothing.

The functions that take a connection are for whoever sets something due in a transaction of their own.
"""

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, case, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.backoff import pause_after
from shanghaien.web.core.batcher import gather_all
from shanghaien.web.core.database import schema as database_schema
from shanghaien.web.core.database.dialects import insert_into, now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.outages import note


class NewJob(NamedTuple):
    """What is to be due from now on, or not any more if it has no time."""

    kind: str
    subject: str
    at: int | None
    text: str = ""


@dataclass(frozen=True, slots=True)
class JobRow:
    """Something due, claimed until `leased_until`; `tries` counts how often it was claimed since it was set."""

    id: int
    kind: str
    subject: str
    text: str
    at: int
    leased_until: int
    tries: int


async def schedule(connection: AsyncConnection, kind: str, subject: str, at: int, text: str = "") -> None:
    """Let it be due at that time; set anew it moves, and whoever works on it just now does not finish it."""
    fresh = {"text": text, "at": at, "leased_until": 0, "tries": 0}
    row = insert_into(connection, database_schema.due).values(kind=kind, subject=subject, **fresh)
    await connection.execute(row.on_conflict_do_update(index_elements=["kind", "subject"], set_=fresh))


async def unschedule(connection: AsyncConnection, kind: str, subject: str) -> None:
    """Let it not be due any more; one that is not set is no matter."""
    due = database_schema.due
    await connection.execute(delete(due).where(due.c.kind == kind, due.c.subject == subject))


async def job(connection: AsyncConnection, wishes: Iterable[NewJob]) -> None:
    """Let what is wished for be due, or not any more."""
    for kind, subject, at, text in wishes:
        if at is None:
            await unschedule(connection, kind, subject)
        else:
            await schedule(connection, kind, subject, at, text)


class JobStore:
    """What is due. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def set(self, kind: str, subject: str, at: int, text: str = "") -> None:
        """Let it be due at that time; set anew it moves."""
        async with self._database.write() as connection:
            await schedule(connection, kind, subject, at, text)

    async def set_once(self, kind: str, subject: str, at: int, text: str = "") -> None:
        """Let it be due at that time, unless it is set already."""
        values = {"kind": kind, "subject": subject, "at": at, "text": text}
        async with self._database.write() as connection:
            await connection.execute(
                insert_into(connection, database_schema.due).values(values).on_conflict_do_nothing()
            )

    async def cancel(self, kind: str, subject: str) -> None:
        """Let it not be due any more."""
        async with self._database.write() as connection:
            await unschedule(connection, kind, subject)

    async def claim(self, kinds: Collection[str], limit: int, lease_ms: int) -> list[JobRow]:
        """Up to so many things that are due and that nobody works on, longest due first; theirs for the lease."""
        due = database_schema.due
        async with self._database.write() as connection:
            now = now_in(connection)
            open_ = and_(due.c.kind.in_(kinds), due.c.at <= now, due.c.leased_until <= now)
            picked = select(due.c.id).where(open_).order_by(due.c.at).limit(limit).with_for_update(skip_locked=True)
            values = {"leased_until": now + lease_ms, "tries": due.c.tries + 1}
            claimed = update(due).where(due.c.id.in_(picked)).values(values).returning(*_columns())
            rows = [JobRow(*row) for row in await connection.execute(claimed)]
        return sorted(rows, key=lambda row: row.at)

    async def renew(self, row: JobRow, lease_ms: int) -> JobRow | None:
        """Keep it for that long from now on; None if it was set anew, cancelled or passed to somebody else."""
        due = database_schema.due
        async with self._database.write() as connection:
            kept = update(due).where(_same(row)).values(leased_until=now_in(connection) + lease_ms)
            renewed = (await connection.execute(kept.returning(*_columns()))).one_or_none()
        return None if renewed is None else JobRow(*renewed)

    async def done(self, row: JobRow) -> bool:
        """Take it off the list; it stays, and False comes back, if it was set anew or passed to somebody else."""
        async with self._database.write() as connection:
            return (await connection.execute(delete(database_schema.due).where(_same(row)))).rowcount == 1

    async def later(self, row: JobRow, delay_ms: int) -> None:
        """Let it be due again after a while; its tries are kept."""
        async with self._database.write() as connection:
            values = {"at": now_in(connection) + delay_ms, "leased_until": 0}
            await connection.execute(update(database_schema.due).where(_same(row)).values(values))

    async def wait_ms(self, kinds: Collection[str]) -> int | None:
        """How long it is until something can be claimed, by the database's clock; None if nothing is set."""
        due, ours = database_schema.due.c, database_schema.due.c.kind.in_(kinds)
        async with self._database.connect() as connection:
            now = now_in(connection)
            # What is claimed was due, so the first of those that are not due yet is free: nothing else is looked at.
            coming = select(due.at).where(ours, due.at > now).order_by(due.at).limit(1)
            claimed = case((due.at > due.leased_until, due.at), else_=due.leased_until)
            there = select(func.min(claimed)).where(ours, due.at <= now)
            query = select(coming.scalar_subquery() - now, there.scalar_subquery() - now)
            waits = [wait for wait in (await connection.execute(query)).one() if wait is not None]
        return max(0, min(waits)) if waits else None


def _columns() -> Any:
    due = database_schema.due.c
    return due.id, due.kind, due.subject, due.text, due.at, due.leased_until, due.tries


def _same(row: JobRow) -> ColumnElement[bool]:
    """The row as it was claimed: what set it anew or claimed it again has changed the lease."""
    due = database_schema.due.c
    return and_(due.id == row.id, due.at == row.at, due.leased_until == row.leased_until)


# Keeping what was claimed: its lease is renewed as long as somebody works on it.

lease_log = logging.getLogger("shanghaien.workers")


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
            note(lease_log, "a lease could not be renewed", error)


# Does what is due: whichever process of the site is first, and again later if it failed.

log = logging.getLogger("shanghaien.due")
Handler = Callable[[JobRow], Awaitable[None]]
"""Does something that is due. It may be done twice, when a process dies after it, so it must bear repeating."""
LEASE_MS = 30_000
AT_ONCE = 20
LONGEST_REST = 3.0
"""Seconds between two looks: something may be set anew by another process at any time."""
FIRST_PAUSE_MS, LONGEST_PAUSE_MS = 5_000, 3_600_000
"""After a failure; each further one doubles the pause."""
SECONDS_TO_END, SECONDS_TO_RELEASE = 0.4, 0.5
"""How long a stop waits for what is under way, and then for it to be given back."""


class JobRunner:
    """Calls the handler of each kind when something of that kind is due."""

    def __init__(self, due: JobStore, handlers: Mapping[str, Handler]) -> None:
        self._due = due
        self._handlers = handlers
        self._task: asyncio.Task[None] | None = None
        self._over = asyncio.Event()
        self._poked = asyncio.Event()

    def wake(self) -> None:
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
        await gather_all(*(self._do(row) for row in rows))
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

    async def _do(self, row: JobRow) -> None:
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
            pause = pause_after(row.tries, FIRST_PAUSE_MS, LONGEST_PAUSE_MS)
            await self._due.later(held[0], int(pause))

    async def _leave(self, row: JobRow) -> None:
        with suppress(Exception):
            async with asyncio.timeout(SECONDS_TO_RELEASE):
                await self._due.later(row, 0)
