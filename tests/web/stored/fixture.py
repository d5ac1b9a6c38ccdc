"""The stored site in tests/fixtures/stored: its database, and what its people knew of it."""

import asyncio
import gzip
import json
import sqlite3
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, MetaData, insert, text

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.migrate import upgrade
from tests.web.browser_like import Visitor

FOLDER = Path(__file__).parents[2] / "fixtures" / "stored"
DATABASE, PEOPLE, RECORDS = FOLDER / "shanghaien.db.gz", FOLDER / "people.json", FOLDER / "records"


@cache
def people() -> dict[str, Any]:
    """How everybody is known, at which moment they looked, and what they saw of each game."""
    told: dict[str, Any] = json.loads(PEOPLE.read_text(encoding="utf-8"))
    return told


def games() -> dict[str, dict[str, Any]]:
    """What was seen of each game, by a name for it."""
    seen: dict[str, dict[str, Any]] = people()["games"]
    return seen


def unpacked(folder: Path) -> Path:
    """The file of the database as it was stored, in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "shanghaien.db"
    file.write_bytes(gzip.decompress(DATABASE.read_bytes()))
    return file


def load_into_postgres(file: Path, url: str) -> None:
    """Give an empty PostgreSQL database the tables, and the rows of the file."""

    async def run() -> None:
        database = Database(url)
        await upgrade(database)
        async with database.write() as connection:
            await connection.run_sync(_fill, file)
        await database.close()

    asyncio.run(run())


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
        rows = [] if table.name == "alembic_version" else rows_of(file, table.name)
        if rows:
            connection.execute(insert(table), rows)
    connection.execute(text("SELECT setval(pg_get_serial_sequence('jobs', 'id'), (SELECT max(id) FROM jobs))"))


class Program:
    """Asks the interface for programs, as `ChainHolder` wants it."""

    def __init__(self, visitor: Visitor, ids: str = "") -> None:
        self._visitor = visitor
        self._ids = ids
        """How the ids of its requests begin, so that a later program takes others."""

    def get(self, path: str) -> Any:
        return self._visitor.api("GET", path)

    def post(self, path: str, json: dict[str, Any] | None = None) -> Any:
        named = {} if json is None or "id" not in json else {"id": f"{self._ids}{json['id']}"}
        return self._visitor.api("POST", path, json=None if json is None else json | named)
