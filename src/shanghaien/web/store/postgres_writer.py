"""Moves on PostgreSQL: one connection, and one statement for however many moves have come together."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from .database import CONNECT_SECONDS, STATEMENT_SECONDS, Database
from .group_writer import Addition

COMMIT = """
WITH moves AS (
  SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::bigint[], $5::int[], $6::int[], $7::text[])
    AS m(game, after, version, updated, round, waits_for, result)
), moved AS (
  UPDATE games SET version = m.version, updated = m.updated, round = m.round, waits_for = m.waits_for, result = m.result
  FROM moves m WHERE games.id = m.game AND games.version = m.after RETURNING games.id, games.version
), added AS (
  INSERT INTO entries (game, number, kind, seat, text, move, at)
  SELECT e.game, e.number, e.kind, e.seat, e.text, e.move, e.at
  FROM unnest($8::text[], $9::int[], $10::text[], $11::int[], $12::text[], $13::text[], $14::bigint[])
    AS e(game, number, kind, seat, text, move, at) JOIN moved ON moved.id = e.game
)
"""
STORED = COMMIT + "SELECT id FROM moved"  # noqa: S608 - nothing in it comes from anybody
TOLD = "pg_notify($15::text, $16::text || id || ' ' || version)"
STORED_AND_TOLD = COMMIT + f"SELECT id, {TOLD} FROM moved"  # noqa: S608 - nothing in it comes from anybody


class PostgresCommitter:
    """Commits on one connection, which is opened again when it was lost."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._connection: Any = None
        self._statement: Any = None

    async def commit(self, additions: Sequence[Addition]) -> Sequence[bool]:
        """For each addition whether it is stored."""
        asyncpg: Any = import_module("asyncpg")
        try:
            return await self._together(additions)
        except (asyncpg.UniqueViolationError, asyncpg.DeadlockDetectedError):
            if len(additions) == 1:
                return [False]
            return [(await self.commit([addition]))[0] for addition in additions]

    async def close(self) -> None:
        """Let the connection go."""
        if self._connection is not None and not self._connection.is_closed():
            await self._connection.close()

    async def _together(self, additions: Sequence[Addition]) -> list[bool]:
        await self._open()
        news = self._database.news
        told = (news.channel, news.prefix) if news else ()
        try:
            stored = {row[0] for row in await self._statement.fetch(*_columns(additions), *told)}
        except TimeoutError:
            self._connection.terminate()  # whatever comes back on it now would be the answer to this
            raise
        return [addition.game in stored for addition in additions]

    async def _open(self) -> None:
        if self._connection is None or self._connection.is_closed():
            address = self._database.url.set(drivername="postgresql").render_as_string(hide_password=False)
            limits = {"timeout": CONNECT_SECONDS, "command_timeout": STATEMENT_SECONDS}
            self._connection = await import_module("asyncpg").connect(address, **limits)
            self._statement = await self._connection.prepare(STORED_AND_TOLD if self._database.news else STORED)


def _columns(additions: Sequence[Addition]) -> list[list[Any]]:
    """The moves and their entries, column by column."""
    moves = [
        (each.game, each.after, each.entries[-1].number, each.entries[-1].at, *_summary(each)) for each in additions
    ]
    entries = [(each.game, *entry) for each in additions for entry in each.entries]
    return [list(column) for rows in (moves, entries) for column in zip(*rows, strict=True)]


def _summary(addition: Addition) -> tuple[int, int | None, str | None]:
    summary = addition.summary
    return summary.round, summary.waits_for, summary.result
