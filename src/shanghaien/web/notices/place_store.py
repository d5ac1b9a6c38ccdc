"""Where push notices go: the browsers in which people switched them on, a few for each person."""

import hashlib
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, Table, Update, and_, case, delete, func, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.database.dialects import insert_into
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.notices.schema import webhooks
from shanghaien.web.people.schema import push_subscriptions

# How failures to reach a place are counted: three of them over most of a day, and it counts as silent.

SILENT = 3
"""Failures in a row after which nothing is sent to a place until its person wants it again."""
APART_MS = 8 * 3600 * 1000
"""Failures count only so far apart: an hour in which a service is away says nothing about a browser."""


def counted_failure(table: Table, where: ColumnElement[bool], at: int) -> Update:
    """Note that a place, a row with `failures` and `failed_since`, was not reached at that time."""
    row = table.c
    since = func.coalesce(row.failed_since, at)
    counts = at >= since + row.failures * APART_MS
    values = {"failures": row.failures + case((counts, 1), else_=0), "failed_since": since}
    return update(table).where(where).values(values)


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
        async with self._database.write() as connection:
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
        async with self._database.connect() as connection:
            rows = await connection.execute(_read(push_subscriptions.c.person == person))
            return [PushRow(*row) for row in rows]

    async def get(self, id_: str) -> PushRow | None:
        """One browser by its id; None if it is not there any more."""
        async with self._database.connect() as connection:
            row = (await connection.execute(_read(push_subscriptions.c.id == id_))).one_or_none()
            return None if row is None else PushRow(*row)

    async def at(self, endpoint: str) -> PushRow | None:
        """One browser by its address at the push service; None if it is not there any more."""
        async with self._database.connect() as connection:
            row = (await connection.execute(_read(push_subscriptions.c.hash == _digest(endpoint)))).one_or_none()
            return None if row is None else PushRow(*row)

    async def remove(self, person: PersonId, id_: str) -> None:
        """Send nothing to one of the person's browsers any more; one that is not there is no matter."""
        table = push_subscriptions
        async with self._database.write() as connection:
            await connection.execute(delete(table).where(table.c.person == person, table.c.id == id_))

    async def remove_endpoint(self, person: PersonId, endpoint: str) -> None:
        """The same by the address, which is what the browser itself knows."""
        table = push_subscriptions
        async with self._database.write() as connection:
            same = (table.c.person == person, table.c.hash == _digest(endpoint))
            await connection.execute(delete(table).where(*same))

    async def answered(self, id_: str) -> None:
        """Note that the browser's service took something, or that the person wants it tried again."""
        table = push_subscriptions
        async with self._database.write() as connection:
            again = update(table).where(table.c.id == id_, table.c.failures > 0)
            await connection.execute(again.values(failures=0, failed_since=None))

    async def failed(self, id_: str, at: int) -> None:
        """Note that nothing could be sent there at that time."""
        async with self._database.write() as connection:
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


# The addresses of people's own to which notices are sent: one for each person, with the secret that signs them.


@dataclass(frozen=True, slots=True)
class WebhookRow:
    """Where a person's notices are sent, and the secret that signs them."""

    person: PersonId
    address: str
    secret: str
    failures: int = 0
    failed_since: int | None = None

    @property
    def silent(self) -> bool:
        """Whether it did not answer so often that nothing is sent there until the person wants it again."""
        return self.failures >= SILENT


class WebhookStore:
    """The store of webhooks. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def set(self, person: PersonId, address: str, secret: str) -> None:
        """Let the person's notices go there from now on."""
        fresh = {"address": address, "secret": secret, "failures": 0, "failed_since": None}
        async with self._database.write() as connection:
            row = insert_into(connection, webhooks).values(person=person, **fresh)
            await connection.execute(row.on_conflict_do_update(index_elements=["person"], set_=fresh))

    async def of(self, person: PersonId) -> WebhookRow | None:
        """Where the person's notices go; None if nowhere."""
        columns = (webhooks.c[name] for name in WebhookRow.__slots__)
        async with self._database.connect() as connection:
            row = (await connection.execute(select(*columns).where(webhooks.c.person == person))).one_or_none()
            return None if row is None else WebhookRow(*row)

    async def remove(self, person: PersonId) -> None:
        """Send nothing there any more; one that is not there is no matter."""
        async with self._database.write() as connection:
            await connection.execute(delete(webhooks).where(webhooks.c.person == person))

    async def answered(self, person: PersonId) -> None:
        """Note that it took something, or that the person wants it tried again."""
        async with self._database.write() as connection:
            again = update(webhooks).where(webhooks.c.person == person, webhooks.c.failures > 0)
            await connection.execute(again.values(failures=0, failed_since=None))

    async def failed(self, person: PersonId, at: int) -> None:
        """Note that nothing could be sent there at that time."""
        async with self._database.write() as connection:
            await connection.execute(counted_failure(webhooks, webhooks.c.person == person, at))
