"""Who has finished a game with whom, and who has left others to the clock."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import and_, select

from shanghaien.rules import Seat
from shanghaien.web.ids import GameId, PersonId

from .database import Database
from .result_schema import results


class BrokenOff(NamedTuple):
    """A game that somebody has not won, and that did not end by points."""

    game: GameId
    seat: Seat
    reason: str


class OpponentStore:
    """Reads the log of results. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def met(self, person: PersonId, others: Collection[PersonId]) -> set[PersonId]:
        """With which of these people the person has finished a game."""
        query = select(results.c.opponent).where(results.c.person == person, results.c.opponent.in_(others)).distinct()
        async with self._database.glancing() as connection:
            return set(await connection.scalars(query))

    async def broken_off(self, person: PersonId, since: int, most: int) -> list[BrokenOff]:
        """Games of one sitting with others since then that the person lost before their end, or that were called off."""
        ends = and_(results.c.reason != "points", results.c.score < 2, results.c.pace == "live")
        theirs = and_(results.c.person == person, results.c.opponent != "", results.c.ended >= since)
        query = select(results.c.game, results.c.seat, results.c.reason).where(theirs, ends)
        async with self._database.glancing() as connection:
            found = await connection.execute(query.order_by(results.c.ended.desc()).limit(most))
            return [BrokenOff(GameId(row.game), row.seat, row.reason) for row in found]
