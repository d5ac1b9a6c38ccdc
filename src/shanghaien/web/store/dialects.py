"""What SQLite and PostgreSQL say differently: an insert that may meet a row, and whose clock decides about leases."""

from sqlalchemy import BigInteger, ColumnElement, Table, cast, func, literal
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.clock import now


def insert_into(connection: AsyncConnection, table: Table) -> postgresql.Insert | sqlite.Insert:
    """An insert that can say what happens if the row is there already."""
    return sqlite.insert(table) if _is_sqlite(connection) else postgresql.insert(table)


def now_in(connection: AsyncConnection) -> ColumnElement[int]:
    """The time in milliseconds since 1970; on PostgreSQL its own, so that machines whose clocks differ agree."""
    if _is_sqlite(connection):
        return literal(now(), BigInteger)
    return cast(func.floor(func.extract("epoch", func.clock_timestamp()) * 1000), BigInteger)


def _is_sqlite(connection: AsyncConnection) -> bool:
    return connection.dialect.name == "sqlite"
