"""Lets bots act whenever a table waits for one, also after a restart."""

import asyncio
import logging
from contextlib import nullcontext

from shanghaien.rules import Seat
from shanghaien.web.http.refusals import Refused
from shanghaien.web.ids import GameId, Version
from shanghaien.web.play.loaded_game import LoadedGame
from shanghaien.web.play.table import Mode, SeatKind, Table
from shanghaien.web.play.tables import Tables

from .bot_processes import BotProcesses

log = logging.getLogger("shanghaien.bots")
PAUSE_AFTER_FAILURE = 5.0
PAUSES_AFTER_SHANGHAI = 5
SHOWS_AT_ONCE = 2
"""How many thoughts of games without a person may be waited for at once, so that no person waits for many of them."""


class BotRunner:
    """One task per game in which a bot is asked; it ends when a person is."""

    def __init__(self, tables: Tables, thinkers: BotProcesses, pause: float) -> None:
        self._tables = tables
        self._thinkers = thinkers
        self._pause = pause
        self._tasks: dict[GameId, asyncio.Task[None]] = {}
        self._shows = asyncio.Semaphore(SHOWS_AT_ONCE)
        self._woken: set[GameId] = set()
        """Games that changed since their task last looked, so that none is missed while it looks."""

    def wake(self, table: Table) -> None:
        """See to it that the bot acts if the table waits for one; to be told of every change."""
        if table.result is None and any(chair.kind is SeatKind.BOT for chair in table.chairs):
            self._thinkers.warm_up(table.id)
        if asked_bot(table) is None:
            return
        self._woken.add(table.id)
        if table.id not in self._tasks:
            task = asyncio.create_task(self._play(table.id), name=f"bot of {table.id}")
            self._tasks[table.id] = task

    async def resume(self) -> None:
        """Go on with every game that waited for a bot when the server stopped."""
        for game in await self._tables.games.games.waiting_for_bots():
            self.wake((await self._tables.look(game))[0])

    async def close(self) -> None:
        """Stop all bots; the games wait for them in the store."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._thinkers.close()

    async def _play(self, game: GameId) -> None:
        try:
            while game in self._woken:
                self._woken.discard(game)
                while await self._act(game):
                    pass
        finally:
            del self._tasks[game]

    async def _act(self, game: GameId) -> bool:
        await asyncio.sleep(self._pause)
        table, _ = await self._tables.look(game)
        seat = asked_bot(table)
        if seat is None:
            return False
        if table.state.last is not None:  # people want to see how the round was shared out before it is gone (R44)
            await asyncio.sleep(self._pause * PAUSES_AFTER_SHANGHAI)
        try:
            async with self._shows if table.mode is Mode.BOTS else nullcontext():
                whim = self._tables.whim_of(table)
                text = await self._thinkers.choose(game, table.chairs[seat].level, table.state, seat, whim)
            await self._store(game, table.version, seat, text)
        except Exception:  # whatever went wrong with one thought, the next one may go well
            log.exception("a bot failed", extra={"game": game, "version": table.version})
            await asyncio.sleep(PAUSE_AFTER_FAILURE)
        return True

    async def _store(self, game: GameId, version: Version, seat: Seat, text: str) -> None:
        async with self._tables.games.alone(game):
            loaded, _ = await self._tables.games.open(game)
            if loaded.version == version:  # else a choice was taken back while the bot thought
                await self._choose(loaded, seat, text)

    async def _choose(self, loaded: LoadedGame, seat: Seat, text: str) -> None:
        try:
            await self._tables.choose(loaded, seat, text)
        except Refused as refusal:
            log.warning("a bot was refused", extra={"game": loaded.game.id, "reason": str(refusal)})


def asked_bot(table: Table) -> Seat | None:
    """The seat of the bot that the table waits for."""
    seat = table.waits_for
    return seat if seat is not None and table.chairs[seat].kind is SeatKind.BOT else None
