"""Makes the reviews that wait, one at a time in each of its processes, wherever they were asked for."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress

from shanghaien.web.bots.processes import Lost, WatchedProcess
from shanghaien.web.bots.runner import REVIEWS
from shanghaien.web.core.bus.base import Bus, NullBus
from shanghaien.web.core.jobs import Handler, JobRow, renewing
from shanghaien.web.core.outages import note
from shanghaien.web.reviews.child import reviewed
from shanghaien.web.reviews.store import REVIEWED, ReviewJob, ReviewStore

log = logging.getLogger("shanghaien.review")
NICENESS = 5
"""Games that are being played come before reviews, but other busy programs must not starve them."""
MOST_LOOKS = 900
"""Seconds or so for a whole game, which takes a few of them on an idle machine."""
LEASE_MS = 20_000
"""How long a review rests after the process that made it was killed."""
TELL_EVERY = 1.0
"""Seconds between two words about how far a review is; each of them renews the lease."""
LOOK_EVERY = 5.0
"""Seconds between two looks for reviews that nobody was told of."""
SECONDS_TO_HAND_BACK = 0.5


class ReviewRunner:
    """So many reviewers, each with a process of its own; with none, others are told of the work."""

    def __init__(self, store: ReviewStore, count: int = 1, bus: Bus | None = None) -> None:
        self._store = store
        self._bus = bus or NullBus()
        self._workers = [WatchedProcess(NICENESS) for _ in range(count)]
        self._tasks: list[asyncio.Task[None]] = []
        self._resting = 0
        self._work = asyncio.Event()
        self._deaf = self._bus.subscribe(REVIEWS, self._hear, group="reviews") if count else None

    def wake(self) -> None:
        """Look for a review that waits; if nobody here has time for it, somebody elsewhere may."""
        self._work.set()
        if not self._resting:
            self._bus.send(REVIEWS, "")

    async def start(self) -> None:
        """Begin to work, and go on with what was left."""
        names = (f"reviewer {number}" for number in range(len(self._workers)))
        self._tasks = [
            asyncio.create_task(self._keep_working(worker), name=name)
            for worker, name in zip(self._workers, names, strict=True)
        ]

    async def close(self) -> None:
        """Stop working; others go on with what was not finished."""
        if self._deaf is not None:
            self._deaf()
        for task in self._tasks:
            task.cancel()
        try:
            await asyncio.gather(*self._tasks, return_exceptions=True)
        finally:  # though somebody has no time to wait for the store
            for worker in self._workers:
                worker.close()

    def _hear(self, subject: str, message: str) -> None:
        self._work.set()

    async def _keep_working(self, worker: WatchedProcess) -> None:
        while True:
            try:
                job = await self._store.claim(LEASE_MS) if await self._store.any_waiting() else None
                if job is not None:
                    await self._make(worker, job)
                    continue
            except Exception as error:  # noqa: BLE001 - the store may be away for a while
                note(log, "a review could not be claimed or kept", error)
            await self._rest()

    async def _rest(self) -> None:
        self._resting += 1
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY * random.uniform(0.7, 1.3)):  # noqa: S311 - not all at once
                    await self._work.wait()
        finally:
            self._resting -= 1
        self._work.clear()

    async def _make(self, worker: WatchedProcess, job: ReviewJob) -> None:
        async def tell() -> bool:
            return await self._store.tell(job, *worker.steps, LEASE_MS)

        try:
            async with renewing(tell, TELL_EVERY):
                text = await worker.do(reviewed, job.record, looks=MOST_LOOKS)
        except asyncio.CancelledError:
            await self._hand_back(job)
            raise
        except Lost as loss:
            log.warning("a review took its process with it", extra={"review": job.key, "reason": str(loss)})
            await self._store.fail(job)
        except Exception:  # a review that fails must not take the others with it
            log.exception("a review failed", extra={"review": job.key})
            await self._store.give_up(job)
        else:
            await self._store.finish(job, text)

    async def _hand_back(self, job: ReviewJob) -> None:
        """Let another process begin it at once; if the store is gone, the lease will run out by itself."""
        with suppress(Exception):
            async with asyncio.timeout(SECONDS_TO_HAND_BACK):
                await self._store.hand_back(job)
        self._bus.send(REVIEWS, "")


# A review has been made: whoever waits for what it says is told, and told again if they could not take it in.

Told = Callable[[str], Awaitable[None]]
"""Called with the key of a review that is there now; it may be called twice, so it must bear repeating."""


class ReviewedDuty:
    """Tells everybody who has asked to be told."""

    def __init__(self) -> None:
        self.after_review: list[Told] = []

    def handlers(self) -> Mapping[str, Handler]:
        """The one kind of thing that it does."""
        return {REVIEWED: self._tell}

    async def _tell(self, row: JobRow) -> None:
        for told in self.after_review:
            await told(row.subject)
