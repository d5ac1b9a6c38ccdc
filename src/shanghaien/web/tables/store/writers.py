"""One writer, many moves per commit: whatever waits while a commit runs is stored together by the next one."""

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from operator import attrgetter
from typing import Any, Protocol

from shanghaien.web.core.database.engine import CONNECT_SECONDS, SQLITE_SETTINGS, STATEMENT_SECONDS, Database
from shanghaien.web.core.ids import GameId, Version
from shanghaien.web.core.jobs import NewJob
from shanghaien.web.tables.log import Entry
from shanghaien.web.tables.store.batcher import Batcher
from shanghaien.web.tables.store.rows import GameSummary


@dataclass(frozen=True, slots=True)
class Addition:
    """Entries to be added to the log of a game that must still be at version `after`."""

    game: GameId
    after: Version
    entries: Sequence[Entry]
    summary: GameSummary
    digest: str
    """What the log adds up to with these entries."""
    jobs: Sequence[NewJob] = ()
    """What is to be done because of them: stored with them, or not at all."""


class Committer(Protocol):
    """Stores several additions in one durable transaction; of one game at most one at a time."""

    async def commit(self, additions: Sequence[Addition]) -> Sequence[bool]:
        """For each addition whether it is stored; one that came too late hinders no other."""

    async def close(self) -> None:
        """Let the connection go."""


class GroupWriter:
    """Collects additions and commits them together; each is answered once the commit that holds it is durable."""

    def __init__(self, committer: Committer) -> None:
        self._committer = committer
        self._batched = Batcher(committer.commit, attrgetter("game"))

    async def add(self, addition: Addition) -> bool:
        """Store the addition; False if the game has moved on. If the committer fails, nothing is known to be stored."""
        return await self._batched.ask(addition)

    async def close(self) -> None:
        """Store what waits, then let the connection go."""
        await self._batched.finish()
        await self._committer.close()


# Moves on SQLite: a thread of its own with a plain connection, every transaction immediate and durable.

ADVANCE = (
    "UPDATE games SET version = ?, updated = ?, digest = ?, round = ?, waits_for = ?, result = ?, points = ?, "
    "deadline = ?, tavern = ? WHERE id = ? AND version = ?"
)
ENDED = "UPDATE seated SET ended = ? WHERE game = ?"
ADD = "INSERT INTO entries (game, number, kind, seat, text, request_id, at, used) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
SET_JOB = (
    "INSERT INTO jobs (kind, subject, at, payload) VALUES (?, ?, ?, ?) ON CONFLICT (kind, subject) "
    "DO UPDATE SET at = excluded.at, payload = excluded.payload, leased_until = 0, tries = 0"
)
CANCEL_JOB = "DELETE FROM jobs WHERE kind = ? AND subject = ?"


class SqliteCommitter:
    """Commits on its own thread, in turn with everything else that writes to the file."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._turn = database.turn_to_write()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._connection: sqlite3.Connection | None = None

    async def commit(self, additions: Sequence[Addition]) -> Sequence[bool]:
        """For each addition whether it is stored."""
        async with self._turn:
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, additions)

    async def close(self) -> None:
        """Let the connection and the thread go."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _commit(self, additions: Sequence[Addition]) -> list[bool]:
        try:
            return self._store_batch(additions)
        except sqlite3.IntegrityError:
            if len(additions) == 1:
                return [False]
            return [self._commit([addition])[0] for addition in additions]

    def _store_batch(self, additions: Sequence[Addition]) -> list[bool]:
        connection = self._open()
        connection.execute("BEGIN IMMEDIATE")
        try:
            stored = [_add(connection, addition) for addition in additions]
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        return stored

    def _open(self) -> sqlite3.Connection:
        if self._connection is None:
            file = self._database.url.database or ""
            self._connection = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
            for setting in SQLITE_SETTINGS:
                self._connection.execute(f"PRAGMA {setting}")
        return self._connection

    def _close(self) -> None:
        if self._connection is not None:
            self._connection.close()


def _add(connection: sqlite3.Connection, addition: Addition) -> bool:
    game, summary, last = addition.game, addition.summary, addition.entries[-1]
    version = (last.number, last.at, addition.digest)
    now = (summary.round, summary.waits_for, summary.result, summary.points, summary.deadline, summary.tavern)
    if connection.execute(ADVANCE, (*version, *now, game, addition.after)).rowcount != 1:
        return False
    if summary.result is not None:
        connection.execute(ENDED, (last.at, game))
    connection.executemany(ADD, [(game, *entry) for entry in addition.entries])
    for job in addition.jobs:
        connection.execute(*((CANCEL_JOB, job[:2]) if job.at is None else (SET_JOB, job)))
    return True


# A connection to PostgreSQL for one statement that is asked again and again, without the layers in between.


class PostgresLine:
    """Opened when it is first used, and again when it was lost; one question at a time."""

    def __init__(self, database: Database, statement: str) -> None:
        self._address = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._text = statement
        self._connection: Any = None
        self._statement: Any = None

    async def fetch(self, *values: Any) -> list[Any]:
        """The rows that the statement gives for these values; whatever goes wrong is the driver's error."""
        if self._connection is None or self._connection.is_closed():
            await self._open()
        try:
            rows: list[Any] = await self._statement.fetch(*values)
        except TimeoutError:
            self._connection.terminate()  # whatever comes back on it now would be the answer to this
            raise
        return rows

    async def close(self) -> None:
        """Let the connection go."""
        if self._connection is not None and not self._connection.is_closed():
            await self._connection.close()

    async def _open(self) -> None:
        limits = {"timeout": CONNECT_SECONDS, "command_timeout": STATEMENT_SECONDS}
        self._connection = await import_module("asyncpg").connect(self._address, **limits)
        self._statement = await self._connection.prepare(self._text)


# Moves on PostgreSQL: one connection, and one statement for however many moves have come together.

COMMIT = """
WITH moves AS (
  SELECT * FROM unnest(
    $1::text[], $2::int[], $3::int[], $4::bigint[], $5::text[], $6::int[], $7::int[], $8::text[], $9::text[],
    $10::bigint[], $11::text[]
  ) AS m(game, after, version, updated, digest, round, waits_for, result, points, deadline, tavern)
), moved AS (
  UPDATE games SET
    version = m.version, updated = m.updated, digest = m.digest,
    round = m.round, waits_for = m.waits_for, result = m.result, points = m.points, deadline = m.deadline,
    tavern = m.tavern
  FROM moves m WHERE games.id = m.game AND games.version = m.after RETURNING games.id, games.version
), ended AS (
  UPDATE seated SET ended = m.updated FROM moves m JOIN moved ON moved.id = m.game
  WHERE seated.game = m.game AND m.result IS NOT NULL
), added AS (
  INSERT INTO entries (game, number, kind, seat, text, request_id, at, used)
  SELECT e.game, e.number, e.kind, e.seat, e.text, e.request_id, e.at, e.used
  FROM unnest($12::text[], $13::int[], $14::text[], $15::int[], $16::text[], $17::text[], $18::bigint[], $19::bigint[])
    AS e(game, number, kind, seat, text, request_id, at, used) JOIN moved ON moved.id = e.game
), wanted AS (
  SELECT w.* FROM unnest($20::text[], $21::text[], $22::text[], $23::bigint[], $24::text[])
    AS w(game, kind, subject, at, payload) JOIN moved ON moved.id = w.game
), scheduled AS (
  INSERT INTO jobs (kind, subject, at, payload) SELECT kind, subject, at, payload FROM wanted WHERE at IS NOT NULL
  ON CONFLICT (kind, subject) DO UPDATE SET at = excluded.at, payload = excluded.payload, leased_until = 0, tries = 0
), cancelled AS (
  DELETE FROM jobs USING wanted w WHERE w.at IS NULL AND jobs.kind = w.kind AND jobs.subject = w.subject
)
"""
STORED = COMMIT + "SELECT id FROM moved"  # noqa: S608 - nothing in it comes from anybody
NOTIFY = "pg_notify($25::text, $26::text || id || ' ' || version)"
STORED_AND_NOTIFIED = COMMIT + f"SELECT id, {NOTIFY} FROM moved"  # noqa: S608 - nothing in it comes from anybody


JOB_COLUMNS = ("game", *NewJob._fields)


class PostgresCommitter:
    """Commits by one statement, which also tells the other processes if the database is to do that."""

    def __init__(self, database: Database) -> None:
        news = database.news
        self._channel = (news.channel, news.prefix) if news else ()
        self._line = PostgresLine(database, STORED_AND_NOTIFIED if news else STORED)

    async def commit(self, additions: Sequence[Addition]) -> Sequence[bool]:
        """For each addition whether it is stored."""
        asyncpg: Any = import_module("asyncpg")
        try:
            stored = {row[0] for row in await self._line.fetch(*_columns(additions), *self._channel)}
        except (asyncpg.UniqueViolationError, asyncpg.DeadlockDetectedError):
            if len(additions) == 1:
                return [False]
            return [(await self.commit([addition]))[0] for addition in additions]
        return [addition.game in stored for addition in additions]

    async def close(self) -> None:
        """Let the connection go."""
        await self._line.close()


def _columns(additions: Sequence[Addition]) -> list[list[Any]]:
    """The moves and their entries, column by column."""
    moves = [
        (each.game, each.after, each.entries[-1].number, each.entries[-1].at, each.digest, *_summary(each))
        for each in additions
    ]
    entries = [(each.game, *entry) for each in additions for entry in each.entries]
    wanted = [(each.game, *job) for each in additions for job in each.jobs]
    jobs = [list(column) for column in zip(*wanted, strict=True)] or [[]] * len(JOB_COLUMNS)
    return [list(column) for rows in (moves, entries) for column in zip(*rows, strict=True)] + jobs


def _summary(addition: Addition) -> tuple[int, int | None, str | None, str | None, int | None, str | None]:
    summary = addition.summary
    return summary.round, summary.waits_for, summary.result, summary.points, summary.deadline, summary.tavern
