"""The accounts of people."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.database.dialects import now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.schema import names, people


@dataclass(frozen=True, slots=True)
class PersonRow:
    """An account."""

    id: PersonId
    name: str
    role: str
    created: int
    closed: int | None = None
    """When a moderator closed the account; None for all others."""


async def write_role(connection: AsyncConnection, person: PersonId, role: str) -> None:
    await connection.execute(update(people).where(people.c.id == person).values(role=role))


class PeopleStore:
    """The store of people. Every method is one transaction, except for those that are given a connection."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, connection: AsyncConnection, person: PersonId, name: str) -> None:
        """The name must have been taken already."""
        row = {"id": person, "name": name, "role": "", "created": now_in(connection)}
        await connection.execute(insert(people).values(row))

    async def of(self, person: PersonId) -> PersonRow | None:
        """None for guests."""
        row = await self._database.fetch_one(select(people).where(people.c.id == person))
        return None if row is None else PersonRow(*row)

    async def named(self, folded: str) -> PersonRow | None:
        """The account with this normalised name."""
        query = select(people).join(names, names.c.person == people.c.id)
        row = await self._database.fetch_one(query.where(names.c.folded == folded, names.c.held_until.is_(None)))
        return None if row is None else PersonRow(*row)

    async def names_of(self, ids: Collection[PersonId]) -> dict[PersonId, str]:
        """Names by id; guests are left out."""
        query = select(people.c.id, people.c.name).where(people.c.id.in_(ids))
        return {PersonId(row.id): row.name for row in await self._database.fetch_all(query)}

    async def page(self, after: str, most: int) -> list[PersonRow]:
        """A batch in the order of ids."""
        query = select(people).where(people.c.id > after).order_by(people.c.id).limit(most)
        return [PersonRow(*row) for row in await self._database.fetch_all(query)]

    async def count(self) -> int:
        return int(await self._database.fetch_value(select(func.count()).select_from(people)))

    async def give_role(self, person: PersonId, role: str) -> None:
        async with self._database.write() as connection:
            await write_role(connection, person, role)
