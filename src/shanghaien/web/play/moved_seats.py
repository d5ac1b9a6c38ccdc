"""Seats that have gone over to somebody else: no process may go on from what it remembers of them."""

from collections.abc import Sequence

from shanghaien.web.bus.bus import Bus
from shanghaien.web.ids import GameId

from .open_games import OpenGames

SUBJECT = "moved"
"""The message is the game's id."""


class MovedSeats:
    """Forgets games here and elsewhere, so that whoever asks next learns from the store whose the seats are."""

    def __init__(self, games: OpenGames, bus: Bus) -> None:
        self._games, self._bus = games, bus
        bus.subscribe(SUBJECT, lambda subject, message: games.forget(GameId(message)))

    async def tell(self, moved: Sequence[GameId]) -> None:
        """The seats of these games have moved, and that is stored."""
        for game in moved:
            async with self._games.alone(game):  # a change that is being stored would remember the game again
                self._games.forget(game)
            self._bus.send(SUBJECT, game)
