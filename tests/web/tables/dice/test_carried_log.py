"""The public log outlives a restore: what was signed since the copy was made can still be checked."""

import asyncio
import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest

from shanghaien.web.core.database.engine import Database
from shanghaien.web.run.restore import carry_over, start_afresh
from shanghaien.web.tables.dice.log_reader import DailyHeads, LogPaths, LogReader
from shanghaien.web.tables.dice.log_writer import LogState, add_to_log
from tests.web.core.database.databases import opened_database
from tests.web.tables.dice.entries import some_entries

NOON = 1_700_000_000
Told = TypeVar("Told")


def using(file: Path, use: Callable[[Database], Awaitable[Told]]) -> Told:
    async def run() -> Told:
        async with opened_database(f"sqlite+aiosqlite:///{file}") as database:
            return await use(database)

    return asyncio.run(run())


def log(file: Path, name: str, count: int) -> LogState:
    """Commit to so many things and sign the log."""

    async def use(database: Database) -> LogState:
        async with database.write() as connection:
            state = await add_to_log(connection, some_entries(count, name))
        await DailyHeads(database).sign(NOON)
        return state

    return using(file, use)


def restore(copy: Path, file: Path) -> None:
    beside = file.with_name("beside.db")
    shutil.copy(copy, beside)
    carry_over(file, beside)
    using(beside, start_afresh)
    beside.replace(file)


def roots(file: Path) -> dict[int, str]:
    """The heads of all logs, by their numbers."""

    async def use(database: Database) -> dict[int, str]:
        reader = LogReader(database)
        paths = LogPaths(reader)
        return {epoch: await paths.head(epoch, (0, await reader.size(epoch))) for epoch in await reader.keys()}

    return using(file, use)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def copy(tmp_path: Path, file: Path) -> Path:
    """A copy of a log of three entries; the log has gone on since."""
    log(file, "before", 3)
    return Path(shutil.copy(file, tmp_path / "copy.db"))


def test_entries_heads_and_keys_since_the_copy_are_kept_however_often_it_is_restored(file: Path, copy: Path) -> None:
    first = log(file, "since", 4)
    restore(copy, file)
    second = log(file, "later", 2)
    restore(copy, file)
    third = log(file, "last", 1)
    assert [state.epoch for state in (first, second, third)] == [1, 2, 3]
    assert roots(file) == {state.epoch: state.root for state in (first, second, third)}
    heads = using(file, lambda database: LogReader(database).heads(10))
    assert sorted((head.epoch, head.head.root) for head in heads)[1:] == [(2, second.root), (3, third.root)]


def test_no_private_key_comes_along(file: Path, copy: Path) -> None:
    log(file, "since", 1)
    restore(copy, file)
    log(file, "later", 1)
    with closing(sqlite3.connect(file)) as connection:
        (private,) = connection.execute("SELECT value FROM facts WHERE name = 'receipt-key:2'").fetchone()
    restore(copy, file)
    assert private.encode() not in file.read_bytes()


def test_a_copy_from_another_site_keeps_its_own_log(file: Path, copy: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.db"
    state = log(other, "elsewhere", 5)
    restore(other, file)
    assert roots(file) == {1: state.root}


@pytest.mark.parametrize("damage", ["missing", "no database", "old", "gap"])
def test_whatever_is_wrong_with_the_replaced_database_the_copy_is_restored(file: Path, copy: Path, damage: str) -> None:
    expected = roots(copy)
    log(file, "since", 4)
    if damage == "missing":
        file.unlink()
    elif damage == "no database":
        file.write_bytes(b"no database at all" * 1000)
    else:
        change = "DROP TABLE facts" if damage == "old" else "DELETE FROM commitments WHERE number = 5"
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute(change)
    restore(copy, file)
    assert roots(file) == expected
    assert log(file, "later", 1).epoch == 2
