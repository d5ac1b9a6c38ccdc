"""Players who leave several tables for one sitting have to wait before the next one."""

from sqlalchemy import and_, select

from shanghaien.rules import N_, Seat
from shanghaien.web.core.clock import now
from shanghaien.web.core.errors import LimitReached
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.standings.schema import results
from shanghaien.web.tables.clocks import MINUTE, Pace, PaceKind
from shanghaien.web.tables.errors import NoSuchGame
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.open_games import GameWriter

LEFT_TOO_OFTEN, LEFT_WITHIN_MS = 3, 60 * MINUTE * 1000
"""A player who leaves so many tables within this time cannot join live tables of strangers for a while."""
LEFT_SEVERAL = N_(
    "You have left several games within an hour, straight away or by letting the clock run out; play with others again "
    "later."
)
MOST_LOOKED_AT = 20


class LeaverPenalty:
    """Makes people wait who have left several live tables."""

    def __init__(self, games: GameWriter) -> None:
        self._games = games

    async def check(self, person: PersonId, pace: Pace) -> None:
        """LimitReached if the person has to wait before they play at this pace."""
        if pace.kind is not PaceKind.LIVE:
            return
        ends = await self._broken_off(person, now() - LEFT_WITHIN_MS)
        if len(ends) >= LEFT_TOO_OFTEN and sum([await self._left(*end) for end in ends]) >= LEFT_TOO_OFTEN:
            raise LimitReached("left-too-often", LEFT_SEVERAL)

    async def _broken_off(self, person: PersonId, since: int) -> list[tuple[GameId, Seat, str]]:
        """Live games with others since then that the person lost before their end, or that were called off."""
        ends = and_(results.c.reason != "points", results.c.score < 2, results.c.pace == "live")
        theirs = and_(results.c.person == person, results.c.opponent != "", results.c.ended >= since)
        query = select(results.c.game, results.c.seat, results.c.reason).where(theirs, ends)
        async with self._games.database.connect() as connection:
            found = await connection.execute(query.order_by(results.c.ended.desc()).limit(MOST_LOOKED_AT))
            return [(row.game, row.seat, row.reason) for row in found]

    async def _left(self, game: GameId, seat: Seat, reason: str) -> bool:
        if reason == "time":
            return True
        try:
            return left_at_once((await self._games.current(game)).table(), seat)
        except NoSuchGame:  # it is gone, or damaged: no player is blamed for it
            return False


def left_at_once(table: Table, seat: Seat) -> bool:
    """Whether a player has left a game that had hardly begun: resigned, or let it be called off by their clock."""
    match table.result:
        case None:
            return False
        case result if result.reason == "abandoned":
            return table.clocks is not None and table.clocks.left[seat] == 0
        case result:
            return result.resigned == seat and not table.both_have_chosen
