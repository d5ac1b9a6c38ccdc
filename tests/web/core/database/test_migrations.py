"""The migration scripts lead to exactly the tables that the code uses, and back."""

import asyncio
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from shanghaien.web.core.database.dialects import metadata
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.migrate import MIGRATIONS, NewerDatabase, downgrade, newest, upgrade


def differences(connection: Connection) -> list[Any]:
    return list(compare_metadata(MigrationContext.configure(connection, opts={"compare_type": True}), metadata))


def table_names(connection: Connection) -> set[str]:
    return set(inspect(connection).get_table_names())


def test_migrating_gives_the_tables_that_the_code_uses(empty_database_url: str) -> None:
    async def run() -> None:
        database = Database(empty_database_url)
        await upgrade(database)
        async with database.reading() as connection:
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
        async with database.reading() as connection:
            assert await connection.run_sync(table_names) == {"alembic_version"}
        await upgrade(database)
        async with database.reading() as connection:
            assert set(metadata.tables) <= await connection.run_sync(table_names)
        await database.close()

    asyncio.run(run())


def test_processes_that_start_together_migrate_once(empty_database_url: str) -> None:
    async def run() -> None:
        databases = [Database(empty_database_url) for _ in range(4)]
        await asyncio.gather(*(upgrade(database) for database in databases))
        async with databases[0].reading() as connection:
            assert await connection.run_sync(differences) == []
        for database in databases:
            await database.close()

    asyncio.run(run())


def test_a_database_of_a_newer_version_is_left_alone(empty_database_url: str) -> None:
    async def run() -> None:
        database = Database(empty_database_url)
        await upgrade(database)
        async with database.writing() as connection:
            await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        with pytest.raises(NewerDatabase):
            await upgrade(database)
        await database.close()

    asyncio.run(run())
