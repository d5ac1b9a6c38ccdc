"""Whether a database has every table and column that the program needs; asked when it is up to date."""

from collections.abc import Iterable
from itertools import chain

from sqlalchemy import Connection, Table, inspect

from . import day_schema, lobby_schema, notice_schema, order_schema, people_schema, result_schema, schema
from .database import Database


class MissingPart(Exception):
    """Something of the database is gone; the sentence says what."""


async def check_shape(database: Database) -> None:
    """MissingPart if a table or a column is not there."""
    async with database.reading() as connection:
        missing = await connection.run_sync(_missing)
    if missing:
        raise MissingPart(f"{missing} is missing; bring a copy back, as docs/hosting.md tells")


def _missing(connection: Connection) -> str:
    found = inspect(connection).get_multi_columns()
    columns = {name: {column["name"] for column in those} for (_, name), those in found.items()}
    for table in _tables():
        if table.name not in columns:
            return f"its table {table.name}"
        for column in table.columns:
            if column.name not in columns[table.name]:
                return f"column {column.name} of its table {table.name}"
    return ""


def _tables() -> Iterable[Table]:
    """Every table; most stand in files of their own and share the metadata."""
    parts = (schema, people_schema, notice_schema, result_schema, lobby_schema, day_schema, order_schema)
    return dict.fromkeys(chain.from_iterable(part.metadata.sorted_tables for part in parts))
