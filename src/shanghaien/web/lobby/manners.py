"""Manners at tables for one sitting: whoever leaves several of them has to wait before the next one."""

from shanghaien.rules import N_, Seat
from shanghaien.web.clock import now
from shanghaien.web.ids import PersonId
from shanghaien.web.play.open_games import OpenGames
from shanghaien.web.play.pace import MINUTE, Pace, PaceKind
from shanghaien.web.play.refusals import NoSuchGame
from shanghaien.web.play.table import Table
from shanghaien.web.store.opponents import BrokenOff, OpponentStore

from .refusals import LeftTooOften

LEFT_TOO_OFTEN, LEFT_WITHIN_MS = 3, 60 * MINUTE * 1000
"""Whoever leaves so many tables within this time sits down at no table of strangers for one sitting."""
MOST_LOOKED_AT = 20


class Manners:
    """Finds out who has left others waiting."""

    def __init__(self, games: OpenGames) -> None:
        self._games = games
        self._ends = OpponentStore(games.games.database)

    async def check(self, person: PersonId, pace: Pace) -> None:
        """LeftTooOften if somebody has to wait before they play at this pace."""
        if pace.kind is not PaceKind.LIVE:
            return
        ends = await self._ends.broken_off(person, now() - LEFT_WITHIN_MS, MOST_LOOKED_AT)
        if len(ends) >= LEFT_TOO_OFTEN and sum([await self._left(end) for end in ends]) >= LEFT_TOO_OFTEN:
            raise LeftTooOften(
                N_(
                    "You have left several tables within an hour, at once or to the clock; play with others again later."
                )
            )

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
