"""How often something was tried of late, counted together by all processes of a site."""

from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import case, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from . import people_schema
from .database import Database
from .dialects import insert_into, now_in


@dataclass(frozen=True, slots=True)
class Tried:
    """How often something was tried, and in how many milliseconds the count begins anew."""

    times: int
    left_ms: int


class AttemptStore:
    """Counts by key, each the hash of what is counted. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def count(self, keys: Iterable[str], lasts_ms: int) -> dict[str, Tried]:
        """Count one more try for each key; the first one begins a time of that length, after which counting begins anew."""
        async with self._database.writing() as connection:
            await _clear(connection)
            # Always in the same order: else two that count the same keys at once could wait for each other.
            return {key: await _count(connection, key, lasts_ms) for key in sorted(keys)}


async def _count(connection: AsyncConnection, key: str, lasts_ms: int) -> Tried:
    table, now = people_schema.attempts, now_in(connection)
    over = table.c.until < now
    first = insert_into(connection, table).values(key=key, count=1, until=now + lasts_ms)
    again = {
        "count": case((over, 1), else_=table.c["count"] + 1),
        "until": case((over, now + lasts_ms), else_=table.c.until),
    }
    counted = first.on_conflict_do_update(index_elements=["key"], set_=again)
    row = (await connection.execute(counted.returning(table.c["count"], table.c.until - now))).one()
    return Tried(*row)


async def _clear(connection: AsyncConnection) -> None:
    """Forget what was counted long ago, except what somebody else forgets just now."""
    table = people_schema.attempts
    old = select(table.c.key).where(table.c.until < now_in(connection)).with_for_update(skip_locked=True)
    await connection.execute(delete(table).where(table.c.key.in_(old)))
