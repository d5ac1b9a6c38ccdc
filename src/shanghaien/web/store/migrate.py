"""Bring a database to the present shape."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from .database import Database

ONE_AT_A_TIME = 0x5A6_4A1
"""A number for PostgreSQL's lock, so that processes that start together do not migrate together."""


async def upgrade(database: Database, revision: str = "head") -> None:
    """Run every migration that has not been run yet, all in one transaction."""
    async with database.writing() as connection:
        if not database.is_sqlite:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ONE_AT_A_TIME})
        await connection.run_sync(_upgrade, revision)


async def downgrade(database: Database, revision: str = "base") -> None:
    """Take migrations back down to a revision."""
    async with database.writing() as connection:
        await connection.run_sync(lambda sync: command.downgrade(_config(sync), revision))


def _upgrade(connection: Connection, revision: str) -> None:
    command.upgrade(_config(connection), revision)


def _config(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    return config
