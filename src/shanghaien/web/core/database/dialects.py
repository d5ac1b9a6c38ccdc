"""What SQLite and PostgreSQL say differently: an insert that may meet a row, and whose clock decides about leases."""

from importlib import import_module
from typing import TYPE_CHECKING

from sqlalchemy import BigInteger, Column, ColumnElement, MetaData, Table, and_, cast, func, literal, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.clock import now

if TYPE_CHECKING:
    from sqlalchemy.dialects import postgresql
    from sqlalchemy.dialects import sqlite as sqlite_dialect


def insert_of(table: Table, *, sqlite: bool) -> "postgresql.Insert | sqlite_dialect.Insert":
    """An insert that can say what happens if the row is there already."""
    # Only the dialect that is used is loaded: the other would take a twentieth of the time to start.
    dialect = import_module(f"sqlalchemy.dialects.{'sqlite' if sqlite else 'postgresql'}")
    wanted: postgresql.Insert | sqlite_dialect.Insert = dialect.insert(table)
    return wanted


def insert_into(connection: AsyncConnection, table: Table) -> "postgresql.Insert | sqlite_dialect.Insert":
    """The same for the database at the other end of a connection."""
    return insert_of(table, sqlite=_is_sqlite(connection))


def now_in(connection: AsyncConnection) -> ColumnElement[int]:
    """The time in milliseconds since 1970; on PostgreSQL its own, so that machines whose clocks differ agree."""
    return literal(now(), BigInteger) if _is_sqlite(connection) else SERVER_CLOCK


def begins_with(connection: AsyncConnection, column: Column[str], word: str) -> ColumnElement[bool]:
    """Whether a text begins with a word and a space, byte by byte, in a way that an index of the column helps with."""
    first, beyond = f"{word} ", f"{word}!"  # in ASCII the sign after the space
    if _is_sqlite(connection):
        return and_(column >= first, column < beyond)
    # In the order of a language, which PostgreSQL may compare by, spaces do not count.
    return and_(column.bool_op("~>=~")(first), column.bool_op("~<~")(beyond))


async def lock_until_commit(connection: AsyncConnection, name: str) -> None:
    """Let transactions that name the same lock pass one after the other; SQLite has one writer anyway."""
    if not _is_sqlite(connection):
        await connection.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(name, 0))))


def _is_sqlite(connection: AsyncConnection) -> bool:
    return connection.dialect.name == "sqlite"


SERVER_CLOCK: ColumnElement[int] = select(
    cast(func.floor(func.extract("epoch", func.clock_timestamp()) * 1000), BigInteger)
).scalar_subquery()
"""PostgreSQL's own clock; asked apart, and so once: no index helps with what may change from row to row."""


# What all tables of the database hang together by: their names follow one convention.

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)
