"""How often a way in may be tried: by one address, at one name, at one mailbox; whether they exist or not."""

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import case, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import N_
from shanghaien.web.core.database.dialects import insert_into, now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import LimitReached
from shanghaien.web.people import schema as people_schema

# How often something was tried of late, counted together by all processes of a site.


@dataclass(frozen=True, slots=True)
class AttemptCount:
    """How often something was tried, and in how many milliseconds the count begins anew."""

    times: int
    left_ms: int


class AttemptStore:
    """Counts by key, each the hash of what is counted. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def count(self, keys: Iterable[str], lasts_ms: int) -> dict[str, AttemptCount]:
        """Count one more try for each key; the first one begins a time of that length, after which counting begins anew."""
        async with self._database.write() as connection:
            await _clear(connection)
            # Always in the same order: else two that count the same keys at once could wait for each other.
            return {key: await _count(connection, key, lasts_ms) for key in sorted(keys)}


async def _count(connection: AsyncConnection, key: str, lasts_ms: int) -> AttemptCount:
    table, now = people_schema.attempts, now_in(connection)
    over = table.c.until < now
    first = insert_into(connection, table).values(key=key, count=1, until=now + lasts_ms)
    again = {
        "count": case((over, 1), else_=table.c["count"] + 1),
        "until": case((over, now + lasts_ms), else_=table.c.until),
    }
    counted = first.on_conflict_do_update(index_elements=["key"], set_=again)
    row = (await connection.execute(counted.returning(table.c["count"], table.c.until - now))).one()
    return AttemptCount(*row)


async def _clear(connection: AsyncConnection) -> None:
    """Forget what was counted long ago, except what somebody else forgets just now."""
    table = people_schema.attempts
    old = select(table.c.key).where(table.c.until < now_in(connection)).with_for_update(skip_locked=True)
    await connection.execute(delete(table).where(table.c.key.in_(old)))


AN_HOUR_MS = 3600 * 1000
MINUTE_MS = 60 * 1000


@dataclass(frozen=True, slots=True)
class HourlyLimit:
    """How often something may be tried within an hour, by or at whom."""

    kind: str
    subject: str
    most: int


class Attempts:
    """Counts what is tried, before it is known what comes of it."""

    def __init__(self, store: AttemptStore, key: bytes) -> None:
        self._store = store
        self._key = key

    async def check(self, *limits: HourlyLimit) -> None:
        """Count these; LimitReached if one of them has been tried too often within the hour."""
        by_key = {self._hashed(limit): limit for limit in limits}
        counted = await self._store.count(by_key, AN_HOUR_MS)
        waits = [_wait_ms(counted[key], limit.most) for key, limit in by_key.items()]
        if longest := max(waits):
            minutes = -(-longest // MINUTE_MS)
            template = N_("Too many tries for now. Please try again in %(minutes)s min.")
            raise LimitReached("too-often", template, retry_after=minutes * 60, minutes=minutes)

    def _hashed(self, limit: HourlyLimit) -> str:
        # With a key: addresses are so few that a plain hash could be turned back by trying them all.
        return hmac.new(self._key, f"{limit.kind}\n{limit.subject}".encode(), hashlib.sha256).hexdigest()


def _wait_ms(tried: AttemptCount, most: int) -> int:
    return max(tried.left_ms, 1) if tried.times > most else 0
