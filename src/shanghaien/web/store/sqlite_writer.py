"""Moves on SQLite: a thread of its own with a plain connection, every transaction immediate and durable."""

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from .database import SQLITE_SETTINGS, Database
from .group_writer import Addition

ADVANCE = (
    "UPDATE games SET version = ?, updated = ?, digest = ?, round = ?, waits_for = ?, result = ?, points = ?, "
    "deadline = ?, tavern = ? WHERE id = ? AND version = ?"
)
ENDED = "UPDATE holders SET ended = ? WHERE game = ?"
ADD = "INSERT INTO entries (game, number, kind, seat, text, move, at, used) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
SET_DUE = (
    "INSERT INTO due (kind, subject, at, text) VALUES (?, ?, ?, ?) ON CONFLICT (kind, subject) "
    "DO UPDATE SET at = excluded.at, text = excluded.text, leased_until = 0, tries = 0"
)
CANCEL_DUE = "DELETE FROM due WHERE kind = ? AND subject = ?"


class SqliteCommitter:
    """Commits on its own thread, in turn with everything else that writes to the file."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._connection: sqlite3.Connection | None = None

    async def commit(self, additions: Sequence[Addition]) -> Sequence[bool]:
        """For each addition whether it is stored."""
        async with self._database.turn_to_write():
            return await asyncio.get_running_loop().run_in_executor(self._thread, self._commit, additions)

    async def close(self) -> None:
        """Let the connection and the thread go."""
        await asyncio.get_running_loop().run_in_executor(self._thread, self._close)
        self._thread.shutdown()

    def _commit(self, additions: Sequence[Addition]) -> list[bool]:
        try:
            return self._together(additions)
        except sqlite3.IntegrityError:
            if len(additions) == 1:
                return [False]
            return [self._commit([addition])[0] for addition in additions]

    def _together(self, additions: Sequence[Addition]) -> list[bool]:
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
    told = (last.number, last.at, addition.digest)
    now = (summary.round, summary.waits_for, summary.result, summary.points, summary.deadline, summary.tavern)
    if connection.execute(ADVANCE, (*told, *now, game, addition.after)).rowcount != 1:
        return False
    if summary.result is not None:
        connection.execute(ENDED, (last.at, game))
    connection.executemany(ADD, [(game, *entry) for entry in addition.entries])
    for wish in addition.due:
        connection.execute(*((CANCEL_DUE, wish[:2]) if wish.at is None else (SET_DUE, wish)))
    return True
