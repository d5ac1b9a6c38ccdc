"""A copy of a SQLite database that is in use: whole, of one moment, without stopping anybody."""

import sqlite3
from contextlib import closing
from pathlib import Path

PAGES_AT_ONCE = 256


def backup(source: Path, target: Path, *, in_use: bool = True) -> int:
    """Copy the database and return the size of the copy; the copy is checked before it gets its name.

    If nobody uses the source, nothing is written beside it either.
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
