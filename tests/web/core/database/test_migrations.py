"""The migration scripts lead to exactly the tables that the code uses, and back."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, inspect, select, text

from shanghaien.web.core.database.dialects import metadata
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.migrate import MIGRATIONS, NewerDatabase, downgrade, newest, revision_of, upgrade
from shanghaien.web.core.database.retention import all_tables
from shanghaien.web.run.check import Findings, check_games
from tests.web.core.database.later_version import later_version
from tests.web.stored.fixture import load_into_postgres, rows_of, tables_of, unpacked


def differences(connection: Connection) -> list[Any]:
    all_tables()  # whatever was imported so far
    return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata))


def table_names(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names())


def test_migrating_gives_the_tables_that_the_code_uses(empty_database_url: str) -> None:
    async def run() -> None:
        database = Database(empty_database_url)
        await upgrade(database)
        async with database.read() as connection:
            assert await connection.run_sync(differences) == []
        await database.close()

    asyncio.run(run())


def test_the_newest_step_is_known_without_reading_the_scripts() -> None:
    assert newest() == ScriptDirectory(str(MIGRATIONS)).get_current_head()


def test_every_step_can_be_taken_back_and_forth_again(empty_database_url: str) -> None:
    async def run() -> None:
        database = Database(empty_database_url)
        await upgrade(database)
        await downgrade(database)
        async with database.read() as connection:
            assert await connection.run_sync(table_names) == {"alembic_version"}
        await upgrade(database)
        async with database.read() as connection:
            assert set(metadata.tables) <= await connection.run_sync(table_names)
        await database.close()

    asyncio.run(run())


def test_processes_that_start_together_migrate_once(empty_database_url: str) -> None:
    async def run() -> None:
        databases = [Database(empty_database_url) for _ in range(4)]
        await asyncio.gather(*(upgrade(database) for database in databases))
        async with databases[0].read() as connection:
            assert await connection.run_sync(differences) == []
        for database in databases:
            await database.close()

    asyncio.run(run())


@pytest.fixture
def stored(empty_database_url: str, tmp_path: Path) -> str:
    """A copy of the stored site, once in each kind of database."""
    file = unpacked(tmp_path / "stored")
    if empty_database_url.startswith("sqlite"):
        return f"sqlite+aiosqlite:///{file}"
    load_into_postgres(file, empty_database_url)
    return empty_database_url


def rows_in(connection: Connection) -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables in which there is anything, in some order of their own."""
    there = MetaData()
    there.reflect(connection)
    rows = {name: [tuple(row) for row in connection.execute(select(table))] for name, table in there.tables.items()}
    return {name: sorted(those, key=repr) for name, those in rows.items() if those and name != "alembic_version"}


def with_copy(url: str, use: Callable[[Database], Awaitable[None]]) -> None:
    async def run() -> None:
        database = Database(url)
        await use(database)
        await database.close()

    asyncio.run(run())


def test_a_further_migration_keeps_every_row_and_game_and_can_be_taken_back(stored: str, tmp_path: Path) -> None:
    file = unpacked(tmp_path / "before")
    counts = {table: len(rows_of(file, table)) for table in tables_of(file)}

    async def use(database: Database) -> None:
        async with database.read() as connection:
            before = await connection.run_sync(rows_in)
        assert {name: len(rows) for name, rows in before.items()} == counts
        with later_version(tmp_path):
            await upgrade(database)
            assert await revision_of(database) == newest() == "0002"
            async with database.read() as connection:
                after = await connection.run_sync(rows_in)
                lengths = await connection.execute(text("SELECT count(*), sum(length) FROM games"))
                assert tuple(lengths.one()) == (counts["games"], counts["entries"])
            assert {name: len(rows) for name, rows in after.items()} == counts | {"logbook": counts["games"]}
            assert await check_games(database) == Findings(counts["games"], [], [])
            await downgrade(database, "0001")
        async with database.read() as connection:
            assert await connection.run_sync(rows_in) == before
            assert await connection.run_sync(differences) == []

    with_copy(stored, use)


def test_a_program_without_the_further_migration_leaves_the_database_alone(stored: str, tmp_path: Path) -> None:
    async def use(database: Database) -> None:
        with later_version(tmp_path):
            await upgrade(database)
        with pytest.raises(NewerDatabase):
            await upgrade(database)

    with_copy(stored, use)
