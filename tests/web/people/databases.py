"""Rows of a database of either kind, put in and read again."""

from typing import Any

from sqlalchemy import Table, insert, select

from shanghaien.web.core.database.engine import Database
from shanghaien.web.tables.store import schema


async def add(database: Database, table: Table, *rows: dict[str, Any]) -> None:
    """Put rows into a table."""
    async with database.write() as connection:
        for row in rows:
            await connection.execute(insert(table).values(row))


async def rows_of(database: Database, table: Table, *columns: str) -> list[tuple[Any, ...]]:
    """What a table holds, in order."""
    wanted = [table.c[name] for name in columns]
    async with database.read() as connection:
        return [tuple(row) for row in await connection.execute(select(*wanted).order_by(*wanted))]


async def add_game(database: Database, game: str) -> None:
    """A game about which nothing matters but that it is there."""
    values = {"mode": "invite", "options": "{}", "revision": 1, "seed": b"", "commitment": "", "created": 0}
    told = {"version": 0, "updated": 0, "round": 0}
    await add(database, schema.games, {"id": game, **values, **told})
