"""Bring a database to the present shape."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection, inspect, text

from shanghaien.web.core.database.engine import Database

MIGRATIONS = files("shanghaien.web.core.database.migrations")
SCRIPT = re.compile(r"\d{4}_\w+\.py")
ONE_AT_A_TIME = 0x5A6_4A1
"""A number for PostgreSQL's lock, so that processes that start together do not migrate together."""


class UnknownDatabase(Exception):
    """The database is of no version that this program knows."""


class NewerDatabase(UnknownDatabase):
    """The database was brought up to date by a newer version of the program."""


async def upgrade(database: Database) -> str | None:
    """Run every migration that has not been run yet, all in one transaction.

    Returns the revision from which this call has brought the database up to date: None if it was empty, or if there was
    nothing to do, since another process may have been first.
    """
    if await revision_of(database) == newest():
        return None
    async with database.write() as connection:
        if not database.is_sqlite:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ONE_AT_A_TIME})
        before = await connection.run_sync(_revision)
        if before == newest():
            return None
        await connection.run_sync(_run, "upgrade", "head")
    return before


async def revision_of(database: Database) -> str | None:
    """The last migration that was run; None for an empty database, UnknownDatabase if it is none of ours."""
    async with database.read() as connection:
        revision = await connection.run_sync(_revision)
    if revision is not None and revision not in known():
        if revision.isdigit() and revision > newest():
            raise NewerDatabase("it was last used by a newer version of shanghaien")
        raise UnknownDatabase(f"its revision {revision[:40]!r} is none that this version of shanghaien knows")
    return revision


async def downgrade(database: Database, revision: str = "base") -> None:
    """Take migrations back down to a revision."""
    async with database.write() as connection:
        await connection.run_sync(_run, "downgrade", revision)


def newest() -> str:
    """The revision of the last migration script; scripts are numbered."""
    return max(known())


def known() -> set[str]:
    return {script.name[:4] for script in (MIGRATIONS / "versions").iterdir() if SCRIPT.fullmatch(script.name)}


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


def _run(connection: Connection, command: str, revision: str) -> None:
    config = _alembic("config").Config()
    config.attributes["connection"] = connection
    with _folder_of_scripts() as folder:
        config.set_main_option("script_location", str(folder))
        getattr(_alembic("command"), command)(config, revision)


@contextmanager
def _folder_of_scripts() -> Iterator[Path]:
    """The scripts in a folder, as Alembic wants them; those inside an archive are unpacked meanwhile."""
    if isinstance(MIGRATIONS, Path):
        yield MIGRATIONS
        return
    with TemporaryDirectory(prefix="shanghaien-") as place:
        _unpack(MIGRATIONS, Path(place))
        yield Path(place)


def _unpack(folder: Traversable, place: Path) -> None:
    place.mkdir(exist_ok=True)
    for entry in folder.iterdir():
        if entry.is_dir():
            _unpack(entry, place / entry.name)
        else:
            (place / entry.name).write_bytes(entry.read_bytes())
