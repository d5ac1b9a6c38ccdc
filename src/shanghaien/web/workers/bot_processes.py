"""Processes in which bots think, so that no page ever waits for one."""

import asyncio
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from zlib import crc32

from shanghaien.rules import Seat, State
from shanghaien.web.ids import GameId

from .bot_process import prepare, ready, think
from .stopping import end_at_once


class BotProcesses:
    """A fixed number of processes; a game is thought about in its own one, unless that is busier than another."""

    def __init__(self, count: int) -> None:
        self._pools: list[ProcessPoolExecutor | None] = [None] * count
        self._waiting = [0] * count
        """How many thoughts each of them has before it."""

    async def choose(self, game: GameId, level: str, state: State, seat: Seat, whim: str) -> str:
        """What the bot does, in notation; a process that died is replaced and asked again."""
        place = self._place_for(game)
        self._waiting[place] += 1
        try:
            return await self._ask(place, game, level, state, seat, whim)
        except BrokenProcessPool:
            self._pools[place] = None
            return await self._ask(place, game, level, state, seat, whim)
        finally:
            self._waiting[place] -= 1

    def warm_up(self, game: GameId) -> None:
        """Start the game's process now, so that it has learned to think by the time a bot is asked."""
        place = self._place_for(game)
        if self._pools[place] is None:
            self._pool(place).submit(ready)

    def _place_for(self, game: GameId) -> int:
        """Its own, where its round is kept solved, if no other has less to do: solving it again costs little."""
        count = len(self._pools)
        own = crc32(game.encode())
        return min(range(count), key=lambda place: (self._waiting[place], (place - own) % count))

    async def _ask(self, place: int, game: GameId, level: str, state: State, seat: Seat, whim: str) -> str:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool(place), think, game, level, state, seat, whim)

    def _pool(self, place: int) -> ProcessPoolExecutor:
        pool = self._pools[place]
        if pool is None:
            # A fresh interpreter: a forked one would share the server's sockets, locks and signal handlers.
            context = multiprocessing.get_context("spawn")
            pool = self._pools[place] = ProcessPoolExecutor(1, mp_context=context, initializer=prepare)
        return pool

    def close(self) -> None:
        """End the processes without waiting for a thought to be finished; the game's log loses nothing."""
        for pool in self._pools:
            if pool is not None:
                end_at_once(pool)
