"""What is left of notices, looks and tries when nobody needs it any more."""

from typing import Any

from sqlalchemy import Column, ColumnElement, Table, delete, exists, select
from sqlalchemy.ext.asyncio import AsyncConnection

from . import schema
from .dialects import now_in
from .notice_schema import sent_notices, visits
from .people_schema import attempts, once


async def remove_remains(connection: AsyncConnection, before: int, limit: int) -> int:
    """Remove some marks of notices sent before then, looks at games that are gone, and what has expired; tell how many."""
    gone = ~exists().where(schema.games.c.id == visits.c.game)
    now = now_in(connection)
    return (
        await _remove(connection, sent_notices, sent_notices.c.at, sent_notices.c.at < before, limit)
        + await _remove(connection, visits, visits.c.game, gone, limit)
        + await _remove(connection, once, once.c.hash, once.c.until < now, limit)
        + await _remove(connection, attempts, attempts.c.key, attempts.c.until < now, limit)
    )


async def _remove(
    connection: AsyncConnection, table: Table, by: Column[Any], old: ColumnElement[bool], most: int
) -> int:
    """Remove rows that are such, by a column of which so many values are taken at once."""
    some = select(by).where(old).limit(most)
    return (await connection.execute(delete(table).where(by.in_(some), old))).rowcount
