"""A server that stops closes everything that it opened, however slow the store is and whatever was under way."""

import asyncio
import gc
import threading
import time
from pathlib import Path
from typing import Any

import aiosqlite.core
import pytest
from sqlalchemy import text

from shanghaien.rules import Options
from shanghaien.web.core.database.engine import Database, DatabaseClosed
from shanghaien.web.core.jobs import JobRunner
from shanghaien.web.core.parts import open_site
from shanghaien.web.core.settings import Settings
from shanghaien.web.tables.hub import Hub
from shanghaien.web.tables.model import Mode
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.setup import Setup
from tests.web.bots.bot_minds import CABIN_BOYS
from tests.web.persons import ADA
from tests.web.randomness import ids

SLOW = 0.5
"""Seconds that every call of a slow store takes."""


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Once it is set, every call of every SQLite connection takes half a second."""
    slow = threading.Event()
    work: Any = aiosqlite.core._connection_worker_thread

    class Calls:
        def __init__(self, calls: Any) -> None:
            self._calls = calls

        def get(self) -> Any:
            call = self._calls.get()
            time.sleep(SLOW if slow.is_set() else 0)
            return call

    monkeypatch.setattr(aiosqlite.core, "_connection_worker_thread", lambda calls: work(Calls(calls)))
    return slow


def store_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if "_connection_worker_thread" in thread.name]


def test_a_server_on_a_slow_store_leaves_no_connection_behind(settings: Settings, slow: threading.Event) -> None:
    async def run() -> None:
        parts = open_site(settings, ids())
        await parts.start()
        game = await parts[Tables].create(Setup(Mode.BOTS, Options(), levels=CABIN_BOYS), ADA)
        with parts[Hub].listen(game.id) as listener:
            await listener.hear(1)
        slow.set()
        parts[JobRunner].wake()
        looking = asyncio.create_task(parts[Tables].now(game.id))
        await asyncio.sleep(0)
        looking.cancel()  # somebody closes their page while it is read
        await parts.close()
        assert store_threads() == []

    asyncio.run(run())
    gc.collect()  # a connection that was not closed warns when it is collected, and warnings are errors


def test_a_database_waits_for_whoever_still_uses_it(database_url: str) -> None:
    async def run() -> None:
        database, begun, go_on = Database(database_url), asyncio.Event(), asyncio.Event()

        async def read() -> int:
            async with database.read() as connection:
                begun.set()
                await go_on.wait()
                return int((await connection.execute(text("SELECT 7"))).scalar_one())

        reading = asyncio.create_task(read())
        await begun.wait()
        closing = asyncio.create_task(database.close())
        await asyncio.sleep(0)
        go_on.set()
        assert await reading == 7
        await closing

    asyncio.run(run())


def test_a_closed_database_is_not_opened_again(database_url: str) -> None:
    async def run() -> None:
        database = Database(database_url)
        await database.close()
        for use in (database.connect, database.read, database.write):
            with pytest.raises(DatabaseClosed):
                async with use():
                    pass

    asyncio.run(run())


def test_a_statement_that_is_cancelled_again_and_again_leaves_no_connection_behind(
    database_url: str, slow: threading.Event
) -> None:
    async def run() -> None:
        database = Database(database_url)
        async with database.connect() as connection:
            await connection.execute(text("SELECT 1"))
        slow.set()
        asking = asyncio.create_task(ask(database))
        for _ in range(20):
            await asyncio.sleep(0)
            asking.cancel()
        await asyncio.gather(asking, return_exceptions=True)
        await database.close()
        assert store_threads() == []

    asyncio.run(run())
    gc.collect()


def test_a_connection_that_is_closed_twice_ends_its_thread(tmp_path: Path) -> None:
    async def run() -> None:
        database = Database(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}")
        opened = await database._open_sqlite()
        opened._conn.close()  # as when somebody is cancelled while it is closed
        await database.close()
        assert store_threads() == []

    asyncio.run(run())


def test_a_connection_that_is_closed_in_a_transaction_keeps_nobody_from_writing(tmp_path: Path) -> None:
    async def run() -> None:
        first, second = (Database(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}") for _ in range(2))
        async with first.write() as connection:
            await connection.execute(text("CREATE TABLE told (word TEXT)"))
        opened = await first._open_sqlite()
        await opened.execute("BEGIN IMMEDIATE")
        # SQLite keeps what it has yet to give, and the lock with it.
        rows = await opened.execute("SELECT 1 UNION SELECT 2")
        await opened.close()
        async with second.write() as connection:
            assert (await connection.execute(text("SELECT 7"))).scalar_one() == 7
        del rows
        await first.close()
        await second.close()

    asyncio.run(run())


async def ask(database: Database) -> None:
    async with database.connect() as connection:
        await connection.execute(text("SELECT 1"))
