"""Connections: many readers; on SQLite one writer whose every transaction is immediate and durable."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext, suppress
from typing import Any, NamedTuple
from weakref import WeakSet

import aiosqlite
from sqlalchemy import Engine, Executable, Row, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DisconnectionError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

SQLITE_SETTINGS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")


CONNECT_SECONDS, STATEMENT_SECONDS, POOL_SECONDS = 4, 8, 4
"""How long PostgreSQL may take to be reached, to answer, and to have a connection free: then it counts as away."""


class NewsChannel(NamedTuple):
    """How a PostgreSQL database notifies the other processes of a move in the transaction that stores it."""

    channel: str
    prefix: str
    """What stands before game and version in each message."""


class DatabaseClosed(SQLAlchemyError):
    """The process is stopping: the database was closed, and is not opened again."""


class Database:
    """One database; `reading` and `writing` give a connection inside a transaction."""

    def __init__(
        self, url: str, connections: int = 8, news: NewsChannel | None = None, *, patient: bool = False
    ) -> None:
        self.url = make_url(url)
        self._patient = patient
        """Whether a statement may take as long as it takes: to change a table may take minutes."""
        self.news = news
        self.before_close: list[Callable[[], Awaitable[None]]] = []
        """What else has connections to it and lets them go first."""
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        # What people play, and tokens of theirs, must not stand in the log with an error.
        secretly: dict[str, Any] = {"hide_parameters": True}
        self._opened: WeakSet[Any] = WeakSet()
        """Every connection of the driver, so that none is left behind, whatever became of the task that used it."""
        self._in_use = 0
        self._closed = False
        self._all_returned = asyncio.Event()
        if self.is_sqlite:
            secretly["async_creator"] = self._open_sqlite
        self._readers = create_async_engine(self.url, **secretly, **self._pool(connections - connections // 2))
        # One statement sees one moment by itself; a transaction around it would cost more than the statement.
        self._glancers = create_async_engine(
            self.url,
            isolation_level="AUTOCOMMIT",
            pool_reset_on_return=None,
            **secretly,
            **self._pool(connections // 2),
        )
        # Two connections that write to one SQLite file can only wait for each other, so there is just one.
        one = {"pool_size": 1, "max_overflow": 0}
        self._writers = create_async_engine(self.url, **secretly, **one) if self.is_sqlite else self._readers
        self._one_writer = asyncio.Lock() if self.is_sqlite else None
        if self.is_sqlite:
            _prepare_sqlite(self._glancers, "")
            _prepare_sqlite(self._readers, "BEGIN")
            _prepare_sqlite(self._writers, "BEGIN IMMEDIATE")
        else:
            for engine in (self._glancers, self._readers):
                _pass_over_lost(engine)
                event.listen(engine.sync_engine, "connect", self._remember)

    def connect(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection for one statement that only reads."""
        return self._used(self._glancers.connect())

    def read(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection whose reads all see the same moment."""
        return self._used(self._readers.connect())

    async def fetch_all(self, query: Executable) -> Sequence[Row[*tuple[Any, ...]]]:
        """The rows of one statement that only reads."""
        async with self.connect() as connection:
            return (await connection.execute(query)).all()

    async def fetch_one(self, query: Executable) -> Row[*tuple[Any, ...]] | None:
        """The only row of one statement that only reads; None if there is none."""
        async with self.connect() as connection:
            return (await connection.execute(query)).one_or_none()

    async def fetch_value(self, query: Executable) -> Any:
        """The first column of the only row; None if there is none."""
        row = await self.fetch_one(query)
        return None if row is None else row[0]

    @asynccontextmanager
    async def write(self) -> AsyncIterator[AsyncConnection]:
        """A connection whose changes are on the disk when the block ends, or none of them if it raises."""
        async with self.turn_to_write(), self._used(self._writers.begin()) as connection:
            yield connection

    @asynccontextmanager
    async def _used(self, opening: AbstractAsyncContextManager[AsyncConnection]) -> AsyncIterator[AsyncConnection]:
        """Count who uses a connection: the database is closed when none is in use."""
        if self._closed:
            raise DatabaseClosed("The database is closed.")
        self._in_use += 1
        try:
            async with opening as connection:
                yield connection
        finally:
            self._in_use -= 1
            if not self._in_use:
                self._all_returned.set()

    def turn_to_write(self) -> AbstractAsyncContextManager[None]:
        """A lock for writing within this process, where two writers could only wait for each other."""
        return nullcontext() if self._one_writer is None else self._one_writer

    def _pool(self, size: int) -> dict[str, Any]:
        pool: dict[str, Any] = {"pool_size": max(size, 1), "max_overflow": 0, "pool_timeout": POOL_SECONDS}
        if not self.is_sqlite:
            limit = None if self._patient else STATEMENT_SECONDS
            pool["connect_args"] = {"timeout": CONNECT_SECONDS, "command_timeout": limit}
        return pool

    async def close(self) -> None:
        """Close all connections, however long it takes: those in use are waited for."""
        for let_go in self.before_close:
            await let_go()
        self._closed = True
        while self._in_use:
            self._all_returned.clear()
            await self._all_returned.wait()
        for engine in (self._writers, self._readers, self._glancers):
            await engine.dispose()
        for connection in tuple(self._opened):
            await (_end_thread(connection) if self.is_sqlite else connection.close(timeout=CONNECT_SECONDS))

    async def _open_sqlite(self) -> aiosqlite.Connection:
        file = self.url.database or ""
        connection = aiosqlite.connect(file, check_same_thread=False, factory=_RolledBackOnClose)
        connection._thread.daemon = True  # noqa: SLF001 - else a process that dies of an error would wait for it
        _stop_once(connection)
        self._opened.add(connection)
        opening = asyncio.ensure_future(connection)
        try:
            return await asyncio.shield(opening)
        except asyncio.CancelledError:
            await asyncio.shield(opening)
            await connection.close()
            raise

    def _remember(self, connection: Any, record: Any) -> None:
        self._opened.add(record.driver_connection)


class _RolledBackOnClose(sqlite3.Connection):
    """A connection that holds no lock once it is closed.

    SQLite keeps a closed connection, with its transaction, until the last of its statements is collected as garbage;
    a task that was cancelled in a transaction would keep all others from writing for as long.
    """

    def close(self) -> None:
        with suppress(sqlite3.Error):  # it may have been closed before
            if self.in_transaction:
                self.rollback()
        super().close()


async def _end_thread(connection: aiosqlite.Connection) -> None:
    """Close a connection that a cancelled task has left open, and wait for its thread, which needs the event loop."""
    connection.stop()
    await asyncio.to_thread(connection._thread.join)  # noqa: SLF001 - there is no public way to wait for it


def _prepare_sqlite(engine: AsyncEngine, begin: str) -> None:
    listen_to: Engine = engine.sync_engine

    @event.listens_for(listen_to, "connect")
    def _connect(connection: Any, record: Any) -> None:
        connection.isolation_level = None  # the driver must not begin transactions of its own
        # A text that was damaged must not keep everything beside it from being read.
        record.driver_connection.text_factory = _text
        cursor = connection.cursor()
        for setting in SQLITE_SETTINGS:
            cursor.execute(f"PRAGMA {setting}")
        cursor.close()

    if not begin:
        return

    @event.listens_for(listen_to, "begin")
    def _begin(connection: Any) -> None:
        connection.exec_driver_sql(begin)


def _stop_once(connection: aiosqlite.Connection) -> None:
    """Let a connection be stopped once: of two stops, as after two cancellations, the second is waited for in vain."""
    stop = connection.stop

    def stop_once() -> Any:
        connection.stop = lambda: None  # type: ignore[method-assign]
        return stop()

    connection.stop = stop_once  # type: ignore[method-assign]


def _text(stored: bytes) -> str:
    return stored.decode(errors="replace")


def _pass_over_lost(engine: AsyncEngine) -> None:
    """Take no connection from the pool that the driver knows to be gone: the server was restarted meanwhile."""

    @event.listens_for(engine.sync_engine, "checkout")
    def _checkout(connection: Any, record: Any, proxy: Any) -> None:
        if record.driver_connection.is_closed():
            raise DisconnectionError
