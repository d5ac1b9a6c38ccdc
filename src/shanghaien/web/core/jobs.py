"""Jobs: rows with a kind and a subject that one process after the other claims with a lease, until one has done them.

The functions that take a connection are for callers that schedule a job in a transaction of their own.
"""

import asyncio
import logging
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Integer,
    and_,
    bindparam,
    case,
    cast,
    delete,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.dml import ReturningInsert

from shanghaien.web.core.backoff import pause_after
from shanghaien.web.core.concurrency import gather_all
from shanghaien.web.core.database.dialects import SERVER_CLOCK, insert_into, insert_of, now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.schema import jobs
from shanghaien.web.core.outages import note, reason_of

log = logging.getLogger("shanghaien.jobs")
SECONDS_TO_RELEASE = 0.5
LONGEST_PROBLEM = 300


class NewJob(NamedTuple):
    """A job to be scheduled, or cancelled if it has no time."""

    kind: str
    subject: str
    at: int | None
    payload: str = ""


@dataclass(frozen=True, slots=True)
class JobRow:
    """A job that is claimed until `leased_until`; `tries` counts how often it was claimed since it was scheduled."""

    id: int
    kind: str
    subject: str
    payload: str
    at: int
    leased_until: int
    tries: int
    priority: int = 0
    """Of jobs of one kind whose time has come the lowest is claimed first, by a runner of that kind alone."""


COLUMNS = tuple(jobs.c[name] for name in JobRow.__dataclass_fields__)


async def schedule(
    connection: AsyncConnection, kind: str, subject: str, at: int, payload: str = "", problem: str = ""
) -> None:
    """Have it done at that time; scheduled again it moves, and a process that works on it just now does not finish it."""
    fresh = {"payload": payload, "at": at, "leased_until": 0, "tries": 0, "problem": problem[:LONGEST_PROBLEM]}
    row = insert_into(connection, jobs).values(kind=kind, subject=subject, **fresh)
    await connection.execute(row.on_conflict_do_update(index_elements=["kind", "subject"], set_=fresh))


async def schedule_once(
    connection: AsyncConnection, kind: str, subject: str, at: int, payload: str = "", priority: int = 0
) -> None:
    """Have it done at that time, unless it is scheduled already."""
    values = {"kind": kind, "subject": subject, "at": at, "payload": payload, "priority": priority}
    await connection.execute(insert_into(connection, jobs).values(values).on_conflict_do_nothing())


async def unschedule(connection: AsyncConnection, kind: str, subject: str) -> None:
    """Remove a job, if it is there."""
    await connection.execute(delete(jobs).where(jobs.c.kind == kind, jobs.c.subject == subject))


async def schedule_all(connection: AsyncConnection, wanted: Iterable[NewJob]) -> None:
    """Schedule or cancel each of them."""
    for kind, subject, at, payload in wanted:
        if at is None:
            await unschedule(connection, kind, subject)
        else:
            await schedule(connection, kind, subject, at, payload)


class JobStore:
    """The table of jobs. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def set(self, kind: str, subject: str, at: int, payload: str = "", problem: str = "") -> None:
        """Have it done at that time; set anew it moves. `problem` says why it failed before, if it did."""
        async with self._database.write() as connection:
            await schedule(connection, kind, subject, at, payload, problem)

    async def set_once(self, kind: str, subject: str, at: int, payload: str = "") -> None:
        """Have it done at that time, unless it is set already."""
        async with self._database.write() as connection:
            await schedule_once(connection, kind, subject, at, payload)

    async def cancel(self, kind: str, subject: str) -> None:
        """Remove a job, if it is there."""
        async with self._database.write() as connection:
            await unschedule(connection, kind, subject)

    async def claim(self, kinds: Collection[str], limit: int, lease_ms: int) -> list[JobRow]:
        """Up to so many jobs whose time has come and that no process works on.

        Of one kind the lowest priority comes first, of several kinds what is due for longest: each has its index.
        """
        async with self._database.write() as connection:
            now = now_in(connection)
            picked = select(jobs.c.id).where(_free(kinds, now)).limit(limit)
            picked = picked.order_by(jobs.c.priority, jobs.c.at) if len(kinds) == 1 else picked.order_by(jobs.c.at)
            values = {"leased_until": now + lease_ms, "tries": jobs.c.tries + 1, "progress": 0}
            claimed = update(jobs).where(jobs.c.id.in_(picked.with_for_update(skip_locked=True))).values(values)
            rows = [JobRow(*row) for row in await connection.execute(claimed.returning(*COLUMNS))]
        return sorted(rows, key=lambda row: (row.priority, row.at) if len(kinds) == 1 else row.at)

    async def take(self, kind: str, subject: str, version: int, lease_ms: int) -> "Lease | None":
        """A lease on a subject at this version; None if another process has it, or has come further.

        It is no job that a runner would find. On SQLite one process has the database to itself, and nothing is written.
        """
        if self._database.is_sqlite:
            return Lease(self, None, lease_ms)
        async with self._database.connect() as connection:  # one statement, which needs no transaction around it
            given = {"of_kind": kind, "about": subject, "version": str(version), "lease": lease_ms}
            row = (await connection.execute(_taking(), given)).one_or_none()
        if row is None:
            return None
        taken = JobRow(row.id, kind, subject, str(version), 0, row.leased_until, row.tries)
        return Lease(self, taken, lease_ms)

    async def renew(self, row: JobRow, lease_ms: int, progress: float = 0) -> JobRow | None:
        """Keep it for that long from now on; None if it was set again, cancelled or passed to another process."""
        async with self._database.write() as connection:
            values = {"leased_until": now_in(connection) + lease_ms, "progress": progress}
            kept = update(jobs).where(_same(row)).values(values).returning(jobs.c.leased_until)
            until = (await connection.execute(kept)).scalar_one_or_none()
        return None if until is None else replace(row, leased_until=until)

    async def done(self, row: JobRow) -> bool:
        """Remove it; it stays, and False comes back, if it was set again or passed to another process."""
        async with self._database.write() as connection:
            return (await connection.execute(delete(jobs).where(_same(row)))).rowcount == 1

    async def later(self, row: JobRow, delay_ms: int, problem: str = "") -> None:
        """Have it tried again after a while; its tries are kept, and why it failed."""
        async with self._database.write() as connection:
            values = {"at": now_in(connection) + delay_ms, "leased_until": 0, "problem": problem[:LONGEST_PROBLEM]}
            await connection.execute(update(jobs).where(_same(row)).values(values))

    async def release(self, row: JobRow) -> None:
        """Let another process have it at once: this try was cut short and does not count.

        If the database is away, the lease runs out by itself.
        """
        with suppress(Exception):
            async with asyncio.timeout(SECONDS_TO_RELEASE), self._database.write() as connection:
                values = {"leased_until": 0, "tries": jobs.c.tries - 1}
                await connection.execute(update(jobs).where(_same(row)).values(values))

    async def wait_ms(self, kinds: Collection[str]) -> int | None:
        """How long it is until something can be claimed, by the database's clock; None if nothing is set."""
        ours = _of(kinds)
        async with self._database.connect() as connection:
            now = now_in(connection)
            # What is claimed was due, so the first of those that are not due yet is free: nothing else is looked at.
            coming = select(jobs.c.at).where(ours, jobs.c.at > now).order_by(jobs.c.at).limit(1)
            # Where many are free, the first that is found will do; else few are due, and each has a process that works on it.
            until = select(func.min(jobs.c.leased_until)).where(ours, jobs.c.at <= now)
            # In the order of time, so that PostgreSQL reads its index and not the whole table.
            free = select(jobs.c.id).where(_free(kinds, now)).order_by(jobs.c.at).limit(1).scalar_subquery()
            there = case((free.is_not(None), now), else_=until.scalar_subquery())
            query = select(coming.scalar_subquery() - now, there - now)
            pauses = [wait for wait in (await connection.execute(query)).one() if wait is not None]
        return max(0, min(pauses)) if pauses else None


def _of(kinds: Collection[str]) -> ColumnElement[bool]:
    """Jobs of these kinds. Those of several kinds are looked for by their time alone.

    An index of kinds would find all jobs that there are, which then have to be sorted.
    """
    kind = jobs.c.kind if len(kinds) == 1 else jobs.c.kind.concat("")
    return kind.in_(kinds)


def _free(kinds: Collection[str], now: ColumnElement[int]) -> ColumnElement[bool]:
    """Jobs of these kinds that can be claimed."""
    return and_(_of(kinds), jobs.c.at <= now, jobs.c.leased_until <= now)


def _same(row: JobRow) -> ColumnElement[bool]:
    """The row as it was claimed: what set it anew or claimed it again has changed the lease and the tries."""
    return and_(jobs.c.id == row.id, jobs.c.leased_until == row.leased_until, jobs.c.tries == row.tries)


@cache
def _taking() -> ReturningInsert[tuple[int, int, int]]:
    """The statement of every bot's decision on PostgreSQL, built once. A lease that is no job has no time."""
    until = SERVER_CLOCK + bindparam("lease", type_=BigInteger)
    wanted = insert_of(jobs, sqlite=False).values(
        kind=bindparam("of_kind"), subject=bindparam("about"), payload=bindparam("version"), leased_until=until, tries=1
    )
    asked = wanted.excluded
    later = cast(jobs.c.payload, Integer) < cast(asked.payload, Integer)
    free = or_(later, and_(jobs.c.payload == asked.payload, jobs.c.leased_until < SERVER_CLOCK))
    taken = {"payload": asked.payload, "leased_until": asked.leased_until, "tries": jobs.c.tries + 1}
    upsert = wanted.on_conflict_do_update(index_elements=["kind", "subject"], set_=taken, where=free)
    return upsert.returning(jobs.c.id, jobs.c.leased_until, jobs.c.tries)


PROGRESS_EVERY = 1.0
"""Seconds between two words about how far a job is; each of them renews the lease."""


class Lease:
    """A row that is ours, as it stands now; without a row no other process could have it."""

    def __init__(
        self, store: JobStore, row: JobRow | None, ms: int, progress: Callable[[], float] | None = None
    ) -> None:
        self._store = store
        self.row = row
        self._ms = ms
        self._progress = progress

    @asynccontextmanager
    async def renewing(self) -> AsyncIterator[None]:
        """Renew it as long as the block runs, unless it is lost."""
        renewal = asyncio.create_task(self._keep_renewing(), name="renewing a lease")
        try:
            yield
        finally:
            renewal.cancel()
            await asyncio.wait({renewal})

    async def extend(self, ms: int) -> bool:
        """Keep it for that long from now on; False if there is nothing to keep."""
        renewed = self.row and await self._store.renew(self.row, ms, self._progress() if self._progress else 0)
        self.row = renewed or self.row
        return renewed is not None

    async def release(self) -> None:
        """Let another process have it at once."""
        if self.row is not None:
            await self._store.release(self.row)

    async def _keep_renewing(self) -> None:
        held = self.row is not None
        while held:
            await asyncio.sleep(PROGRESS_EVERY if self._progress else self._ms / 3000)
            try:
                held = await self.extend(self._ms)
            except Exception as error:  # noqa: BLE001 - the lease runs on, and the database may be back before it ends
                note(log, "a lease could not be renewed", error)


# Whichever process is first does a job; if it fails, it is tried again later.

Handler = Callable[[JobRow], Awaitable[None]]
"""Does a job. It may be done twice, when a process dies after it, so it must bear repeating."""
LEASE_MS = 30_000
AT_ONCE = 20
LONGEST_REST = 3.0
"""Seconds between two looks: a job may be set anew by another process at any time."""
FIRST_PAUSE_MS, LONGEST_PAUSE_MS = 5_000, 3_600_000
"""After a failure; each further one doubles the pause."""
SECONDS_TO_END = 0.4
"""How long a stop waits for what is under way."""


class JobRunner:
    """Calls the handler of each kind when a job of that kind is due; so many at once, which are waited for together."""

    def __init__(
        self,
        store: JobStore,
        handlers: Mapping[str, Handler],
        at_once: int = AT_ONCE,
        progress: Callable[[], float] | None = None,
    ) -> None:
        self._store = store
        self._handlers = handlers
        self._at_once = at_once
        self._progress = progress
        """How far the job under way has come, from 0 to 1, where a caller waits for it."""
        self._task: asyncio.Task[None] | None = None
        self._stopping = asyncio.Event()
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Look at once: a job was set just now."""
        self._woken.set()

    async def start(self) -> None:
        """Begin to look."""
        self._task = asyncio.create_task(self._keep_looking(), name="doing jobs")

    async def close(self) -> None:
        """Stop; what was begun is ended if it is short, and left to others at once if not."""
        self._stopping.set()
        self._woken.set()
        if self._task is not None:
            # A statement that is cancelled costs its connection, and closing the database has to wait for that.
            await asyncio.wait({self._task}, timeout=SECONDS_TO_END)
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def look(self) -> bool:
        """Do the jobs that are due now; False if there were none."""
        rows = await self._store.claim(self._handlers.keys(), self._at_once, LEASE_MS)
        await gather_all(*(self._do(row) for row in rows))
        return bool(rows)

    async def _keep_looking(self) -> None:
        while not self._stopping.is_set():
            self._woken.clear()
            rest = LONGEST_REST
            try:
                wait = await self._store.wait_ms(self._handlers.keys())
                if wait == 0 and await self.look():
                    continue
                rest = min(rest, (wait or 60_000) / 1000)
            except Exception as error:  # noqa: BLE001 - the database may be away for a while
                note(log, "jobs could not be looked for", error)
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), rest * random.uniform(0.9, 1.1))  # noqa: S311 - not all at once

    async def _do(self, row: JobRow) -> None:
        lease = Lease(self._store, row, LEASE_MS, self._progress)
        try:
            async with lease.renewing():
                await self._handlers[row.kind](row)
            await self._store.done(lease.row or row)
        except asyncio.CancelledError:
            await lease.release()
            raise
        except Exception as error:  # noqa: BLE001 - it is tried again
            note(log, "a job failed", error, kind=row.kind, subject=row.subject, tries=row.tries)
            pause = pause_after(row.tries, FIRST_PAUSE_MS, LONGEST_PAUSE_MS)
            await self._store.later(lease.row or row, int(pause), reason_of(error))
