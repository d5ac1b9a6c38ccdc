"""Lets bots act whenever a table waits for one: after a change here, a poke from elsewhere, or a look at the store."""

import asyncio
import logging
import random

from shanghaien.web.bus.bus import Bus, NoBus
from shanghaien.web.clock import now
from shanghaien.web.ids import GameId, Version
from shanghaien.web.play.refusals import NoSuchGame
from shanghaien.web.play.table import Mode, SeatKind, Table
from shanghaien.web.play.tables import Tables
from shanghaien.web.play.unreadable import UnreadableGame
from shanghaien.web.store.claims import Claims, MemoryClaims, games_at_bots

from .bot_processes import BotProcesses
from .bot_turns import BotTurns, asked_bot
from .outages import is_outage, note
from .owners import Owners
from .pokes import BOTS
from .waits import Waits

log = logging.getLogger("shanghaien.bots")
LOOK_EVERY = 3.0
"""Seconds between two looks at the store for games that wait for a bot and that nobody was told of."""
RECENT_MS = 600_000
"""How far a look goes back; one in so many goes back to the beginning."""
LOOKS_TO_A_LONG_ONE = 100
MOST_GAMES, MOST_SHOWS = 2000, 300
"""For how many games a process waits and thinks at once, and how many of them may be shows, which wait for nobody.

Others find the rest, or a later look does. One that waits for its turn takes little memory and asks the store nothing.
"""
LOOKED_FOR = 50
"""With so many games, or shows, a process has enough to do not to look for more; of what happens here it is told."""
TELL_EVERY = 2.0
"""Seconds between two words to games that wait for their turn: how many others are before them."""


class BotRunner:
    """One task per game in which a bot is asked; it ends when a person is."""

    def __init__(
        self,
        tables: Tables,
        thinkers: BotProcesses,
        pause: float,
        claims: Claims | None = None,
        bus: Bus | None = None,
        owners: Owners | None = None,
        waits: Waits | None = None,
    ) -> None:
        self._tables = tables
        self._thinkers = thinkers
        self._bus = bus or NoBus()
        self._waits = waits or Waits(self._bus)
        self._turns = BotTurns(tables, thinkers, claims or MemoryClaims(), pause, owners)
        self._tasks: dict[GameId, asyncio.Task[None]] = {}
        self._shows: set[GameId] = set()
        self._woken: dict[GameId, Version | None] = {}
        """Games that changed since their task last looked, with the version if it is known, so that none is missed."""
        self._lookers: list[asyncio.Task[None]] = []
        self._deaf = self._bus.subscribe(BOTS, self._hear, group="bots")

    def wake(self, table: Table) -> None:
        """See to it that the bot acts if the table waits for one; to be told of every change."""
        if table.result is None and any(chair.kind is SeatKind.BOT for chair in table.chairs):
            self._thinkers.warm_up(table.id)
        if asked_bot(table) is not None and not self._begin(table.id, table.version, show=table.mode is Mode.BOTS):
            self._bus.send(BOTS, table.id)

    async def resume(self) -> None:
        """Go on with the games that wait for a bot, and look for more from now on."""
        await self._look(0)
        self._lookers = [
            asyncio.create_task(self._keep_looking(), name="looking for bots that are asked"),
            asyncio.create_task(self._keep_telling(), name="telling who waits for a bot"),
        ]

    async def close(self) -> None:
        """Stop all bots; the games wait for them in the store, and other processes are told."""
        self._deaf()
        games = list(self._tasks)
        tasks = [*self._tasks.values(), *self._lookers]
        for task in tasks:
            task.cancel()
        try:
            await asyncio.gather(*tasks, return_exceptions=True)
            for game in games:
                self._bus.send(BOTS, game)
        finally:  # though somebody has no time to wait for the store
            self._thinkers.close()

    def _hear(self, subject: str, message: str) -> None:
        self._begin(GameId(message))

    def _begin(self, game: GameId, version: Version | None = None, *, show: bool = False) -> bool:
        full = len(self._tasks) >= MOST_GAMES or (show and len(self._shows) >= MOST_SHOWS)
        if game not in self._tasks and full:
            return False
        self._woken[game] = version
        if game not in self._tasks:
            self._tasks[game] = asyncio.create_task(self._play(game), name=f"bot of {game}")
            if show:
                self._shows.add(game)
        return True

    async def _play(self, game: GameId) -> None:
        try:
            while game in self._woken:
                version = await self._turns.act(game, self._woken.pop(game))
                while version is not None:
                    version = await self._turns.act(game, version)
        except UnreadableGame:
            self._turns.rests.failed(game)  # it is set aside, of which the host was told
        except NoSuchGame:
            log.info("a bot's game is gone or set aside", extra={"game": game})
            self._turns.rests.failed(game)
        except Exception as error:  # noqa: BLE001 - the store may be away: a later look finds the game again
            note(log, "a bot could not look at its game", error, game=game)
            self._turns.rests.failed(game, outage=is_outage(error))
        finally:
            del self._tasks[game]
            self._shows.discard(game)
            self._woken.pop(game, None)

    async def _keep_looking(self) -> None:
        looks = 0
        while True:
            await asyncio.sleep(LOOK_EVERY * random.uniform(0.7, 1.3))  # noqa: S311 - not all at once
            looks += 1
            try:
                await self._look(0 if looks % LOOKS_TO_A_LONG_ONE == 0 else now() - RECENT_MS)
            except Exception as error:  # noqa: BLE001 - the store may be away for a while
                note(log, "the games that wait for a bot could not be found", error)

    async def _keep_telling(self) -> None:
        while True:
            await asyncio.sleep(TELL_EVERY)
            self._waits.tell(self._turns.turns.ahead())

    async def _look(self, since: int) -> None:
        live, shows = len(self._tasks) - len(self._shows), len(self._shows)
        room = {False: LOOKED_FOR - live, True: LOOKED_FOR - shows}
        most = len(self._tasks) + LOOKED_FOR  # those that wait here already are found, too
        for game in await games_at_bots(self._tables.games.games.database, since, most):
            show = game.mode == Mode.BOTS  # a damaged one may be of no mode at all
            if game.id not in self._tasks and room[show] > 0:
                room[show] -= 1
                self._begin(game.id, game.version, show=show)
