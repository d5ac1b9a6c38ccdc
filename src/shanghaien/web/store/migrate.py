"""Bring a database to the present shape."""

from importlib import import_module
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect, text

from .database import Database

MIGRATIONS = Path(__file__).parent / "migrations"
ONE_AT_A_TIME = 0x5A6_4A1
"""A number for PostgreSQL's lock, so that processes that start together do not migrate together."""


class UnknownDatabase(Exception):
    """The database is of no version that this program knows."""


class NewerDatabase(UnknownDatabase):
    """The database was brought up to date by a newer version of the program."""


async def upgrade(database: Database) -> None:
    """Run every migration that has not been run yet, all in one transaction."""
    if await revision_of(database) == newest():
        return
    async with database.writing() as connection:
        if not database.is_sqlite:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ONE_AT_A_TIME})
        await connection.run_sync(lambda sync: _alembic("command").upgrade(_config(sync), "head"))


async def revision_of(database: Database) -> str | None:
    """The last migration that was run; None for an empty database, UnknownDatabase if it is none of ours."""
    async with database.reading() as connection:
        revision = await connection.run_sync(_revision)
    if revision is not None and revision not in known():
        if revision.isdigit() and revision > newest():
            raise NewerDatabase("it was last used by a newer version of shanghaien")
        raise UnknownDatabase(f"its revision {revision[:40]!r} is none that this version of shanghaien knows")
    return revision


async def downgrade(database: Database, revision: str = "base") -> None:
    """Take migrations back down to a revision."""
    async with database.writing() as connection:
        await connection.run_sync(lambda sync: _alembic("command").downgrade(_config(sync), revision))


def newest() -> str:
    """The revision of the last migration script; scripts are numbered."""
    return max(known())


def known() -> set[str]:
    """The revisions of all migration scripts."""
    return {script.name[:4] for script in (MIGRATIONS / "versions").glob("[0-9]*.py")}


def _revision(connection: Connection) -> str | None:
    tables = set(inspect(connection).get_table_names())
    if "alembic_version" in tables:
        revisions = connection.execute(text("SELECT version_num FROM alembic_version")).scalars().all()
        if len(revisions) == 1:
            return str(revisions[0])
    if "games" in tables:
        raise UnknownDatabase("its table alembic_version, which tells its version, is missing or was changed")
    return None


def _alembic(part: str) -> Any:
    # Imported only when there is something to migrate: it takes a third of the time to the first page.
    return import_module(f"alembic.{part}")


def _config(connection: Connection) -> Any:
    config = _alembic("config").Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config
