"""What is due at a time: one row per kind and subject, claimed with a lease, gone when it is done. A crash loses nothing.

The functions that take a connection are for whoever sets something due in a transaction of their own.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, and_, case, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema
from .database import Database
from .dialects import insert_into, now_in


class DueWish(NamedTuple):
    """What is to be due from now on, or not any more if it has no time."""

    kind: str
    subject: str
    at: int | None
    text: str = ""


@dataclass(frozen=True, slots=True)
class DueRow:
    """Something due, claimed until `leased_until`; `tries` counts how often it was claimed since it was set."""

    id: int
    kind: str
    subject: str
    text: str
    at: int
    leased_until: int
    tries: int


async def set_due(connection: AsyncConnection, kind: str, subject: str, at: int, text: str = "") -> None:
    """Let it be due at that time; set anew it moves, and whoever works on it just now does not finish it."""
    fresh = {"text": text, "at": at, "leased_until": 0, "tries": 0}
    row = insert_into(connection, schema.due).values(kind=kind, subject=subject, **fresh)
    await connection.execute(row.on_conflict_do_update(index_elements=["kind", "subject"], set_=fresh))


async def cancel_due(connection: AsyncConnection, kind: str, subject: str) -> None:
    """Let it not be due any more; one that is not set is no matter."""
    due = schema.due
    await connection.execute(delete(due).where(due.c.kind == kind, due.c.subject == subject))


async def wish(connection: AsyncConnection, wishes: Iterable[DueWish]) -> None:
    """Let what is wished for be due, or not any more."""
    for kind, subject, at, text in wishes:
        if at is None:
            await cancel_due(connection, kind, subject)
        else:
            await set_due(connection, kind, subject, at, text)


class DueStore:
    """What is due. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def set(self, kind: str, subject: str, at: int, text: str = "") -> None:
        """Let it be due at that time; set anew it moves."""
        async with self._database.writing() as connection:
            await set_due(connection, kind, subject, at, text)

    async def set_once(self, kind: str, subject: str, at: int, text: str = "") -> None:
        """Let it be due at that time, unless it is set already."""
        values = {"kind": kind, "subject": subject, "at": at, "text": text}
        async with self._database.writing() as connection:
            await connection.execute(insert_into(connection, schema.due).values(values).on_conflict_do_nothing())

    async def cancel(self, kind: str, subject: str) -> None:
        """Let it not be due any more."""
        async with self._database.writing() as connection:
            await cancel_due(connection, kind, subject)

    async def claim(self, kinds: Collection[str], limit: int, lease_ms: int) -> list[DueRow]:
        """Up to so many things that are due and that nobody works on, longest due first; theirs for the lease."""
        due = schema.due
        async with self._database.writing() as connection:
            now = now_in(connection)
            open_ = and_(due.c.kind.in_(kinds), due.c.at <= now, due.c.leased_until <= now)
            picked = select(due.c.id).where(open_).order_by(due.c.at).limit(limit).with_for_update(skip_locked=True)
            values = {"leased_until": now + lease_ms, "tries": due.c.tries + 1}
            claimed = update(due).where(due.c.id.in_(picked)).values(values).returning(*_columns())
            rows = [DueRow(*row) for row in await connection.execute(claimed)]
        return sorted(rows, key=lambda row: row.at)

    async def renew(self, row: DueRow, lease_ms: int) -> DueRow | None:
        """Keep it for that long from now on; None if it was set anew, cancelled or passed to somebody else."""
        due = schema.due
        async with self._database.writing() as connection:
            kept = update(due).where(_same(row)).values(leased_until=now_in(connection) + lease_ms)
            renewed = (await connection.execute(kept.returning(*_columns()))).one_or_none()
        return None if renewed is None else DueRow(*renewed)

    async def done(self, row: DueRow) -> bool:
        """Take it off the list; it stays, and False comes back, if it was set anew or passed to somebody else."""
        async with self._database.writing() as connection:
            return (await connection.execute(delete(schema.due).where(_same(row)))).rowcount == 1

    async def later(self, row: DueRow, delay_ms: int) -> None:
        """Let it be due again after a while; its tries are kept."""
        async with self._database.writing() as connection:
            values = {"at": now_in(connection) + delay_ms, "leased_until": 0}
            await connection.execute(update(schema.due).where(_same(row)).values(values))

    async def wait_ms(self, kinds: Collection[str]) -> int | None:
        """How long it is until something can be claimed, by the database's clock; None if nothing is set."""
        due, ours = schema.due.c, schema.due.c.kind.in_(kinds)
        async with self._database.glancing() as connection:
            now = now_in(connection)
            # What is claimed was due, so the first of those that are not due yet is free: nothing else is looked at.
            coming = select(due.at).where(ours, due.at > now).order_by(due.at).limit(1)
            claimed = case((due.at > due.leased_until, due.at), else_=due.leased_until)
            there = select(func.min(claimed)).where(ours, due.at <= now)
            query = select(coming.scalar_subquery() - now, there.scalar_subquery() - now)
            waits = [wait for wait in (await connection.execute(query)).one() if wait is not None]
        return max(0, min(waits)) if waits else None


def _columns() -> Any:
    due = schema.due.c
    return due.id, due.kind, due.subject, due.text, due.at, due.leased_until, due.tries


def _same(row: DueRow) -> ColumnElement[bool]:
    """The row as it was claimed: what set it anew or claimed it again has changed the lease."""
    due = schema.due.c
    return and_(due.id == row.id, due.at == row.at, due.leased_until == row.leased_until)
