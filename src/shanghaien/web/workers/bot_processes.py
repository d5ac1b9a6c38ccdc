"""Processes in which bots think, so that no page ever waits for one."""

import asyncio
from contextlib import suppress
from zlib import crc32

from shanghaien.rules import Seat, State
from shanghaien.web.ids import GameId

from .bot_process import think
from .watched_process import Lost, WatchedProcess

MOST_LOOKS = 120
"""Seconds or so for one thought. A Captain with every expansion takes half a second at most on an idle machine."""


class BotProcesses:
    """A fixed number of processes; a game is thought about in its own one, unless that is busier than another."""

    def __init__(self, count: int) -> None:
        starts = asyncio.Lock()
        self.processes = [WatchedProcess(starts=starts) for _ in range(count)]
        self._waiting = [0] * count
        """How many thoughts each of them has before it."""
        self._warming: dict[int, asyncio.Task[None]] = {}

    async def choose(self, game: GameId, level: str, state: State, seat: Seat, whim: str) -> str:
        """What the bot does, in notation; a process that dies or stands still is replaced and asked again."""
        place = self._place_for(game)
        self._waiting[place] += 1
        try:
            return await self.processes[place].do(think, game, level, state, seat, whim, looks=MOST_LOOKS)
        finally:
            self._waiting[place] -= 1

    def warm_up(self, game: GameId) -> None:
        """Start the game's process now, so that it has learned to think by the time a bot is asked."""
        place = self._place_for(game)
        if place not in self._warming:
            self._warming[place] = asyncio.create_task(self._warm(place), name="starting a process that thinks")

    def close(self) -> None:
        """End the processes without waiting for a thought to be finished; the game's log loses nothing."""
        for task in self._warming.values():
            task.cancel()
        for process in self.processes:
            process.close()

    def _place_for(self, game: GameId) -> int:
        """Its own, where its round is kept solved, if no other has less to do: solving it again costs little."""
        count = len(self.processes)
        own = crc32(game.encode())
        return min(range(count), key=lambda place: (self._waiting[place], (place - own) % count))

    async def _warm(self, place: int) -> None:
        with suppress(Lost):  # then it is started when it is needed
            await self.processes[place].warm_up()
