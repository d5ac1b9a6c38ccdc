"""What is special to SQLite: durable commits, one writer, and a copy while it is in use."""

import asyncio
import sqlite3
import stat
import threading
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.migrate import upgrade
from shanghaien.web.core.database.sqlite_file import backup
from tests.web.patience import PATIENCE


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def test_commits_are_durable_and_readers_never_block(file: Path) -> None:
    async def run() -> None:
        database = Database(f"sqlite+aiosqlite:///{file}")
        async with database.write() as connection:
            asked = ("journal_mode", "synchronous", "foreign_keys")
            told = [(await connection.execute(text(f"PRAGMA {name}"))).scalar_one() for name in asked]
        assert told == ["wal", 2, 1]  # 2 is FULL: a commit returns when it is on the disk
        await database.close()

    asyncio.run(run())


def test_a_change_that_fails_half_way_is_undone(file: Path) -> None:
    async def run() -> None:
        database = Database(f"sqlite+aiosqlite:///{file}")
        async with database.write() as connection:
            await connection.execute(text("CREATE TABLE t (n INTEGER)"))
        with pytest.raises(KeyError):
            await _half_a_change(database)
        async with database.read() as connection:
            assert (await connection.execute(text("SELECT count(*) FROM t"))).scalar_one() == 0
        await database.close()

    asyncio.run(run())


async def _half_a_change(database: Database) -> None:
    async with database.write() as connection:
        await connection.execute(text("INSERT INTO t VALUES (1)"))
        raise KeyError


def test_a_copy_made_during_writes_is_whole(file: Path, tmp_path: Path) -> None:
    asyncio.run(_migrated(file))
    stop = threading.Event()
    writer = threading.Thread(target=_write_until, args=(file, stop))
    writer.start()
    try:
        for number in range(5):
            copy = tmp_path / f"copy{number}.db"
            assert backup(file, copy) == copy.stat().st_size
            assert stat.S_IMODE(copy.stat().st_mode) == 0o600
            with sqlite3.connect(copy) as connection:
                pairs = connection.execute("SELECT count(*), count(DISTINCT a) FROM pairs").fetchone()
            connection.close()
            assert pairs[0] == 2 * pairs[1]  # both rows of a transaction, or neither
    finally:
        stop.set()
        writer.join()


def test_a_copy_that_fails_leaves_nothing_behind_and_an_older_one_alone(file: Path, tmp_path: Path) -> None:
    file.write_text("no database at all, but long enough to be read as one")
    copy = tmp_path / "copy.db"
    copy.write_text("older")
    with pytest.raises(sqlite3.Error):
        backup(file, copy)
    assert copy.read_text() == "older"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted({copy.name, file.name})


async def _migrated(file: Path) -> None:
    database = Database(f"sqlite+aiosqlite:///{file}")
    await upgrade(database)
    async with database.write() as connection:
        await connection.execute(text("CREATE TABLE pairs (a INTEGER, b INTEGER)"))
    await database.close()


def _write_until(file: Path, stop: threading.Event) -> None:
    connection = sqlite3.connect(file, timeout=10)
    number = 0
    while not stop.is_set():
        with connection:
            connection.executemany("INSERT INTO pairs VALUES (?, ?)", [(number, 0), (number, 1)])
        number += 1
    connection.close()


def test_a_statement_that_is_cancelled_twice_leaves_nobody_waiting(file: Path) -> None:
    async def run() -> None:
        database, begun, may_end = Database(f"sqlite+aiosqlite:///{file}"), threading.Event(), threading.Event()

        def hold() -> int:
            begun.set()
            return may_end.wait(PATIENCE)

        async def ask() -> None:
            async with database.connect() as connection:
                driver: Any = (await connection.get_raw_connection()).driver_connection
                await driver.create_function("hold", 0, hold)
                await connection.exec_driver_sql("SELECT hold()")

        asking = asyncio.create_task(ask())
        assert await asyncio.to_thread(begun.wait, PATIENCE)
        for _ in range(2):
            asking.cancel()
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        closing = asyncio.all_tasks() - {asyncio.current_task()}
        assert len(closing) > 1  # whoever asked, and whoever closes the connection for them
        may_end.set()
        while closing:
            _, waiting = await asyncio.wait(closing, timeout=PATIENCE)
            assert not waiting
            closing = asyncio.all_tasks() - {asyncio.current_task()}
        await database.close()

    asyncio.run(run())
