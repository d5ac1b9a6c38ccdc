"""Recovery codes: each is good once, and only its hash is stored."""

from collections.abc import Iterable

from sqlalchemy import and_, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import PersonId

from . import people_schema
from .database import Database

NOBODY = ""
"""The id of nobody, who has no code: a name that does not exist costs the same work as one that does."""


async def replace_codes(connection: AsyncConnection, person: PersonId, digests: Iterable[str]) -> None:
    """Give a person new codes in a transaction of whoever calls; the old ones end."""
    table = people_schema.recovery_codes
    await connection.execute(delete(table).where(table.c.person == person))
    await connection.execute(insert(table), [{"hash": digest, "person": person} for digest in digests])


class RecoveryStore:
    """The store of recovery codes. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def replace(self, person: PersonId, digests: Iterable[str]) -> None:
        """Give a person new codes; the old ones end."""
        async with self._database.writing() as connection:
            await replace_codes(connection, person, digests)

    async def use(self, folded: str, digest: str) -> PersonId | None:
        """Use up the code with this hash of whoever has this name: their id, or None if the two do not go together.

        The same statements are run whether there is such a name or not.
        """
        names, codes = people_schema.names, people_schema.recovery_codes
        current = and_(names.c.folded == folded, names.c.held_until.is_(None))
        async with self._database.writing() as connection:
            named = (await connection.execute(select(names.c.person).where(current))).scalar_one_or_none()
            own = and_(codes.c.hash == digest, codes.c.person == (named or NOBODY))
            used = await connection.execute(delete(codes).where(own).returning(codes.c.person))
            person: PersonId | None = used.scalar_one_or_none()
            return person

    async def left(self, person: PersonId) -> int:
        """How many codes a person has that were not used."""
        table = people_schema.recovery_codes
        async with self._database.glancing() as connection:
            query = select(func.count()).select_from(table).where(table.c.person == person)
            return int((await connection.execute(query)).scalar_one())
