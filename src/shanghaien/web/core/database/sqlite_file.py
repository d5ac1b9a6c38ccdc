"""Whether a SQLite file can be used: looked at before anything is opened in earnest, each fault described in a sentence."""

import os
import shutil
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path

from shanghaien.web.core.database.file_owner import give_to_owner

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
    _make_private(file)
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


def _make_private(file: Path) -> None:
    """Make a file that is not there for its owner alone, since it will hold the seeds of running games.

    What SQLite keeps beside it is as open as the file is.
    """
    try:
        if not file.exists():
            file.touch(mode=0o600)
    except OSError as error:
        raise UnusableFile(f"{error.strerror} ({file})") from None


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


# A copy of a SQLite database that is in use: whole, of one moment, without stopping anybody.

PAGES_AT_ONCE = 256


def backup(source: Path, target: Path, *, in_use: bool = True) -> int:
    """Copy the database and return the size of the copy; the copy is checked before it gets its name.

    If the source is not in use, nothing is written beside it either.
    """
    partial = target.with_name(target.name + ".partial")
    partial.unlink(missing_ok=True)
    partial.touch(mode=0o600)  # it holds the seeds of running games
    try:
        _copy(source.resolve().as_uri() + ("?mode=ro" if in_use else "?mode=ro&immutable=1"), partial)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
    return target.stat().st_size


def _copy(address: str, partial: Path) -> None:
    with closing(sqlite3.connect(address, uri=True)) as running, closing(sqlite3.connect(partial)) as copy:
        running.backup(copy, pages=PAGES_AT_ONCE, sleep=0.01)
        (verdict,) = copy.execute("PRAGMA integrity_check").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError(f"the copy is damaged ({verdict})")


# A copy takes the place of a SQLite database: at every moment there is a whole one, and the old one is kept.


def copy_beside(source: Path, file: Path) -> Path:
    """A checked copy of the source beside the database, to be looked at before it takes its place."""
    beside = file.with_name(file.name + ".restoring")
    remove(beside)
    backup(source, beside, in_use=wal_of(source).exists())
    return beside


def take_place(beside: Path, file: Path) -> Path | None:
    """Put the copy into the place of the database; returns where the old one is kept, if there was one.

    It gets owner and mode of the old one, or of the folder, so that the server can open it whichever user restores. What
    SQLite had not yet written into the old file stays with it. Beside another file it would be taken for a part of that
    one.
    """
    give_to_owner(beside, file)
    kept = _keep(file) if file.exists() else None
    for stale in (wal_of(file), shm_of(file)):
        stale.unlink(missing_ok=True)
    beside.replace(file)
    _make_durable(file.parent)
    return kept


def remove(file: Path) -> None:
    for part in (file, wal_of(file), shm_of(file)):
        part.unlink(missing_ok=True)


def _keep(file: Path) -> Path:
    """Give the old database a second name, so that it is not gone for a moment."""
    number, kept = 1, file.with_name(file.name + ".before")
    while kept.exists():
        number += 1
        kept = file.with_name(f"{file.name}.before{number}")
    if wal_of(file).exists():
        _name_too(wal_of(file), wal_of(kept))
    _name_too(file, kept)
    return kept


def _name_too(file: Path, other: Path) -> None:
    try:
        other.hardlink_to(file)
    except OSError:  # not every file system gives a file two names
        shutil.copy2(file, other)
        give_to_owner(other, file)


def _make_durable(folder: Path) -> None:
    with suppress(OSError):  # not every system lets a folder be opened
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
