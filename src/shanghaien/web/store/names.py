"""Whose names are whose. A name is compared by what it folds to; one that was given up is held for its owner."""

from collections.abc import Iterable

from sqlalchemy import ColumnElement, and_, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import PersonId

from . import people_schema
from .database import Database
from .dialects import insert_into, now_in

HELD_MS = 90 * 24 * 3600 * 1000
"""For how long nobody else may take a name that was given up."""
BARRED_MS = 40 * HELD_MS
"""For how long nobody may take a name that a moderator took away."""


async def take_name(connection: AsyncConnection, person: PersonId, folded: str) -> bool:
    """Give a name to the person; False if it is somebody else's, or held for them."""
    names = people_schema.names
    row = insert_into(connection, names).values(folded=folded, person=person, held_until=None)
    free = or_(names.c.person == person, names.c.held_until < now_in(connection))
    taken = row.on_conflict_do_update(
        index_elements=["folded"], set_={"person": person, "held_until": None}, where=free
    )
    return (await connection.execute(taken)).rowcount == 1


async def hold_others(connection: AsyncConnection, person: PersonId, folded: str) -> None:
    """Hold all names of the person for them, except for the one they have now; whoever's were held long enough go."""
    names, now = people_schema.names, now_in(connection)
    await connection.execute(delete(names).where(names.c.held_until < now))
    given_up = and_(names.c.person == person, names.c.folded != folded, names.c.held_until.is_(None))
    await connection.execute(update(names).where(given_up).values(held_until=now + HELD_MS))


async def give_other_name(connection: AsyncConnection, person: PersonId, name: str, folded: str) -> bool:
    """Call somebody by a name that they did not choose; nobody, they neither, has the one before for years."""
    people, names = people_schema.people, people_schema.names
    if not await take_name(connection, person, folded):
        return False
    held = {"person": "", "held_until": now_in(connection) + BARRED_MS}
    current = and_(names.c.person == person, names.c.folded != folded, names.c.held_until.is_(None))
    await connection.execute(update(names).where(current).values(held))
    await connection.execute(update(people).where(people.c.id == person).values(name=name))
    return True


class NameStore:
    """The store of names. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def rename(self, person: PersonId, name: str, folded: str, most_held: int) -> bool | None:
        """Let the person go by another name; False if it is somebody else's, None if too many are held for them.

        A name that is theirs already they may always take.
        """
        people, names = people_schema.people, people_schema.names
        async with self._database.writing() as connection:
            await connection.execute(select(people.c.id).where(people.c.id == person).with_for_update())
            theirs = select(names.c.folded).where(names.c.person == person, _kept(now_in(connection)))
            own = set(await connection.scalars(theirs))
            if folded not in own and len(own) > most_held:
                return None
            if not await take_name(connection, person, folded):
                return False
            await hold_others(connection, person, folded)
            await connection.execute(update(people).where(people.c.id == person).values(name=name))
            return True

    async def free(self, folded: Iterable[str], person: PersonId | None = None) -> set[str]:
        """Which of these the person could take now."""
        names, wanted = people_schema.names, set(folded)
        async with self._database.glancing() as connection:
            others = names.c.folded.in_(wanted), names.c.person != (person or "nobody"), _kept(now_in(connection))
            return wanted - set(await connection.scalars(select(names.c.folded).where(*others)))


def _kept(now: ColumnElement[int]) -> ColumnElement[bool]:
    """Names that somebody has, or that are held."""
    held_until = people_schema.names.c.held_until
    return or_(held_until.is_(None), held_until >= now)
