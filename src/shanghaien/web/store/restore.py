"""A copy takes the place of a SQLite database: at every moment there is a whole one, and the old one is kept."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

from .backup import backup
from .ownership import give_to_owner
from .sqlite_file import shm_of, wal_of


def copy_beside(source: Path, file: Path) -> Path:
    """A checked copy of the source beside the database, to be looked at before it takes its place."""
    beside = file.with_name(file.name + ".restoring")
    remove(beside)
    backup(source, beside, in_use=wal_of(source).exists())
    return beside


def take_place(beside: Path, file: Path) -> Path | None:
    """Put the copy into the place of the database; tells where the old one is kept, if there was one.

    It gets owner and mode of the old one, or of the folder, so that the server can open it whoever restores. What
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
    """Remove a database with everything that belongs to it."""
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
