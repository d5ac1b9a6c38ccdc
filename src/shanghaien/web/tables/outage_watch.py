"""Signs of life: each process proves again and again that moves can be stored. Where it could not, no clock has run."""

import asyncio
import logging
from contextlib import suppress

from shanghaien.web.core import clock
from shanghaien.web.core.clock import now
from shanghaien.web.core.outages import note, store_is_gone
from shanghaien.web.tables.change import CLOCK
from shanghaien.web.tables.clocks import DAY, SECOND, Pause, merged
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.store.pauses import OutageStore, Sign, Span

log = logging.getLogger("shanghaien.time")
BEATS = 3
"""So many signs of life are due in the time after which a silence is an outage."""
LOOK_BACK = 3_600_000
"""Milliseconds for which each sign looks for outages that other processes have noticed."""
REMEMBERED = 100 * DAY * SECOND
"""Milliseconds after which no clock can have stood still since: the longest bank and the longest vacation have passed."""


class OutageHeartbeat:
    """Gives a sign of life every second or so, and at once before a clock is read when one is overdue."""

    def __init__(self, games: GameWriter, outage_seconds: float = 3.0) -> None:
        self.outages: tuple[Pause, ...] = ()
        self.takes_moves = True
        """Whether people play in this process: if they do not, it was no outage as long as another one was there."""
        self._games = games
        self._store = OutageStore(games.database, CLOCK)
        self._longest_silence = int(outage_seconds * SECOND)
        self._every = self._longest_silence // BEATS
        self._last = self._given = clock.elapsed()
        """When this process was last able to store a move, by the steady clock; and when the next sign was made."""
        self._failures = 0
        self._failed = False
        """Whether something could not be stored since: then the time since the last sign is an outage, however short."""
        self._beating: asyncio.Task[None] | None = None
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Find out how long no process was there, and begin to beat."""
        sign = await self._store.begin(self._first_sign)
        self._last = clock.elapsed()
        self._learn(
            sign, await self._store.known(sign.at - REMEMBERED), "nobody's time went on while no server was there"
        )
        self._games.heartbeat = self
        self._task = asyncio.create_task(self._keep_beating(), name="showing life")

    async def close(self) -> None:
        """Say a last time that this process was there."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            await self.beat()

    @property
    def silent(self) -> bool:
        """Whether a sign of life is overdue."""
        return self._failed or clock.elapsed() - self._last > self._longest_silence

    def failed(self, error: BaseException) -> None:
        """A move could not be stored: if the store is the reason, moves count again once it has proved that it can."""
        if store_is_gone(error):
            self._failures += 1
            self._failed = True

    async def beat(self) -> None:
        """Prove that moves can be stored; if that is late, the time since the last proof counts for no player, at every table.

        Those who ask at the same time share one attempt. One that was under way before may have been overtaken by an
        outage: if it proves too little, they share the next.
        """
        if self._beating is not None and not self._beating.done():
            await asyncio.shield(self._beating)
            if not self.silent:
                return
        if self._beating is None or self._beating.done():
            self._beating = asyncio.create_task(self._beat(), name="giving a sign of life")
            self._beating.add_done_callback(_take_note)
        await asyncio.shield(self._beating)

    async def try_to_beat(self) -> None:
        """The same; requests that only read are answered as long as the store can be read."""
        with suppress(Exception):  # told by `_keep_beating`, and to whoever wants to store something
            await self.beat()

    async def _beat(self) -> None:
        failures = self._failures
        try:
            sign, outages = await self._store.beat(self._next_sign, self._every, now() - LOOK_BACK)
        except Exception:
            self._failed = True
            raise
        self._last, self._failed = self._given, self._failures != failures
        steady = clock.steady_clock()
        if steady is not None:
            steady.jump(max(0, sign.at - now()))
        self._learn(sign, outages, "nobody's time went on while no move could be stored")

    def _first_sign(self, reference: int | None, stored: int | None) -> Sign:
        steady = clock.steady_clock()
        if steady is not None:
            behind = steady.begin(steady.wall() if reference is None else reference, stored)
            if behind > clock.STEP_MS:
                log.warning(
                    "the system's clock has gone back; the site goes on from its last sign", extra={"ms": behind}
                )
        # A process that has the store to itself was alone before too: it has not been there since it last said so.
        longest = 0 if self._games.database.is_sqlite else self._longest_silence
        at = now()
        return Sign(at, (stored, at) if stored is not None and at - stored > longest else None)

    def _next_sign(self, reference: int | None, stored: int) -> Sign:
        step = _step_to(reference)
        self._given, at = clock.elapsed(), now()
        silence = self._given - self._last
        if not self.takes_moves:
            silence = min(silence, at - stored)
        # Where a test sets the clock, it does not say how long a silence was.
        missed = self._failed or (silence > self._longest_silence and clock.steady_clock() is not None)
        outage = (at - max(0, silence) * missed, at + step)
        return Sign(at + step, outage if outage[1] > outage[0] else None, self._failed)

    def _learn(self, sign: Sign, spans: list[Span], sentence: str) -> None:
        """Let every table know of new outages, and every page look again."""
        outages = tuple(merged([*self.outages, *(Pause(*span) for span in spans)]))
        if outages == self.outages:
            return
        self.outages = outages
        self._games.hub.look_again()
        if sign.outage in spans:
            log.info(sentence, extra={"ms": sign.lost})

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(self._every / SECOND)
            try:
                await self.beat()
            except Exception as error:  # noqa: BLE001 - the store may be away for a while
                note(log, "a sign of life could not be written", error)


def _step_to(reference: int | None) -> int:
    """By how much the time of the site has jumped ahead; smaller differences are made up for slowly."""
    steady = clock.steady_clock()
    if steady is None:
        return 0
    reference = steady.wall() if reference is None else reference
    steady.follow(reference)
    return steady.step(reference)


def _take_note(task: asyncio.Task[None]) -> None:
    """Look at what went wrong, though all that waited for it may have gone."""
    if not task.cancelled():
        task.exception()
