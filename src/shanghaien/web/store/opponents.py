"""Who has finished a game with whom."""

from collections.abc import Collection

from sqlalchemy import select

from shanghaien.web.ids import PersonId

from .database import Database
from .result_schema import results


class OpponentStore:
    """Reads the log of results. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def met(self, person: PersonId, others: Collection[PersonId]) -> set[PersonId]:
        """With which of these people the person has finished a game."""
        query = select(results.c.opponent).where(results.c.person == person, results.c.opponent.in_(others)).distinct()
        async with self._database.glancing() as connection:
            return set(await connection.scalars(query))
