"""Who has finished a game with whom."""

from collections.abc import Collection

from sqlalchemy import select

from shanghaien.web.ids import PersonId

from .database import Database
from .result_schema import results


async def opponents_among(database: Database, person: PersonId, others: Collection[PersonId]) -> set[PersonId]:
    """Those of the others with whom the person has finished a game."""
    query = select(results.c.opponent).where(results.c.person == person, results.c.opponent.in_(others)).distinct()
    async with database.glancing() as connection:
        return {PersonId(other) for other in await connection.scalars(query)}
