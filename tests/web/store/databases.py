"""A database of a test, opened and brought up to date."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from sqlalchemy import insert

from shanghaien.web.ids import GameId
from shanghaien.web.store import schema
from shanghaien.web.store.database import Database
from shanghaien.web.store.migrate import upgrade


@asynccontextmanager
async def opened_database(url: str) -> AsyncIterator[Database]:
    database = Database(url)
    await upgrade(database)
    try:
        yield database
    finally:
        await database.close()


def with_database(url: str, use: Callable[[Database], Awaitable[None]]) -> None:
    """Run one use of a database."""

    async def run() -> None:
        async with opened_database(url) as database:
            await use(database)

    asyncio.run(run())


async def add_game(
    database: Database,
    game: str,
    *,
    kinds: tuple[str, str] = ("human", "bot"),
    version: int = 1,
    waits_for: int | None = 1,
    result: str | None = None,
    updated: int = 1,
) -> GameId:
    """A game with one entry of its log and somebody at its first seat, as rows."""
    values = {"mode": "bot", "options": "{}", "revision": 1, "seed": b"s" * 32, "commitment": "c", "created": 1}
    progress = {"version": version, "updated": updated, "round": 1, "waits_for": waits_for, "result": result}
    seats = [{"game": game, "seat": seat, "kind": kind, "name": "", "level": ""} for seat, kind in enumerate(kinds)]
    entry = {"game": game, "number": 1, "kind": "join", "text": "Ada", "at": updated}
    async with database.writing() as connection:
        await connection.execute(insert(schema.games), {"id": game} | values | progress)
        await connection.execute(insert(schema.seats), seats)
        ended = None if result is None else updated
        await connection.execute(insert(schema.seated), {"game": game, "seat": 0, "person": "ada", "ended": ended})
        await connection.execute(insert(schema.entries), entry)
    return GameId(game)
