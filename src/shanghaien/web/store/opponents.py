"""Who has finished a game with whom, and who has left others to the clock."""

from collections.abc import Collection

from sqlalchemy import and_, func, select

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

    async def lost_on_time(self, person: PersonId, since: int) -> int:
        """How many games of one sitting with others the person has lost since then by letting time run out."""
        lost = and_(
            results.c.reason == "time", results.c.score == 0, results.c.pace == "live", results.c.opponent != ""
        )
        theirs = and_(results.c.person == person, results.c.ended >= since)
        async with self._database.glancing() as connection:
            counted = await connection.execute(select(func.count()).select_from(results).where(theirs, lost))
            return int(counted.scalar_one())
