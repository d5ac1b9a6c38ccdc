"""Before anything is served or done: the database is brought up to date, and its processes agree on the secret."""

import hashlib
import logging
import os
import sqlite3
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from pathlib import Path

from sqlalchemy import Connection, delete, insert, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.file_owner import (
    give_handle_to_owner,
    give_to_owner,
    is_open_to_others,
    keep_from_others,
)
from shanghaien.web.core.database.migrate import UnknownDatabase, newest, revision_of, upgrade
from shanghaien.web.core.database.retention import all_tables
from shanghaien.web.core.database.schema import facts
from shanghaien.web.core.database.sqlite_file import UnusableFile, backup, look_at, shm_of, wal_of
from shanghaien.web.core.setting_checks import ChosenSecret
from shanghaien.web.core.settings import Settings
from shanghaien.wrong_input import WrongInput

# Whether a database has every table and column that the program needs; asked when it is up to date.


class MissingPart(UnknownDatabase):
    """Something of the database is gone; the sentence says what."""


async def check_shape(database: Database) -> None:
    """MissingPart if a table or a column is not there."""
    async with database.read() as connection:
        missing = await connection.run_sync(_missing)
    if missing:
        raise MissingPart(f"{missing} is missing; bring a copy back, as docs/hosting.md tells")


def _missing(connection: Connection) -> str:
    found = inspect(connection).get_multi_columns()
    columns = {name: {column["name"] for column in those} for (_, name), those in found.items()}
    for table in all_tables():
        if table.name not in columns:
            return f"its table {table.name}"
        for column in table.columns:
            if column.name not in columns[table.name]:
                return f"column {column.name} of its table {table.name}"
    return ""


# One secret for all servers of a database: what one of them signs, every other believes.

log = logging.getLogger("shanghaien.web")

SECRET = "secret"  # noqa: S105 - the name of the fact
FINGERPRINT = "secret fingerprint"
ONE_AT_A_TIME = 0x5A6_4A2
"""A number for PostgreSQL's lock, so that servers that start together agree."""
OTHER_SECRET = (
    "The secret differs from the one that this database was used with, so that links and cookies would not hold; "
    f"give the earlier one, or, to begin with a new one, delete the rows {SECRET!r} and {FINGERPRINT!r} of table facts."
)
MISSING_HERE = "The other servers of this database were given a secret; give the same one here."


async def shared_secret(database: Database, own: str) -> str:
    """The secret to sign with: the one that was given, else on PostgreSQL the one that all servers share, else one's own.

    WrongInput if a given secret is not the one that the database was used with. A given secret is never stored.
    """
    async with database.write() as connection:
        if not database.is_sqlite:
            await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": ONE_AT_A_TIME})
        rows = await connection.execute(select(facts.c.name, facts.c.value))
        known: dict[str, str] = {row.name: row.value for row in rows}
        if isinstance(own, ChosenSecret):
            await _check(connection, known, own, OTHER_SECRET)
            return own
        if database.is_sqlite:
            return await _kept_in_file(connection, known, own)
        if SECRET not in known:
            await _check(connection, known, own, MISSING_HERE)
            await _keep_fact(connection, SECRET, own)
        return known.get(SECRET, own)


def fingerprint(secret: str) -> str:
    """A hash that distinguishes two secrets without revealing either."""
    return hashlib.sha256(f"shanghaien secret fingerprint\n{secret}".encode()).hexdigest()


async def _check(connection: AsyncConnection, known: dict[str, str], own: str, sentence: str) -> None:
    if known.get(FINGERPRINT, fingerprint(own)) != fingerprint(own):
        raise WrongInput(sentence)
    if FINGERPRINT not in known:
        await _keep_fact(connection, FINGERPRINT, fingerprint(own))


async def _kept_in_file(connection: AsyncConnection, known: dict[str, str], own: str) -> str:
    if known.get(FINGERPRINT) != fingerprint(own):
        if FINGERPRINT in known:
            log.warning("the database comes without its secret: earlier links and cookies no longer hold")
            await connection.execute(delete(facts).where(facts.c.name == FINGERPRINT))
        await _keep_fact(connection, FINGERPRINT, fingerprint(own))
    return own


async def _keep_fact(connection: AsyncConnection, name: str, value: str) -> None:
    await connection.execute(insert(facts).values(name=name, value=value))


async def prepared(settings: Settings) -> Settings:
    """The settings with the secret that all processes share; WrongInput if the database cannot be used."""
    database = Database(settings.database, patient=True)
    try:
        await _bring_up_to_date(database, settings.sqlite_file)
        await check_shape(database)
        return replace(settings, secret=await shared_secret(database, settings.secret))
    except (SQLAlchemyError, sqlite3.Error, OSError, UnknownDatabase) as error:
        reason = getattr(error, "strerror", None) or str(getattr(error, "orig", None) or error).splitlines()[0]
        raise WrongInput(f"The database cannot be used: {reason}.") from None
    finally:
        await database.close()


async def _bring_up_to_date(database: Database, file: Path | None) -> None:
    """Migrate; a SQLite file that is changed by that is copied first, since an update may have to be taken back."""
    before = await revision_of(database)
    kept = {}
    if file is not None and before not in {None, newest()}:
        kept["copy"] = str(_copy_before_update(file, f"schema-{before}"))
    if updated := await upgrade(database):  # of several processes, the one that did it says so
        log.warning("the database was updated", extra={"before": updated, "schema": newest()} | kept)


def _copy_before_update(file: Path, ending: str) -> Path:
    copy = file.with_name(f"{file.name}.{ending}")
    try:
        backup(file, copy)
        give_to_owner(copy, file)
    except (OSError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or error
        raise WrongInput(f"No update without a copy of the database, and {copy} cannot be written: {reason}.") from None
    return copy


@asynccontextmanager
async def open_database(url: str, what: str = "The database", *, patient: bool = False) -> AsyncIterator[Database]:
    """A database for a command, closed after the block; WrongInput if it cannot be used."""
    database = Database(url, patient=patient)
    try:
        yield database
    except (SQLAlchemyError, OSError, UnknownDatabase) as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise WrongInput(f"{what} cannot be used: {reason}.") from None
    finally:
        await database.close()


def check_file(file: Path) -> None:
    """Before the asynchronous driver tries, whose thread reports a file it cannot open in its own words."""
    try:
        look_at(file)
    except UnusableFile as error:
        raise WrongInput(f"The database cannot be used: {error}.") from None


def keep_to_owner(file: Path) -> None:
    """Close an older database to other users of the machine; the log says what they can still read."""
    if sys.platform == "win32":
        return
    for open_file in keep_from_others((file, wal_of(file), shm_of(file))):
        log.warning(
            "other users of this machine can read the database; its owner should close it",
            extra={"file": str(open_file)},
        )
    if is_open_to_others(file.parent):
        log.warning(
            "other users of this machine can look into the folder of the database; close it with chmod o-rwx",
            extra={"folder": str(file.parent)},
        )


# One server per SQLite file: two would each keep games in memory that the other changes.


class AnotherServer(WrongInput):
    """A running server has the file already; `address` is where it listens, if it has said so."""

    def __init__(self, file: Path, address: str) -> None:
        where = f" at {address}" if address else ""
        super().__init__(f"A server{where} uses {file} already; stop it first, or give this one another --data.")
        self.address = address


@contextmanager
def exclusive_lock(file: Path, address: str) -> Iterator[None]:
    """Keep the file to this process, which listens at the address; the lock ends with the process, however it ends."""
    lock = _open(file.with_name(file.name + ".lock"))
    try:
        if os.geteuid() == 0:
            give_handle_to_owner(lock, file)
        if not _taken(lock):
            raise AnotherServer(file, os.pread(lock, 200, 0).decode(errors="replace"))
        os.ftruncate(lock, 0)
        os.pwrite(lock, address.encode(), 0)
        yield
    finally:
        os.close(lock)


def _open(file: Path) -> int:
    try:
        return os.open(file, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    except OSError as error:
        raise WrongInput(f"The database cannot be used: {error.strerror} ({file}).") from None


def _taken(lock: int) -> bool:
    if sys.platform == "win32":
        return True
    import fcntl  # noqa: PLC0415 - not everywhere

    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
