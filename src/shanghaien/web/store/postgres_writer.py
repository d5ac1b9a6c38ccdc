"""Moves on PostgreSQL: one connection, and one statement for however many moves have come together."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from .database import Database
from .group_writer import Addition
from .postgres_line import PostgresLine

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
  UPDATE holders SET ended = m.updated FROM moves m JOIN moved ON moved.id = m.game
  WHERE holders.game = m.game AND m.result IS NOT NULL
), added AS (
  INSERT INTO entries (game, number, kind, seat, text, move, at, used)
  SELECT e.game, e.number, e.kind, e.seat, e.text, e.move, e.at, e.used
  FROM unnest($12::text[], $13::int[], $14::text[], $15::int[], $16::text[], $17::text[], $18::bigint[], $19::bigint[])
    AS e(game, number, kind, seat, text, move, at, used) JOIN moved ON moved.id = e.game
), wished AS (
  SELECT w.* FROM unnest($20::text[], $21::text[], $22::text[], $23::bigint[], $24::text[])
    AS w(game, kind, subject, at, text) JOIN moved ON moved.id = w.game
), set_due AS (
  INSERT INTO due (kind, subject, at, text) SELECT kind, subject, at, text FROM wished WHERE at IS NOT NULL
  ON CONFLICT (kind, subject) DO UPDATE SET at = excluded.at, text = excluded.text, leased_until = 0, tries = 0
), cancelled AS (
  DELETE FROM due USING wished w WHERE w.at IS NULL AND due.kind = w.kind AND due.subject = w.subject
)
"""
STORED = COMMIT + "SELECT id FROM moved"  # noqa: S608 - nothing in it comes from anybody
TOLD = "pg_notify($25::text, $26::text || id || ' ' || version)"
STORED_AND_TOLD = COMMIT + f"SELECT id, {TOLD} FROM moved"  # noqa: S608 - nothing in it comes from anybody


WISHED = ("game", "kind", "subject", "at", "text")
"""The columns of what is due because of a move."""


class PostgresCommitter:
    """Commits by one statement, which also tells the other processes if the database is to do that."""

    def __init__(self, database: Database) -> None:
        news = database.news
        self._told = (news.channel, news.prefix) if news else ()
        self._line = PostgresLine(database, STORED_AND_TOLD if news else STORED)

    async def commit(self, additions: Sequence[Addition]) -> Sequence[bool]:
        """For each addition whether it is stored."""
        asyncpg: Any = import_module("asyncpg")
        try:
            stored = {row[0] for row in await self._line.fetch(*_columns(additions), *self._told)}
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
    due = [(each.game, wish.kind, wish.subject, wish.at, wish.text) for each in additions for wish in each.due]
    wished = [list(column) for column in zip(*due, strict=True)] or [[]] * len(WISHED)
    return [list(column) for rows in (moves, entries) for column in zip(*rows, strict=True)] + wished


def _summary(addition: Addition) -> tuple[int, int | None, str | None, str | None, int | None, str | None]:
    summary = addition.summary
    return summary.round, summary.waits_for, summary.result, summary.points, summary.deadline, summary.tavern
