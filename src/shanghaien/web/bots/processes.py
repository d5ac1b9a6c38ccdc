"""Processes in which bots think, so that no page ever waits for one."""

import asyncio
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any, TypeVar
from zlib import crc32

from shanghaien.rules import Seat, State
from shanghaien.web.bots.child import think
from shanghaien.web.bots.heartbeat import at_work, begin, ready
from shanghaien.web.core.backoff import pause_after
from shanghaien.web.core.ids import GameId

# Ending a pool of processes at once: what they think is lost, what is stored is not.


def end_at_once(pool: ProcessPoolExecutor) -> None:
    """End the pool's processes, whatever they are doing; one that stands still hears no other signal."""
    processes = list((pool._processes or {}).values())  # noqa: SLF001 - there is no public way to end one
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        with suppress(OSError):
            process.kill()


# A process that thinks, and is watched over: one that dies or stands still is ended, replaced and asked once more.

Answer = TypeVar("Answer")
log = logging.getLogger("shanghaien.workers")
LOOK_EVERY = 1.0
"""Seconds between two looks at a process that works. What follows is counted in looks: while this process itself is
held up, no process looks, and none is taken for frozen."""
SILENT_LOOKS = 20
"""After so many looks without a heartbeat a process counts as frozen."""
STARTING_LOOKS = 90
"""How long it may take to start: on a busy machine everything that it loads takes its time."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
"""Seconds before a process is started that has been lost twice in a row; each further loss doubles them."""


class Lost(Exception):
    """The process died, or was ended because it stood still; what it was asked may be asked again."""


class WatchedProcess:
    """One process, started when it is first needed; it does one piece of work at a time."""

    def __init__(self, niceness: int = 0, starts: asyncio.Lock | None = None) -> None:
        self._niceness = niceness
        """How far it steps back behind the bots."""
        self._starts = starts or asyncio.Lock()
        """Shared by several: one of them starts at a time."""
        self._one_at_a_time = asyncio.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._signs: Any = None
        self._losses = 0

    async def do(self, work: Callable[..., Answer], *given: Any, looks: int) -> Answer:
        """The answer, once everything asked before is done; `Lost` if the work takes two processes with it.

        Work that takes more than so many looks counts as frozen, however well the heart beats.
        """
        async with self._one_at_a_time:
            try:
                return await self._try(work, given, looks)
            except Lost as loss:
                log.warning("a process was lost and is replaced", extra={"reason": str(loss)})
                return await self._try(work, given, looks)

    async def warm_up(self) -> None:
        """Start the process, unless it runs or is about to."""
        if self._pool is None and not self._one_at_a_time.locked():
            async with self._one_at_a_time:
                await self._start()

    @property
    def steps(self) -> tuple[int, int]:
        """How many steps of the work at hand are done, and of how many."""
        return (0, 0) if self._signs is None else (self._signs[1], self._signs[2])

    def close(self) -> None:
        """End the process, whatever it is doing, and even if it stands still."""
        pool, self._pool = self._pool, None
        if pool is not None:
            end_at_once(pool)

    async def _try(self, work: Callable[..., Answer], given: tuple[Any, ...], looks: int) -> Answer:
        await self._start()
        self._signs[1] = self._signs[2] = 0
        answer = await self._answer(looks, at_work, work, *given)
        self._losses = 0
        return answer  # type: ignore[no-any-return]

    async def _start(self) -> None:
        if self._pool is not None:
            return
        async with self._starts:
            if self._losses > 1:
                await asyncio.sleep(pause_after(self._losses - 1, FIRST_PAUSE, LONGEST_PAUSE))
            # A fresh interpreter: a forked one would share the server's sockets, locks and signal handlers.
            context = multiprocessing.get_context("spawn")
            # Without a lock: one that a dead or frozen process holds would hold up all others.
            self._signs = context.RawArray("i", 3)
            given = (self._signs, self._niceness)
            self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=begin, initargs=given)
            await self._answer(STARTING_LOOKS, ready)

    async def _answer(self, looks: int, work: Callable[..., Any], *given: Any) -> Any:
        assert self._pool is not None
        try:
            future = asyncio.get_running_loop().run_in_executor(self._pool, work, *given)
            try:
                return await self._watch(future, looks)
            finally:
                future.cancel()  # nobody waits for it any more
        except (BrokenProcessPool, Lost) as loss:
            self._losses += 1
            self.close()
            raise Lost(str(loss) if isinstance(loss, Lost) else "it died") from None
        except asyncio.CancelledError:
            self.close()
            raise

    async def _watch(self, future: asyncio.Future[Any], looks: int) -> Any:
        """The answer; `Lost` if it takes too long, or if there is no sign of life."""
        beats, silent = self._signs[0], 0
        for _ in range(looks):
            if (await asyncio.wait({future}, timeout=LOOK_EVERY))[0]:
                return future.result()
            silent = silent + 1 if self._signs[0] == beats else 0
            beats = self._signs[0]
            if silent > (SILENT_LOOKS if beats else STARTING_LOOKS):
                raise Lost("it gave no sign of life")
        raise Lost("it took too long")


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

    async def choose(self, game: GameId, level: str, state: State, seat: Seat, bot_seed: str) -> str:
        """What the bot does, in notation; a process that dies or stands still is replaced and asked again."""
        place = self._place_for(game)
        self._waiting[place] += 1
        try:
            return await self.processes[place].do(think, game, level, state, seat, bot_seed, looks=MOST_LOOKS)
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
