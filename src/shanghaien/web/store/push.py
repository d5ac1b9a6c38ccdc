"""Where push notices go: the browsers in which people switched them on, a few for each person."""

import hashlib
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, delete, func, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import PersonId

from .database import Database
from .dialects import insert_into
from .failures import SILENT, counted_failure
from .notice_schema import push_subscriptions

ONE_AT_A_TIME = text("SELECT pg_advisory_xact_lock(hashtextextended('push of ' || :person, 0))")
"""PostgreSQL's lock for one person's browsers; SQLite has one writer anyway."""


@dataclass(frozen=True, slots=True)
class PushRow:
    """A browser that takes push notices: its address at the push service, and the keys that only it can open."""

    id: str
    person: PersonId
    endpoint: str
    p256dh: str
    auth: str
    label: str
    language: str
    created: int
    failures: int = 0
    failed_since: int | None = None
    session: str = ""
    """Names the session in which it was switched on; empty for guests."""

    @property
    def silent(self) -> bool:
        """Whether it did not answer so often that nothing is sent there until the person wants it again."""
        return self.failures >= SILENT


class PushStore:
    """The store of browsers that take push notices. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, row: PushRow, most: int) -> bool:
        """Keep a browser, instead of what was known of it; False if the person has as many others as they may.

        A browser tells of one person only: whoever switched it on last. Silent ones make room.
        """
        table, values = push_subscriptions, _values(row)
        others = and_(table.c.person == row.person, table.c.hash != values["hash"])
        async with self._database.writing() as connection:
            if not self._database.is_sqlite:  # two that count at once would both find room for the last one
                await connection.execute(ONE_AT_A_TIME, {"person": row.person})
            if await _count(connection, others) >= most:
                await connection.execute(delete(table).where(others, table.c.failures >= SILENT))
            if await _count(connection, others) >= most:
                return False
            kept = insert_into(connection, table).values(values)
            await connection.execute(kept.on_conflict_do_update(index_elements=["hash"], set_=values))
            return True

    async def of(self, person: PersonId) -> list[PushRow]:
        """The person's browsers, the oldest first."""
        async with self._database.glancing() as connection:
            rows = await connection.execute(_read(push_subscriptions.c.person == person))
            return [PushRow(*row) for row in rows]

    async def get(self, id_: str) -> PushRow | None:
        """One browser by its id; None if it is not there any more."""
        async with self._database.glancing() as connection:
            row = (await connection.execute(_read(push_subscriptions.c.id == id_))).one_or_none()
            return None if row is None else PushRow(*row)

    async def at(self, endpoint: str) -> PushRow | None:
        """One browser by its address at the push service; None if it is not there any more."""
        async with self._database.glancing() as connection:
            row = (await connection.execute(_read(push_subscriptions.c.hash == _digest(endpoint)))).one_or_none()
            return None if row is None else PushRow(*row)

    async def remove(self, person: PersonId, id_: str) -> None:
        """Send nothing to one of the person's browsers any more; one that is not there is no matter."""
        table = push_subscriptions
        async with self._database.writing() as connection:
            await connection.execute(delete(table).where(table.c.person == person, table.c.id == id_))

    async def remove_endpoint(self, person: PersonId, endpoint: str) -> None:
        """The same by the address, which is what the browser itself knows."""
        table = push_subscriptions
        async with self._database.writing() as connection:
            same = (table.c.person == person, table.c.hash == _digest(endpoint))
            await connection.execute(delete(table).where(*same))

    async def answered(self, id_: str) -> None:
        """Note that the browser's service took something, or that the person wants it tried again."""
        table = push_subscriptions
        async with self._database.writing() as connection:
            again = update(table).where(table.c.id == id_, table.c.failures > 0)
            await connection.execute(again.values(failures=0, failed_since=None))

    async def failed(self, id_: str, at: int) -> None:
        """Note that nothing could be sent there at that time."""
        async with self._database.writing() as connection:
            await connection.execute(counted_failure(push_subscriptions, push_subscriptions.c.id == id_, at))


async def _count(connection: AsyncConnection, where: ColumnElement[bool]) -> int:
    query = select(func.count()).select_from(push_subscriptions).where(where)
    return int((await connection.execute(query)).scalar_one())


def _read(where: ColumnElement[bool]) -> Select[Any]:
    table = push_subscriptions
    columns = (table.c[name] for name in PushRow.__slots__)
    return select(*columns).where(where).order_by(table.c.created, table.c.id)


def _values(row: PushRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in PushRow.__slots__} | {"hash": _digest(row.endpoint)}


def _digest(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()
