"""Keeping away from somebody: nothing of either is shown to the other, at once and both ways."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import and_, delete, func, or_, select, union

from shanghaien.rules import N_
from shanghaien.web.core.database.dialects import insert_into, now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.schema import blocks, people

# Who keeps away from whom.

MOST_BLOCKS = 1000
"""How many one person can block: whoever looks at a list looks at these too."""


@dataclass(frozen=True, slots=True)
class BlockRow:
    """Somebody who is blocked, what they are called, and since when."""

    other: PersonId
    name: str
    at: int


class BlockStore:
    """The store of blocks. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, person: PersonId, other: PersonId, name: str = "") -> bool:
        """Keep the two apart; False if the person has blocked so many that this one was not added.

        `name` is what the other is called now: under that name they stand on the list.
        """
        mine = select(func.count()).where(blocks.c.person == person)
        async with self._database.write() as connection:
            if (await connection.execute(mine)).scalar_one() >= MOST_BLOCKS:
                return False
            row = {"person": person, "other": other, "at": now_in(connection), "name": name}
            await connection.execute(insert_into(connection, blocks).values(row).on_conflict_do_nothing())
            return True

    async def remove(self, person: PersonId, other: PersonId) -> None:
        """The person blocks them no longer."""
        async with self._database.write() as connection:
            await connection.execute(delete(blocks).where(blocks.c.person == person, blocks.c.other == other))

    async def named(self, person: PersonId) -> list[BlockRow]:
        """Whom the person has blocked, the latest first, under the name that they had then.

        A guest who has an account by now is not given away by it.
        """
        # One name after the other: PostgreSQL likes to read everybody for a few hundred of them.
        known = select(people.c.name).where(people.c.id == blocks.c.other).scalar_subquery()
        called = func.coalesce(func.nullif(blocks.c.name, ""), known, "")
        mine = select(blocks.c.other, called, blocks.c.at).where(blocks.c.person == person)
        query = mine.order_by(blocks.c.at.desc(), blocks.c.other)
        async with self._database.connect() as connection:
            return [BlockRow(*row) for row in await connection.execute(query)]

    async def among(self, people_there: Collection[PersonId]) -> frozenset[frozenset[PersonId]]:
        """Which two of these people must see nothing of each other."""
        inside = blocks.c.person.in_(people_there), blocks.c.other.in_(people_there)
        async with self._database.connect() as connection:
            found = await connection.execute(select(blocks.c.person, blocks.c.other).where(*inside))
            return frozenset(frozenset((PersonId(one), PersonId(other))) for one, other in found)

    async def by(self, person: PersonId) -> list[PersonId]:
        """Whom the person has blocked, the latest first."""
        query = select(blocks.c.other).where(blocks.c.person == person).order_by(blocks.c.at.desc(), blocks.c.other)
        async with self._database.connect() as connection:
            return [PersonId(other) for other in await connection.scalars(query)]

    async def hidden_from(self, person: PersonId) -> frozenset[PersonId]:
        """Everybody who has blocked the person or whom they have blocked."""
        mine = select(blocks.c.other).where(blocks.c.person == person)
        theirs = select(blocks.c.person).where(blocks.c.other == person)
        async with self._database.connect() as connection:
            return frozenset(PersonId(other) for other in await connection.scalars(union(mine, theirs)))

    async def apart(self, one: PersonId, other: PersonId) -> bool:
        """Whether either of two people has blocked the other."""
        pair = and_(blocks.c.person == one, blocks.c.other == other)
        turned = and_(blocks.c.person == other, blocks.c.other == one)
        async with self._database.connect() as connection:
            found = await connection.execute(select(blocks.c.at).where(or_(pair, turned)).limit(1))
            return found.first() is not None


class CannotBlock(DomainError):
    """Nobody blocks themselves, nor everybody."""

    code = "cannot-block"


class Blocks:
    """Looks after who keeps away from whom; every list of people asks it."""

    def __init__(self, database: Database) -> None:
        self._store = BlockStore(database)

    async def block(self, person: PersonId, other: PersonId, name: str = "") -> None:
        """Keep the two apart from now on; `name` is what the other is called."""
        if person == other:
            raise CannotBlock(N_("You cannot block yourself."))
        if not await self._store.add(person, other, name):
            raise CannotBlock(N_("You have blocked as many people as you can; take somebody off that list first."))

    async def unblock(self, person: PersonId, other: PersonId) -> None:
        """The person no longer keeps away from them; whether they do is their own matter."""
        await self._store.remove(person, other)

    async def blocked_by(self, person: PersonId) -> list[PersonId]:
        """Whom the person has blocked, the latest first; nobody else may see this."""
        return await self._store.by(person)

    async def list_of(self, person: PersonId) -> list[BlockRow]:
        """The same with the names that they had then, for the person's own page."""
        return await self._store.named(person)

    async def any_apart(self, some: Collection[PersonId], others: Collection[PersonId]) -> bool:
        """Whether one of some people must see nothing of one of the others."""
        pairs = await self._store.among({*some, *others}) if some and others else frozenset()
        return any(frozenset((one, other)) in pairs for one in some for other in others if one != other)

    async def hidden_from(self, person: PersonId | None) -> frozenset[PersonId]:
        """Everybody of whom the person must see nothing, and who must see nothing of them."""
        return frozenset() if person is None else await self._store.hidden_from(person)

    async def apart(self, one: PersonId | None, other: PersonId) -> bool:
        """Whether two people must see nothing of each other."""
        return one is not None and one != other and await self._store.apart(one, other)
