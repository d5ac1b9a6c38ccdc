"""The database of revision 0006 that is kept as a fixture, as a SQLite file or loaded into PostgreSQL."""

import asyncio
import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, MetaData, Table, insert, text

from shanghaien.web.store import migrate
from shanghaien.web.store.database import Database

EARLIER = Path(__file__).parents[1] / "fixtures" / "stored" / "revision-6"
REVISION = "0006"
PEOPLE: dict[str, Any] = json.loads((EARLIER / "people.json").read_text(encoding="utf-8"))
GAMES: dict[str, dict[str, Any]] = PEOPLE["games"]
SECRET = (EARLIER / "secret").read_text(encoding="utf-8").strip()


def unpacked(folder: Path) -> Path:
    """The file of the database, not yet migrated, in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "shanghaien.db"
    file.write_bytes(gzip.decompress((EARLIER / "shanghaien.db.gz").read_bytes()))
    return file


def rows_of(file: Path, table: str) -> list[dict[str, Any]]:
    """All rows of a table of the file."""
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        return [dict(row) for row in connection.execute(f'SELECT * FROM "{table}"')]  # noqa: S608 - names of our tables


def load_into_postgres(file: Path, url: str) -> None:
    """Give an empty PostgreSQL database the tables of that revision, and the rows of the file."""

    async def run() -> None:
        database = Database(url)
        async with database.writing() as connection:
            await connection.run_sync(lambda sync: migrate._alembic("command").upgrade(migrate._config(sync), REVISION))
            await connection.run_sync(_fill, file)
        await database.close()

    asyncio.run(run())


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
