"""Where notices go: browsers that take push notices, and people's own addresses."""

import hashlib
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Column, ColumnElement, Select, Table, Update, and_, case, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.database.dialects import insert_into, lock_until_commit
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


class PlaceStore:
    """What the stores of places share: each row is known by the text in one column. Every method is one transaction."""

    _table: Table
    _key: Column[Any]

    def __init__(self, database: Database) -> None:
        self._database = database

    async def answered(self, key: str) -> None:
        """Note that the place took something, or that the person wants it tried again."""
        again = update(self._table).where(self._key == key, self._table.c.failures > 0)
        async with self._database.write() as connection:
            await connection.execute(again.values(failures=0, failed_since=None))

    async def failed(self, key: str, at: int) -> None:
        async with self._database.write() as connection:
            await connection.execute(counted_failure(self._table, self._key == key, at))

    async def _remove(self, *where: ColumnElement[bool]) -> None:
        async with self._database.write() as connection:
            await connection.execute(delete(self._table).where(*where))


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
        return self.failures >= SILENT


class PushStore(PlaceStore):
    """The store of browsers that take push notices, by their ids."""

    _table, _key = push_subscriptions, push_subscriptions.c.id

    async def add(self, row: PushRow, most: int) -> bool:
        """Keep a browser, instead of what was known of it; False if the person has as many others as they may.

        A browser gets notices of one person only, who switched it on last. Silent ones make room.
        """
        table, values = push_subscriptions, _values(row)
        others = and_(table.c.person == row.person, table.c.hash != values["hash"])
        async with self._database.write() as connection:
            # Two that count at once would both find room for the last one.
            await lock_until_commit(connection, f"push of {row.person}")
            if await _count(connection, others) >= most:
                await connection.execute(delete(table).where(others, table.c.failures >= SILENT))
            if await _count(connection, others) >= most:
                return False
            kept = insert_into(connection, table).values(values)
            await connection.execute(kept.on_conflict_do_update(index_elements=["hash"], set_=values))
            return True

    async def of(self, person: PersonId) -> list[PushRow]:
        """The person's browsers, the oldest first."""
        return [PushRow(*row) for row in await self._database.fetch_all(_read(push_subscriptions.c.person == person))]

    async def get(self, id_: str) -> PushRow | None:
        return await self._one(push_subscriptions.c.id == id_)

    async def at(self, endpoint: str) -> PushRow | None:
        return await self._one(push_subscriptions.c.hash == _digest(endpoint))

    async def remove(self, person: PersonId, id_: str) -> None:
        await self._remove(push_subscriptions.c.person == person, push_subscriptions.c.id == id_)

    async def remove_endpoint(self, person: PersonId, endpoint: str) -> None:
        await self._remove(push_subscriptions.c.person == person, push_subscriptions.c.hash == _digest(endpoint))

    async def _one(self, where: ColumnElement[bool]) -> PushRow | None:
        row = await self._database.fetch_one(_read(where))
        return None if row is None else PushRow(*row)


async def _count(connection: AsyncConnection, where: ColumnElement[bool]) -> int:
    query = select(func.count()).select_from(push_subscriptions).where(where)
    return int((await connection.execute(query)).scalar_one())


def _read(where: ColumnElement[bool]) -> Select[Any]:
    table = push_subscriptions
    columns = (table.c[name] for name in PushRow.__slots__)
    return select(*columns).where(where).order_by(table.c.created, table.c.id)


def _values(row: PushRow) -> dict[str, Any]:
    return asdict(row) | {"hash": _digest(row.endpoint)}


def _digest(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


# The addresses of people's own to which notices are sent: one for each person, with the secret that signs them.


@dataclass(frozen=True, slots=True)
class WebhookRow:
    """A person's own address, and the secret that signs what is sent there."""

    person: PersonId
    address: str
    secret: str
    failures: int = 0
    failed_since: int | None = None

    @property
    def silent(self) -> bool:
        return self.failures >= SILENT


class WebhookStore(PlaceStore):
    """The store of webhooks, by their owners."""

    _table, _key = webhooks, webhooks.c.person

    async def set(self, person: PersonId, address: str, secret: str) -> None:
        fresh = {"address": address, "secret": secret, "failures": 0, "failed_since": None}
        async with self._database.write() as connection:
            row = insert_into(connection, webhooks).values(person=person, **fresh)
            await connection.execute(row.on_conflict_do_update(index_elements=["person"], set_=fresh))

    async def of(self, person: PersonId) -> WebhookRow | None:
        columns = (webhooks.c[name] for name in WebhookRow.__slots__)
        row = await self._database.fetch_one(select(*columns).where(webhooks.c.person == person))
        return None if row is None else WebhookRow(*row)

    async def remove(self, person: PersonId) -> None:
        await self._remove(webhooks.c.person == person)
