"""What waits in the store, for monitoring: jobs, people and their sessions."""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Generic, TypeVar

from sqlalchemy import ColumnElement, String, and_, case, func, literal, or_, select, true, union_all, update

from shanghaien.rules import N_
from shanghaien.web.core.clock import now
from shanghaien.web.core.counters import Gauge
from shanghaien.web.core.database import schema as database_schema
from shanghaien.web.core.database.dialects import now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.features import declared
from shanghaien.web.people import schema as people_schema
from shanghaien.web.reviews.store import REVIEW
from shanghaien.web.tables.store import schema

jobs = database_schema.jobs.c
LATE_MS = 60_000
"""What should have been done so long ago is late: no process does it, or there is too much of it."""
STATES = ("waiting", "working", "late", "failed")


GAUGES = (
    Gauge(
        "people",
        select(func.count()).select_from(people_schema.people),
        "People with an account",
        N_("People with an account"),
    ),
    Gauge(
        "sessions",
        select(func.count()).select_from(people_schema.sessions),
        "Browsers that are signed in",
        N_("Browsers that are signed in"),
    ),
    Gauge(
        "games_asked",
        select(func.count()).where(schema.games.c.result.is_(None), schema.games.c.waits_for.is_not(None)),
        "Games in which somebody is asked",
        N_("Games that wait for somebody"),
    ),
    Gauge(
        "reviews_waiting",
        select(func.count()).where(jobs.kind == REVIEW),
        "Reviews that are asked for and not yet made",
        N_("Reviews that wait"),
    ),
)


def gauges() -> list[Gauge]:
    return [*GAUGES, *chain.from_iterable(declared("gauges"))]


@dataclass(frozen=True, slots=True)
class Waiting:
    """A job: `state` is waiting until its time, working while a process does it, late, or failed before."""

    id: int
    kind: str
    subject: str
    at: int
    tries: int
    state: str
    problem: str
    """Why it failed the last time; empty if it did not."""


class WaitingStore:
    """Looks at what waits; every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def lengths(self) -> dict[tuple[str, str], int]:
        async with self._database.connect() as connection:
            each = select(jobs.kind, _state(now_in(connection)).label("state")).where(jobs.at.is_not(None)).subquery().c
            counted = await connection.execute(
                select(each.kind, each.state, func.count()).group_by(each.kind, each.state)
            )
            return Counter({(found, where): number for found, where, number in counted})

    async def jobs(self, *, failed: bool, limit: int) -> list[Waiting]:
        """The jobs in the order of their time; or only what has failed."""
        async with self._database.connect() as connection:
            state = _state(now_in(connection))
            columns = (jobs.id, jobs.kind, jobs.subject, jobs.at, jobs.tries, jobs.payload, state, jobs.problem)
            asked = and_(jobs.at.is_not(None), state == "failed" if failed else true())
            query = select(*columns).where(asked).order_by(jobs.at, jobs.id)
            rows = await connection.execute(query.limit(limit))
            return [
                Waiting(number, kind, subject, at, tries + _tries(kind, payload), where, problem)
                for number, kind, subject, at, tries, payload, where, problem in rows
            ]

    async def again(self, number: int) -> bool:
        """Have a job done at once; False if it is not there, or a process does it just now."""
        async with self._database.write() as connection:
            now = now_in(connection)
            free = and_(jobs.id == number, jobs.at.is_not(None), jobs.leased_until <= now)
            moved = update(database_schema.jobs).where(free).values(at=now, leased_until=0)
            return (await connection.execute(moved)).rowcount == 1

    async def sums(self) -> dict[str, int]:
        named = [select(literal(each.name, String), each.query.scalar_subquery()) for each in gauges()]
        async with self._database.connect() as connection:
            return {str(name): int(number) for name, number in await connection.execute(union_all(*named))}


def _undelivered() -> ColumnElement[bool]:
    """Notices that did not arrive, and are set anew to be tried again: their payload ends with how often they were tried."""
    digests = and_(jobs.kind == "digest", jobs.payload.like("% %"), jobs.payload.not_like("% 0"))
    return or_(and_(jobs.kind.in_(("notice", "remind")), jobs.payload != ""), digests)


def _tries(kind: str, payload: str) -> int:
    words = payload.split()
    tries = words[-1:] if kind in {"notice", "remind"} or (kind == "digest" and len(words) == 2) else []
    return int(tries[0]) if tries and tries[0].isdigit() else 0


def _state(now: ColumnElement[int]) -> ColumnElement[str]:
    return case(
        (jobs.leased_until > now, "working"),
        (or_(jobs.tries > 0, _undelivered()), "failed"),
        (jobs.at < now - LATE_MS, "late"),
        else_="waiting",
    )


# Counts for the host and for /metrics: numbers only, neither games nor people.

Counted = TypeVar("Counted")
KEPT_MS = 60_000


class QueueMonitor:
    """Counts what waits in the store."""

    def __init__(self, database: Database) -> None:
        waiting = WaitingStore(database)
        self._jobs, self._sums = _CachedCount(waiting.lengths), _CachedCount(waiting.sums)

    async def jobs(self) -> Mapping[tuple[str, str], int]:
        return await self._jobs.now()

    async def sums(self) -> Mapping[str, int]:
        return await self._sums.now()


class _CachedCount(Generic[Counted]):
    """What was counted within the last minute, or else is counted now."""

    def __init__(self, count: Callable[[], Awaitable[Counted]]) -> None:
        self._count = count
        self._last: tuple[int, Counted] | None = None

    async def now(self) -> Counted:
        if self._last is None or not 0 <= now() - self._last[0] < KEPT_MS:
            self._last = (now(), await self._count())
        return self._last[1]
