"""What becomes of a person's rows when a guest joins an account, when a person leaves, and when they ask what is stored.

Each feature declares PERSON_ROWS for its own tables; `people/person_data.py` goes through all of them.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Column, ColumnElement, Table, delete, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.database.dialects import insert_into
from shanghaien.web.core.ids import GameId, PersonId

AT_ONCE = 500
"""Rows in one statement: both databases limit the values that it may have."""
Row = TypeVar("Row")


@dataclass(slots=True)
class Joining:
    """A guest whose rows go over to an account, in one transaction."""

    guest: PersonId
    account: PersonId
    session: str = ""
    """The session in which it happens; empty if there is none."""
    new: bool = False
    """Whether the account was made just now, so that no one else can have left anything in this browser."""
    games: list[GameId] = field(default_factory=list)
    """The games whose seats have moved; known once the rows of tables have."""


Join = Callable[[AsyncConnection, Table, Joining], Awaitable[None]]
Leave = Callable[[AsyncConnection, Table, PersonId], Awaitable[None]]


async def take(connection: AsyncConnection, table: Table, guest: PersonId) -> list[dict[str, Any]]:
    """Remove the guest's rows, and return them: what one transaction takes no other takes again."""
    taken = await connection.execute(delete(table).where(table.c.person == guest).returning(table))
    return [dict(row) for row in taken.mappings()]


async def give(connection: AsyncConnection, table: Table, account: PersonId, rows: Sequence[dict[str, Any]]) -> None:
    """Add these rows as the account's; where it has one already, its own stays."""
    for some in batches(rows):
        given = [row | {"person": account} for row in some]
        await connection.execute(insert_into(connection, table).on_conflict_do_nothing(), given)


def batches(rows: Sequence[Row]) -> Iterable[Sequence[Row]]:
    """The rows in portions that a statement can have."""
    return (rows[first : first + AT_ONCE] for first in range(0, len(rows), AT_ONCE))


async def move(connection: AsyncConnection, table: Table, joining: Joining) -> None:
    """The account gets the rows; what it has wins."""
    await give(connection, table, joining.account, await take(connection, table, joining.guest))


async def move_if_new(connection: AsyncConnection, table: Table, joining: Joining) -> None:
    """The same for a new account; an older one might get what another person has left in this browser."""
    taken = await take(connection, table, joining.guest)
    if joining.new:
        await give(connection, table, joining.account, taken)


async def drop(connection: AsyncConnection, table: Table, joining: Joining) -> None:
    """The rows go."""
    await take(connection, table, joining.guest)


async def stay(connection: AsyncConnection, table: Table, joining: Joining) -> None:
    """Guests have no such rows."""


def rename(*columns: Column[Any]) -> Join:
    """The rows stay, with the account in these columns."""

    async def join(connection: AsyncConnection, table: Table, joining: Joining) -> None:
        for column in columns:
            await connection.execute(update(table).where(column == joining.guest).values({column: joining.account}))

    return join


async def remove(connection: AsyncConnection, table: Table, person: PersonId) -> None:
    """The rows go at once."""
    await connection.execute(delete(table).where(table.c.person == person))


async def later(connection: AsyncConnection, table: Table, person: PersonId) -> None:
    """A job deals with the rows, one after the other."""


def blank(*columns: Column[Any], beside: Sequence[Column[Any]] = ()) -> Leave:
    """The rows stay for others, without the person; with each column its neighbour of `beside` is emptied too."""

    async def leave(connection: AsyncConnection, table: Table, person: PersonId) -> None:
        for number, column in enumerate(columns):
            empty = {column: "", **({beside[number]: ""} if beside else {})}
            await connection.execute(update(table).where(column == person).values(empty))

    return leave


@dataclass(frozen=True, slots=True)
class PersonRows:
    """What becomes of a person's rows in one table."""

    table: Table
    join: Join = move
    leave: Leave = remove
    name: str = ""
    """Under which name the person is shown them; empty for what is shown elsewhere, or is only about others."""
    columns: tuple[str, ...] = ()
    """What is shown of them; secrets and their hashes are left out."""
    only: Callable[[], ColumnElement[bool]] | None = None
    """Which of them are shown, if not all."""
