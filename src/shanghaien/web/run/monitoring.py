"""What waits in the store, for whoever watches over it: things that are due, reviews, people and their sessions."""

from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from sqlalchemy import ColumnElement, String, and_, case, func, literal, or_, select, true, union_all, update

from shanghaien.web.core.clock import now
from shanghaien.web.core.database import schema as database_schema
from shanghaien.web.core.database.dialects import now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.moderation import schema as order_schema
from shanghaien.web.people import schema as people_schema
from shanghaien.web.tables.store import schema

LATE_MS = 60_000
"""What should have been done so long ago is late: nobody does it, or there is too much of it."""
STATES = ("waiting", "working", "late", "failed")


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something due: `state` is waiting until its time, working while somebody does it, late, or failed before."""

    id: int
    kind: str
    subject: str
    at: int
    tries: int
    state: str


class WaitingStore:
    """Looks at what waits; every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def lengths(self) -> dict[tuple[str, str], int]:
        """How many things of each kind are due, by their state."""
        async with self._database.connect() as connection:
            each = select(database_schema.due.c.kind, _state(now_in(connection)).label("state")).subquery().c
            counted = await connection.execute(
                select(each.kind, each.state, func.count()).group_by(each.kind, each.state)
            )
            return Counter({(found, where): number for found, where, number in counted})

    async def due(self, *, failed: bool, limit: int) -> list[Waiting]:
        """What is due, that which is due first before; or only what has failed."""
        due = database_schema.due.c
        async with self._database.connect() as connection:
            state = _state(now_in(connection))
            columns = (due.id, due.kind, due.subject, due.at, due.tries, due.text, state)
            query = select(*columns).where(state == "failed" if failed else true()).order_by(due.at, due.id)
            rows = await connection.execute(query.limit(limit))
            return [
                Waiting(number, kind, subject, at, tries + _tries(kind, text), where)
                for number, kind, subject, at, tries, text, where in rows
            ]

    async def again(self, number: int) -> bool:
        """Let something be due at once; False if it is not there, or somebody does it just now."""
        due = database_schema.due
        async with self._database.write() as connection:
            now = now_in(connection)
            free = and_(due.c.id == number, due.c.leased_until <= now)
            moved = update(due).where(free).values(at=now, leased_until=0)
            return (await connection.execute(moved)).rowcount == 1

    async def sums(self) -> dict[str, int]:
        """How many reviews and reports wait, and how many people, sessions, and games that are not over there are."""
        counts = {
            "reviews_waiting": select(func.count()).where(database_schema.reviews.c.text.is_(None)),
            "people": select(func.count()).select_from(people_schema.people),
            "sessions": select(func.count()).select_from(people_schema.sessions),
            "reports_waiting": select(func.count()).where(order_schema.reports.c.closed.is_(None)),
            "games_asked": select(func.count()).where(
                schema.games.c.result.is_(None), schema.games.c.waits_for.is_not(None)
            ),
        }
        named = [select(literal(name, String), query.scalar_subquery()) for name, query in counts.items()]
        async with self._database.connect() as connection:
            return {str(name): int(number) for name, number in await connection.execute(union_all(*named))}


def _undelivered() -> ColumnElement[bool]:
    """Notices that did not arrive, and are set anew to be tried again: their text ends with how often they were tried."""
    due = database_schema.due.c
    digests = and_(due.kind == "digest", due.text.like("% %"), due.text.not_like("% 0"))
    return or_(and_(due.kind.in_(("notice", "remind")), due.text != ""), digests)


def _tries(kind: str, text: str) -> int:
    words = text.split()
    told = words[-1:] if kind in {"notice", "remind"} or (kind == "digest" and len(words) == 2) else []
    return int(told[0]) if told and told[0].isdigit() else 0


def _state(now: ColumnElement[int]) -> ColumnElement[str]:
    due = database_schema.due.c
    return case(
        (due.leased_until > now, "working"),
        (or_(due.tries > 0, _undelivered()), "failed"),
        (due.at < now - LATE_MS, "late"),
        else_="waiting",
    )


# What waits and what failed, for whoever watches over the site; numbers only, neither games nor people.

Counted = TypeVar("Counted")
KEPT_MS = 60_000


class QueueMonitor:
    """Counts what waits in the store."""

    def __init__(self, database: Database) -> None:
        waiting = WaitingStore(database)
        self._due, self._sums = _Kept(waiting.lengths), _Kept(waiting.sums)

    async def due(self) -> Mapping[tuple[str, str], int]:
        """How many things of each kind are due, by one of `STATES`."""
        return await self._due.now()

    async def sums(self) -> Mapping[str, int]:
        """How many people, sessions, games that wait for somebody, reviews and reports that wait there are."""
        return await self._sums.now()


class _Kept(Generic[Counted]):
    """What was counted within the last minute, or else is counted now."""

    def __init__(self, count: Callable[[], Awaitable[Counted]]) -> None:
        self._count = count
        self._last: tuple[int, Counted] | None = None

    async def now(self) -> Counted:
        if self._last is None or not 0 <= now() - self._last[0] < KEPT_MS:
            self._last = (now(), await self._count())
        return self._last[1]
