"""Bring a database to the present shape."""

from importlib import import_module
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect, text

from .database import Database

MIGRATIONS = Path(__file__).parent / "migrations"
ONE_AT_A_TIME = 0x5A6_4A1
"""A number for PostgreSQL's lock, so that processes that start together do not migrate together."""


class NewerDatabase(Exception):
    """The database was brought up to date by a newer version of the program."""


async def upgrade(database: Database) -> None:
    """Run every migration that has not been run yet, all in one transaction."""
    async with database.reading() as connection:
        revision = await connection.run_sync(_revision)
    if revision == newest():
        return
    if (revision or "") > newest():
        raise NewerDatabase("it was last used by a newer version of shanghaien")
    async with database.writing() as connection:
        if not database.is_sqlite:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ONE_AT_A_TIME})
        await connection.run_sync(lambda sync: _alembic("command").upgrade(_config(sync), "head"))


async def downgrade(database: Database, revision: str = "base") -> None:
    """Take migrations back down to a revision."""
    async with database.writing() as connection:
        await connection.run_sync(lambda sync: _alembic("command").downgrade(_config(sync), revision))


def newest() -> str:
    """The revision of the last migration script; scripts are numbered."""
    return max(script.name[:4] for script in (MIGRATIONS / "versions").glob("[0-9]*.py"))


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()


def _alembic(part: str) -> Any:
    # Imported only when there is something to migrate: it takes a third of the time to the first page.
    return import_module(f"alembic.{part}")


def _config(connection: Connection) -> Any:
    config = _alembic("config").Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config
