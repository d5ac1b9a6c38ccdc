"""A database with very many people and games, made within a minute: what is asked of it must not take longer for that.

The games have no entries and cannot be opened; everything that lists, counts and finds sees them like any others.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import asyncpg
from sqlalchemy.engine import make_url

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.migrate import upgrade
from shanghaien.web.people.names import normalised_name

from .crowd_rows import FIRST, Size, name, person, statements

Told = Callable[[str, float], None]
"""Hears which step was done, and how much of the whole that was."""
CHEAP = (
    "journal_mode = OFF",
    "synchronous = OFF",
    "cache_size = -400000",
    "temp_store = MEMORY",
    "locking_mode = EXCLUSIVE",
)
"""Whoever fills a file from nothing may begin again after a power cut."""


class Made(NamedTuple):
    """What was made: how long it took and how large it is."""

    seconds: float
    megabytes: float


class Filling(Protocol):
    """A connection to an empty database of one kind."""

    sqlite: bool

    def run(self, statement: str) -> Any:
        """Run one statement."""

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What a query answers."""

    def add(self, table: str, columns: tuple[str, ...], rows: Iterator[tuple[Any, ...]]) -> None:
        """Add many rows."""


def make_crowd(url: str, size: Size, told: Told = lambda step, share: None) -> Made:
    """Fill an empty database; the address is one of SQLAlchemy's."""
    begun = time.monotonic()
    asyncio.run(_migrate(url))
    with (_sqlite if url.startswith("sqlite") else _postgres)(url) as filling:
        _fill(filling, size, told)
        bytes_ = filling.rows(WEIGHT[filling.sqlite])[0][0]
    return Made(time.monotonic() - begun, bytes_ / 1e6)


WEIGHT = {
    True: "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
    False: "SELECT pg_database_size(current_database())",
}
INDEXES = {
    True: "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL",
    False: "SELECT c.relname, pg_get_indexdef(i.indexrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid "
    "WHERE c.relnamespace = 'public'::regnamespace AND NOT EXISTS "
    "(SELECT 1 FROM pg_constraint o WHERE o.conindid = i.indexrelid)",
}
"""Those that can be made afterwards, which takes a fraction of the time."""


def _fill(filling: Filling, size: Size, told: Told) -> None:
    indexes = filling.rows(INDEXES[filling.sqlite])
    steps = list(statements(size, filling.sqlite))
    whole = len(steps) + len(indexes) + 2
    for index, _ in indexes:
        filling.run(f'DROP INDEX "{index}"')
    for table, statement in steps:
        filling.run(statement)
        told(table, 1 / whole)
    filling.add("names", ("folded", "person"), ((normalised_name(name(n)), person(n)) for n in range(size.people)))
    told("names", 1 / whole)
    for index, definition in indexes:
        filling.run(definition)
        told(index, 1 / whole)
    filling.run("ANALYZE" if filling.sqlite else "VACUUM ANALYZE")
    told("analyze", 1 / whole)


async def _migrate(url: str) -> None:
    database = Database(url, patient=True)
    await upgrade(database)
    await database.close()


class _Sqlite:
    sqlite = True

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def run(self, statement: str) -> None:
        self._connection.execute(statement)

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        return self._connection.execute(query).fetchall()

    def add(self, table: str, columns: tuple[str, ...], rows: Iterator[tuple[Any, ...]]) -> None:
        values = ", ".join("?" * len(columns))
        self._connection.execute("BEGIN")
        self._connection.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({values})", rows)
        self._connection.execute("COMMIT")


@contextmanager
def _sqlite(url: str) -> Iterator[Filling]:
    file = Path(make_url(url).database or "")
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for setting in CHEAP:
            connection.execute(f"PRAGMA {setting}")
        yield _Sqlite(connection)
        connection.execute("PRAGMA locking_mode = NORMAL")
        connection.execute("PRAGMA journal_mode = WAL")


class _Postgres:
    sqlite = False

    def __init__(self, loop: asyncio.AbstractEventLoop, connection: Any) -> None:
        self._loop, self._connection = loop, connection

    def run(self, statement: str) -> None:
        self._loop.run_until_complete(self._connection.execute(statement))

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        return [tuple(row) for row in self._loop.run_until_complete(self._connection.fetch(query))]

    def add(self, table: str, columns: tuple[str, ...], rows: Iterator[tuple[Any, ...]]) -> None:
        copied = self._connection.copy_records_to_table(table, columns=columns, records=rows)
        self._loop.run_until_complete(copied)


QUICK = (
    "SET synchronous_commit = off",
    "SET maintenance_work_mem = '512MB'",
    "SET work_mem = '64MB'",
    "SET temp_buffers = '256MB'",
    "SET session_replication_role = replica",  # references hold by how the rows are made
)


@contextmanager
def _postgres(url: str) -> Iterator[Filling]:
    loop = asyncio.new_event_loop()
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    connection = loop.run_until_complete(asyncpg.connect(plain))
    try:
        filling = _Postgres(loop, connection)
        for setting in QUICK:
            filling.run(setting)
        _unlog(filling)
        yield filling
    finally:
        loop.run_until_complete(connection.close())
        loop.close()


def _unlog(filling: Filling) -> None:
    """Keep no log of what is written: the database is lost with the server, and made in half of the time."""
    left = [table for (table,) in filling.rows("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]
    for _ in range(len(left)):  # those that refer to others have to be first
        for table in list(left):
            try:
                filling.run(f'ALTER TABLE "{table}" SET UNLOGGED')
                left.remove(table)
            except asyncpg.InvalidTableDefinitionError:
                continue


__all__ = ["FIRST", "Made", "Size", "make_crowd", "name", "person"]
