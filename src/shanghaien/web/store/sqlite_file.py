"""Whether a SQLite file can be used: looked at before anything is opened in earnest, each fault told in a sentence."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path

SECONDS_TO_LOOK = 0.5
"""How long the quick look may take; a large database is looked at only so far."""
STEPS_BETWEEN_LOOKS = 20_000
"""How many steps of SQLite's own machine go by before the time is looked at."""
WHAT_TO_DO = "bring a copy back with `shanghaien restore`"


class UnusableFile(Exception):
    """What is wrong with the file, and what to do about it."""


def look_at(file: Path, seconds: float = SECONDS_TO_LOOK) -> None:
    """A quick look for damage, at most for so long; UnusableFile if there is any. A file that is not there is made."""
    _look_from_outside(file)
    try:
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA schema_version").fetchone()
            if not file.stat().st_size:
                connection.execute("PRAGMA journal_mode=WAL")  # from now on an empty file is one that lost something
            _look_inside(connection, seconds, "quick_check")
    except sqlite3.DatabaseError as error:
        raise UnusableFile(_told(file, error)) from None


def look_through(file: Path) -> None:
    """The same as thoroughly as SQLite can, for as long as it takes, without changing anything."""
    _look_from_outside(file)
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            _look_inside(connection, float("inf"), "integrity_check")
    except sqlite3.DatabaseError as error:
        raise UnusableFile(_told(file, error)) from None


def wal_of(file: Path) -> Path:
    """Where SQLite keeps what it has not yet written into the file itself."""
    return file.with_name(file.name + "-wal")


def shm_of(file: Path) -> Path:
    """What SQLite keeps to find its way in the former."""
    return file.with_name(file.name + "-shm")


def _look_from_outside(file: Path) -> None:
    if file.is_file() and not file.stat().st_size:
        raise UnusableFile(f"{file} is empty, as no database is; {WHAT_TO_DO}, or delete the file to begin anew")
    if not file.exists() and wal_of(file).exists():
        raise UnusableFile(
            f"{file} is missing, though {wal_of(file).name} is there; {WHAT_TO_DO}, or delete that to begin anew"
        )


def _look_inside(connection: sqlite3.Connection, seconds: float, how: str) -> None:
    until = time.monotonic() + seconds
    connection.set_progress_handler(lambda: time.monotonic() > until, STEPS_BETWEEN_LOOKS)
    try:
        (verdict,) = connection.execute(f"PRAGMA {how}(1)").fetchone()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
            return  # so far it is whole
        raise
    if verdict != "ok":
        raise sqlite3.DatabaseError(str(verdict).splitlines()[-1])


def _told(file: Path, error: sqlite3.DatabaseError) -> str:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    if code == sqlite3.SQLITE_NOTADB:
        return f"{file} is no database of SQLite; {WHAT_TO_DO}, or give another --data"
    if code & 0xFF == sqlite3.SQLITE_CORRUPT:
        return f"{file} is damaged ({error}); {WHAT_TO_DO}"
    return f"{error} ({file})"
