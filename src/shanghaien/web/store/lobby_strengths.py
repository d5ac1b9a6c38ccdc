"""Ratings as the lobby needs them: those of one person, in one look."""

from sqlalchemy import and_, func, select

from shanghaien.web.ids import PersonId

from .database import Database
from .result_schema import results, standings


class StrengthStore:
    """Reads standings and results; both are written elsewhere. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: PersonId) -> dict[str, tuple[float, float]]:
        """The person's rating and its deviation in each list."""
        query = select(standings.c.list, standings.c.rating, standings.c.deviation)
        async with self._database.glancing() as connection:
            found = await connection.execute(query.where(standings.c.person == person))
            return {row.list: (row.rating, row.deviation) for row in found}

    async def lost_on_time(self, person: PersonId, since: int) -> int:
        """How many games of one sitting the person has lost since then by letting time run out."""
        lost = and_(
            results.c.reason == "time", results.c.score == 0, results.c.pace == "live", results.c.opponent != ""
        )
        theirs = and_(results.c.person == person, results.c.ended >= since)
        async with self._database.glancing() as connection:
            counted = await connection.execute(select(func.count()).select_from(results).where(theirs, lost))
            return int(counted.scalar_one())
