"""Blocks: two people of whom one has blocked the other see nothing of each other."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import and_, delete, func, or_, select, union

from shanghaien.rules import N_
from shanghaien.web.core.database.dialects import insert_into, now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.schema import blocks, people

MOST_BLOCKS = 1000
"""How many people one person can block: every list of people reads them too."""


@dataclass(frozen=True, slots=True)
class BlockRow:
    """A blocked person, their name, and since when they are blocked."""

    other: PersonId
    name: str
    at: int


class CannotBlock(DomainError):
    """A person cannot block themselves, nor more people than MOST_BLOCKS."""

    code = "cannot-block"


class Blocks:
    """The store of blocks. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def block(self, person: PersonId, other: PersonId, name: str = "") -> None:
        """Block a person; `name` is what the list shows, even if they are renamed."""
        if person == other:
            raise CannotBlock(N_("You cannot block yourself."))
        mine = select(func.count()).where(blocks.c.person == person)
        async with self._database.write() as connection:
            if (await connection.execute(mine)).scalar_one() >= MOST_BLOCKS:
                raise CannotBlock(N_("You have blocked as many people as you can; take somebody off that list first."))
            row = {"person": person, "other": other, "at": now_in(connection), "name": name}
            await connection.execute(insert_into(connection, blocks).values(row).on_conflict_do_nothing())

    async def unblock(self, person: PersonId, other: PersonId) -> None:
        """Take back the person's own block; the other may still block them."""
        async with self._database.write() as connection:
            await connection.execute(delete(blocks).where(blocks.c.person == person, blocks.c.other == other))

    async def list_of(self, person: PersonId) -> list[BlockRow]:
        """Blocked people, the latest first, by the name they had then: a guest who has an account by now stays one."""
        # One name after the other: PostgreSQL likes to read the whole table for a few hundred of them.
        known = select(people.c.name).where(people.c.id == blocks.c.other).scalar_subquery()
        called = func.coalesce(func.nullif(blocks.c.name, ""), known, "")
        mine = select(blocks.c.other, called, blocks.c.at).where(blocks.c.person == person)
        rows = await self._database.fetch_all(mine.order_by(blocks.c.at.desc(), blocks.c.other))
        return [BlockRow(*row) for row in rows]

    async def any_apart(self, some: Collection[PersonId], others: Collection[PersonId]) -> bool:
        """Whether anyone in `some` and anyone in `others` have blocked each other."""
        if not (some and others):
            return False
        everybody = {*some, *others}
        inside = blocks.c.person.in_(everybody), blocks.c.other.in_(everybody)
        rows = await self._database.fetch_all(select(blocks.c.person, blocks.c.other).where(*inside))
        pairs = {frozenset(row) for row in rows}
        return any(frozenset((one, other)) in pairs for one in some for other in others if one != other)

    async def hidden_from(self, person: PersonId | None) -> frozenset[PersonId]:
        """All who have blocked the person, or are blocked by them."""
        if person is None:
            return frozenset()
        mine = select(blocks.c.other).where(blocks.c.person == person)
        theirs = select(blocks.c.person).where(blocks.c.other == person)
        return frozenset(PersonId(row[0]) for row in await self._database.fetch_all(union(mine, theirs)))

    async def apart(self, one: PersonId | None, other: PersonId) -> bool:
        """Whether one of two people has blocked the other."""
        if one is None or one == other:
            return False
        pair = and_(blocks.c.person == one, blocks.c.other == other)
        turned = and_(blocks.c.person == other, blocks.c.other == one)
        return await self._database.fetch_one(select(blocks.c.at).where(or_(pair, turned)).limit(1)) is not None
