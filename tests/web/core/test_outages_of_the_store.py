"""A store that is out of reach is told from a mistake of ours, whichever library says so."""

import errno
import sqlite3
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from shanghaien.web.core.outages import disk_is_full, store_is_gone


def full_disk(tmp_path: Path) -> sqlite3.Error:
    """What SQLite says when there is no room left."""
    with closing(sqlite3.connect(tmp_path / "full.db")) as database:
        database.execute("CREATE TABLE t (text)")
        database.execute("PRAGMA max_page_count = 3")
        with pytest.raises(sqlite3.OperationalError) as raised:
            database.execute("INSERT INTO t VALUES (zeroblob(100000))")
    return raised.value


def test_a_full_disk_is_told_by_itself_and_through_sqlalchemy(tmp_path: Path) -> None:
    error = full_disk(tmp_path)
    assert store_is_gone(error)
    assert store_is_gone(OperationalError("INSERT", {}, error))
    assert disk_is_full(OperationalError("INSERT", {}, error))


def test_a_disk_that_postgresql_calls_full_is_told_from_one_that_is_away() -> None:
    assert disk_is_full(OperationalError("INSERT", {}, asyncpg.DiskFullError("no space left")))
    assert not disk_is_full(ConnectionRefusedError())
    assert not disk_is_full(None)


def test_a_missing_table_is_our_mistake(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "new.db")) as database, pytest.raises(sqlite3.Error) as raised:
        database.execute("SELECT * FROM nothing")
    assert not store_is_gone(raised.value)


@pytest.mark.parametrize(
    "error",
    [
        ConnectionRefusedError(errno.ECONNREFUSED, "refused"),
        FileNotFoundError(errno.ENOENT, "the socket of the server"),
        OSError(errno.ENOSPC, "no space", "file"),
        TimeoutError(),
        asyncpg.AdminShutdownError("going down"),
        asyncpg.CannotConnectNowError("starting up"),
        asyncpg.DiskFullError("full"),
        asyncpg.TooManyConnectionsError("too many"),
        asyncpg.ConnectionDoesNotExistError("closed"),
        asyncpg.InterfaceError("connection is closed"),
        NoConnectionFree("QueuePool limit"),
    ],
)
def test_a_server_that_cannot_be_reached_is_gone(error: Exception) -> None:
    assert store_is_gone(error)


@pytest.mark.parametrize(
    "error",
    [
        KeyError("x"),
        ValueError("x"),
        FileNotFoundError(errno.ENOENT, "missing", "template.html"),
        asyncpg.UniqueViolationError("twice"),
        asyncpg.UndefinedTableError("no table"),
        IntegrityError("INSERT", {}, asyncpg.UniqueViolationError("twice")),
    ],
)
def test_whatever_else_goes_wrong_is_our_mistake(error: Exception) -> None:
    assert not store_is_gone(error)


def test_a_cause_behind_an_error_counts() -> None:
    error = RuntimeError("could not store")
    error.__cause__ = ConnectionResetError()
    assert store_is_gone(error)
