"""Whether a database has every table and column that the program needs; asked when it is up to date."""

from sqlalchemy import Connection, inspect

from . import schema
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
    for table in schema.metadata.sorted_tables:
        if table.name not in columns:
            return f"its table {table.name}"
        for column in table.columns:
            if column.name not in columns[table.name]:
                return f"column {column.name} of its table {table.name}"
    return ""
