"""People who keep their games. Functions that take a connection are for whoever does more in one transaction."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import PersonId

from . import people_schema
from .database import Database
from .dialects import now_in


@dataclass(frozen=True, slots=True)
class PersonRow:
    """Somebody who keeps their games."""

    id: PersonId
    name: str
    role: str
    created: int
    closed: int | None = None
    """When a moderator closed the account; None for all others."""


async def write_role(connection: AsyncConnection, person: PersonId, role: str) -> None:
    """Let somebody have a role, or none."""
    people = people_schema.people
    await connection.execute(update(people).where(people.c.id == person).values(role=role))


class PeopleStore:
    """The store of people. Every method is one transaction, except for those that are given a connection."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, connection: AsyncConnection, person: PersonId, name: str) -> None:
        """Keep somebody new; the name is theirs already."""
        row = {"id": person, "name": name, "role": "", "created": now_in(connection)}
        await connection.execute(insert(people_schema.people).values(row))

    async def of(self, person: PersonId) -> PersonRow | None:
        """Whoever has this id; None for guests."""
        people = people_schema.people
        async with self._database.glancing() as connection:
            row = (await connection.execute(select(people).where(people.c.id == person))).one_or_none()
            return None if row is None else PersonRow(*row)

    async def named(self, folded: str) -> PersonRow | None:
        """Whoever goes by a name, folded, at present."""
        people, names = people_schema.people, people_schema.names
        query = select(people).join(names, names.c.person == people.c.id)
        now = names.c.folded == folded, names.c.held_until.is_(None)
        async with self._database.glancing() as connection:
            row = (await connection.execute(query.where(*now))).one_or_none()
            return None if row is None else PersonRow(*row)

    async def names_of(self, ids: Collection[PersonId]) -> dict[PersonId, str]:
        """What those among these people are called who keep their games; a page asks for a few at a time."""
        people = people_schema.people
        query = select(people.c.id, people.c.name).where(people.c.id.in_(ids))
        async with self._database.glancing() as connection:
            return {PersonId(row.id): row.name for row in await connection.execute(query)}

    async def by_role(self, role: str) -> list[PersonRow]:
        """Everybody with this role, the oldest first."""
        people = people_schema.people
        query = select(people).where(people.c.role == role).order_by(people.c.created, people.c.id)
        async with self._database.glancing() as connection:
            return [PersonRow(*row) for row in await connection.execute(query)]

    async def page(self, after: str, most: int) -> list[PersonRow]:
        """Everybody in the order of their ids, some at a time."""
        people = people_schema.people
        query = select(people).where(people.c.id > after).order_by(people.c.id).limit(most)
        async with self._database.glancing() as connection:
            return [PersonRow(*row) for row in await connection.execute(query)]

    async def count(self) -> int:
        """How many there are."""
        async with self._database.glancing() as connection:
            return int((await connection.execute(select(func.count()).select_from(people_schema.people))).scalar_one())

    async def give_role(self, person: PersonId, role: str) -> None:
        """Let somebody have a role, or none."""
        async with self._database.writing() as connection:
            await write_role(connection, person, role)
