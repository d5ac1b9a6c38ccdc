"""Bots whose thoughts a test knows, and a way to wait for them."""

from shanghaien import rules
from shanghaien.rules import action_text
from shanghaien.web.bots.processes import BotProcesses
from shanghaien.web.bots.runner import asked_bot
from shanghaien.web.core.bus.base import NullBus
from shanghaien.web.core.ids import GameId
from shanghaien.web.tables.model import Table
from tests.web.tables.tavern import Tavern

CABIN_BOYS = ("cabin-boy", "cabin-boy")


async def settled(tavern: Tavern, table: Table) -> Table:
    """The table once no bot is asked any more."""
    with tavern.hub.listen(table.id) as listener:
        table = await tavern.tables.now(table.id)
        while asked_bot(table) is not None:
            await listener.hear(1)
            table = await tavern.tables.now(table.id)
    return table


class Quick(BotProcesses):
    """Does the first thing that comes to mind, and remembers what it was asked."""

    def __init__(self, asked: list[str]) -> None:
        super().__init__(1)
        self._asked = asked

    async def choose(self, game: GameId, level: str, state: rules.State, seat: rules.Seat, bot_seed: str) -> str:
        self._asked.append(bot_seed)
        return action_text(rules.legal_actions(state)[0])

    def warm_up(self, game: GameId) -> None:
        pass


class Overheard(NullBus):
    """Remembers what was sent."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[tuple[str, str]] = []

    def send(self, subject: str, message: str) -> None:
        self.sent.append((subject, message))
