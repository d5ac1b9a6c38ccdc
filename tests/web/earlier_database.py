"""Databases of earlier versions that are kept as fixtures, as SQLite files or loaded into PostgreSQL."""

import asyncio
import gzip
import json
import sqlite3
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, MetaData, Table, insert, text

from shanghaien.web.core.database import migrate
from shanghaien.web.core.database.engine import Database

STORED = Path(__file__).parents[1] / "fixtures" / "stored"
MINUTE = 60_000


class Earlier:
    """A database as the server of one revision stored it, and what people knew of it."""

    def __init__(self, revision: str) -> None:
        self.revision = revision
        self.folder = STORED / f"revision-{int(revision)}"

    def __repr__(self) -> str:
        return self.revision

    @cached_property
    def people(self) -> dict[str, Any]:
        """How everybody is known, and what they saw."""
        told: dict[str, Any] = json.loads((self.folder / "people.json").read_text(encoding="utf-8"))
        return told

    @property
    def games(self) -> dict[str, dict[str, Any]]:
        """What was seen of each game."""
        games: dict[str, dict[str, Any]] = self.people["games"]
        return games

    @property
    def secret(self) -> str:
        """What signed its cookies and links."""
        return (self.folder / "secret").read_text(encoding="utf-8").strip()

    def unpacked(self, folder: Path) -> Path:
        """The file of the database, not yet migrated, in a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / "shanghaien.db"
        file.write_bytes(gzip.decompress((self.folder / "shanghaien.db.gz").read_bytes()))
        return file

    def moment(self, file: Path) -> int:
        """When its people saw what they saw; where nobody wrote that down, soon after the last move."""
        known: int | None = self.people.get("at")
        return known or max(row["updated"] for row in rows_of(file, "games")) + MINUTE

    def load_into_postgres(self, file: Path, url: str) -> None:
        """Give an empty PostgreSQL database the tables of that revision, and the rows of the file."""

        async def run() -> None:
            database = Database(url)
            async with database.writing() as connection:
                await connection.run_sync(migrate._run, "upgrade", self.revision)
                await connection.run_sync(_fill, file)
            await database.close()

        asyncio.run(run())


EARLIER = (Earlier("0006"), Earlier("0007"))
"""Before accounts, clocks and notices; before results, offers and order."""


def rows_of(file: Path, table: str) -> list[dict[str, Any]]:
    """All rows of a table of the file."""
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(f'SELECT * FROM "{table}"')]  # noqa: S608 - names of our tables


def tables_of(file: Path) -> list[str]:
    """The tables of the file in which there is anything."""
    with closing(sqlite3.connect(file)) as connection:
        found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
        return [name for (name,) in found.fetchall() if name != "alembic_version" and rows_of(file, name)]


def _fill(connection: Connection, file: Path) -> None:
    there = MetaData()
    there.reflect(connection)
    for table in there.sorted_tables:
        if table.name != "alembic_version":
            _copy(connection, table, rows_of(file, table.name))
    connection.execute(text("SELECT setval(pg_get_serial_sequence('due', 'id'), (SELECT max(id) FROM due))"))


def _copy(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    if rows:
        connection.execute(insert(table), rows)
