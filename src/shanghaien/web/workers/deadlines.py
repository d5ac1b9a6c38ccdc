"""What the server does at tables by itself: it ends time that is up, and carries out orders. No page need be open."""

from shanghaien import rules
from shanghaien.rules import action_text
from shanghaien.web.clock import now
from shanghaien.web.ids import GameId
from shanghaien.web.play.follow_ups import CLOCK, ORDER
from shanghaien.web.play.loaded_game import LoadedGame
from shanghaien.web.play.moves import choose_for
from shanghaien.web.play.open_games import OpenGames
from shanghaien.web.play.orders import ordered
from shanghaien.web.play.refusals import NoSuchGame
from shanghaien.web.play.time_up import fall
from shanghaien.web.play.unreadable import UnreadableGame
from shanghaien.web.store.due import DueRow, DueStore

from .due_runner import Handler


class Deadlines:
    """Does what is due at tables; done twice, the second time changes nothing."""

    def __init__(self, games: OpenGames) -> None:
        self._games = games
        self._due = DueStore(games.games.database)

    def handlers(self) -> dict[str, Handler]:
        """What is done for each kind of what is due."""
        return {CLOCK: self.end_time, ORDER: self.carry_out}

    async def end_time(self, row: DueRow) -> None:
        """End the time of whoever is asked if it is up, else look again when it will be."""
        game = GameId(row.subject)
        async with self._games.alone(game):
            loaded = await self._found(game)
            fallen = None if loaded is None else fall(loaded, now())
            if loaded is not None and fallen is not None:
                await self._games.change(loaded, fallen)  # what is due next is stored with it
            elif loaded is not None and loaded.clocks is not None and loaded.clocks.deadline is not None:
                await self._due.set(CLOCK, game, loaded.clocks.deadline)

    async def carry_out(self, row: DueRow) -> None:
        """Do what a player ordered, if the game still stands where it was ordered."""
        game = GameId(row.subject)
        async with self._games.alone(game):
            loaded = await self._found(game)
            if loaded is None or str(loaded.version) != row.text:
                return
            seat = loaded.table().waits_for
            action = None if seat is None else ordered(loaded.progress.state, loaded.table().orders[seat])
            if seat is None or action is None:
                return
            change = choose_for(loaded, seat, action_text(action))
            if not rules.is_chance(change.state):  # else their own page has to open a link for what follows
                await self._games.change(loaded, change)

    async def _found(self, game: GameId) -> LoadedGame | None:
        """The game, unless it is over, gone or damaged: then nothing is due any more."""
        try:
            loaded, _ = await self._games.open(game)
        except (NoSuchGame, UnreadableGame):
            return None
        return None if loaded.progress.result is not None else loaded
