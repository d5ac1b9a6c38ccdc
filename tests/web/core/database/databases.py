"""A database of a test, opened and brought up to date."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import insert, make_url

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.migrate import upgrade
from shanghaien.web.core.ids import GameId
from shanghaien.web.tables.store import schema


@cache
def fresh_sqlite() -> bytes:
    """A database file with all tables and nothing in them: migrations need not run for each test."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "fresh.db"
        with ThreadPoolExecutor(1) as aside:  # here a loop may be running
            aside.submit(asyncio.run, migrate(f"sqlite+aiosqlite:///{file}")).result()
        with closing(sqlite3.connect(file)) as connection:
            return connection.serialize()


async def migrate(url: str) -> None:
    """Bring a database up to date."""
    database = Database(url)
    await upgrade(database)
    await database.close()


def prepare(file: Path) -> None:
    """Put a fresh database where there is none."""
    if not file.exists():
        file.write_bytes(fresh_sqlite())


@asynccontextmanager
async def opened_database(url: str) -> AsyncIterator[Database]:
    """A database with all tables, closed at the end; a file that is not there yet is a fresh one."""
    if url.startswith("sqlite"):
        prepare(Path(make_url(url).database or ""))
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
    mode: str = "bot",
) -> GameId:
    """A game with one entry of its log and somebody at its first seat, as rows."""
    values = {"mode": mode, "options": "{}", "revision": 1, "seed": b"s" * 32, "commitment": "c", "created": 1}
    progress = {"version": version, "updated": updated, "round": 1, "waits_for": waits_for, "result": result}
    seats = [{"game": game, "seat": seat, "kind": kind, "name": "", "level": ""} for seat, kind in enumerate(kinds)]
    entry = {"game": game, "number": 1, "kind": "join", "text": "Ada", "at": updated}
    async with database.write() as connection:
        await connection.execute(insert(schema.games), {"id": game} | values | progress)
        await connection.execute(insert(schema.seats), seats)
        ended = None if result is None else updated
        await connection.execute(insert(schema.seated), {"game": game, "seat": 0, "person": "ada", "ended": ended})
        await connection.execute(insert(schema.entries), entry)
    return GameId(game)
