"""Telling workers elsewhere that there is something to do. Who misses it finds the work by a look at the store."""

from shanghaien.web.bus.bus import Bus
from shanghaien.web.play.table import Table

from .bot_turns import asked_bot

BOTS = "work.bots"
"""A bot is asked; the message is the game's id."""
REVIEWS = "work.reviews"
"""A review waits; the message says nothing more."""


class BotPokes:
    """Stands where bots would be in a process that does not think for any."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus

    def wake(self, table: Table) -> None:
        """Tell one of the workers if the table waits for a bot; to be told of every change."""
        if asked_bot(table) is not None:
            self._bus.send(BOTS, table.id)
