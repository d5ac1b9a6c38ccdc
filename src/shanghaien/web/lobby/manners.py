"""Manners at tables for one sitting: whoever leaves several of them has to wait before the next one."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import and_, select

from shanghaien.rules import N_, Seat
from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import LimitReached
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.standings.schema import results
from shanghaien.web.tables.clocks import MINUTE, Pace, PaceKind
from shanghaien.web.tables.errors import NoSuchGame
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.open_games import GameWriter

# Who has finished a game with whom, and who has left others to the clock.


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
        async with self._database.connect() as connection:
            return set(await connection.scalars(query))

    async def broken_off(self, person: PersonId, since: int, most: int) -> list[BrokenOff]:
        """Games of one sitting with others since then that the person lost before their end, or that were called off."""
        ends = and_(results.c.reason != "points", results.c.score < 2, results.c.pace == "live")
        theirs = and_(results.c.person == person, results.c.opponent != "", results.c.ended >= since)
        query = select(results.c.game, results.c.seat, results.c.reason).where(theirs, ends)
        async with self._database.connect() as connection:
            found = await connection.execute(query.order_by(results.c.ended.desc()).limit(most))
            return [BrokenOff(GameId(row.game), row.seat, row.reason) for row in found]


LEFT_TOO_OFTEN, LEFT_WITHIN_MS = 3, 60 * MINUTE * 1000
"""Whoever leaves so many tables within this time sits down at no table of strangers for one sitting."""
LEFT_SEVERAL = N_("You have left several tables within an hour, at once or to the clock; play with others again later.")
MOST_LOOKED_AT = 20


class LeaverPenalty:
    """Finds out who has left others waiting."""

    def __init__(self, games: GameWriter) -> None:
        self._games = games
        self._ends = OpponentStore(games.games.database)

    async def check(self, person: PersonId, pace: Pace) -> None:
        """LimitReached if somebody has to wait before they play at this pace."""
        if pace.kind is not PaceKind.LIVE:
            return
        ends = await self._ends.broken_off(person, now() - LEFT_WITHIN_MS, MOST_LOOKED_AT)
        if len(ends) >= LEFT_TOO_OFTEN and sum([await self._left(end) for end in ends]) >= LEFT_TOO_OFTEN:
            raise LimitReached("left-too-often", LEFT_SEVERAL)

    async def _left(self, end: BrokenOff) -> bool:
        if end.reason == "time":
            return True
        try:
            return left_at_once((await self._games.current(end.game)).table(), end.seat)
        except NoSuchGame:  # it is gone, or damaged: nobody is blamed for it
            return False


def left_at_once(table: Table, seat: Seat) -> bool:
    """Whether a player has left a game that had hardly begun: given it up, or let it be called off by their clock."""
    match table.result:
        case None:
            return False
        case result if result.reason == "abandoned":
            return table.clocks is not None and table.clocks.left[seat] == 0
        case result:
            return result.resigned == seat and not table.both_have_chosen
