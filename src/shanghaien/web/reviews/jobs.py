"""Makes reviews, one at a time in each process for them, wherever they were asked for."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from shanghaien.web.bots.processes import Lost, WatchedProcess
from shanghaien.web.bots.runner import REVIEWS
from shanghaien.web.core.bus.base import Bus, NullBus
from shanghaien.web.core.jobs import Handler, JobRow, JobRunner, JobStore
from shanghaien.web.core.parts import Parts
from shanghaien.web.reviews.child import reviewed
from shanghaien.web.reviews.store import REVIEW, REVIEWED, ReviewStore, record_in

log = logging.getLogger("shanghaien.review")
NICENESS = 5
"""Games that are being played come before reviews, but other busy programs must not starve them."""
MOST_LOOKS = 900
"""Seconds or so for a whole game, which takes a few of them on an idle machine."""
MOST_TRIES = 5
"""How often a review is begun; one that has taken its process with it that often is given up for a while."""


class ReviewWorker:
    """One process, and who gives it work."""

    def __init__(self, store: ReviewStore) -> None:
        self._store = store
        self.process = WatchedProcess(NICENESS)
        self.runner = JobRunner(JobStore(store.database), {REVIEW: self._make}, 1, self._progress)

    def _progress(self) -> float:
        done, of = self.process.steps
        return done / of if of else 0

    async def _make(self, job: JobRow) -> None:
        text = None
        try:
            if job.tries <= MOST_TRIES:  # else the server was lost with each try
                text = await self.process.do(reviewed, record_in(job), looks=MOST_LOOKS)
        except Lost:
            if job.tries < MOST_TRIES:
                raise  # it is tried again after a pause
            log.warning("a review took its process with it", extra={"review": job.subject})
        except Exception:  # the next try would end as this one did
            log.exception("a review failed", extra={"review": job.subject})
        await self._store.finish(job, text)


class ReviewRunner:
    """So many reviewers; with none, other processes are woken for the work."""

    def __init__(self, store: ReviewStore, count: int = 1, bus: Bus | None = None) -> None:
        self._bus = bus or NullBus()
        self._workers = [ReviewWorker(store) for _ in range(count)]
        self._unsubscribe = self._bus.subscribe(REVIEWS, lambda *_: self._wake(), group="reviews") if count else None

    def wake(self) -> None:
        """Look for a review that waits, here and elsewhere."""
        self._wake()
        self._bus.send(REVIEWS, "")

    async def start(self) -> None:
        """Begin to work, and go on with what was left."""
        for worker in self._workers:
            await worker.runner.start()

    async def close(self) -> None:
        """Stop working; others go on with what was not finished."""
        if self._unsubscribe is not None:
            self._unsubscribe()
        try:
            await asyncio.gather(*(worker.runner.close() for worker in self._workers))
            self._bus.send(REVIEWS, "")
        finally:  # though somebody has no time to wait for the store
            for worker in self._workers:
                worker.process.close()

    def _wake(self) -> None:
        for worker in self._workers:
            worker.runner.wake()


class ReviewedDuty:
    """Calls all subscribers once a review is there, and again if they could not take it in."""

    def __init__(self) -> None:
        self.after_review: list[Callable[[str], Awaitable[None]]] = []
        """Called with the key of the review; may be called twice, so it must bear repeating."""

    def handlers(self) -> Mapping[str, Handler]:
        return {REVIEWED: self._tell}

    async def _tell(self, row: JobRow) -> None:
        for told in self.after_review:
            await told(row.subject)


def open_parts(parts: Parts) -> None:
    """What one process does for reviews; nothing is read yet."""
    runner = parts.add(ReviewRunner(parts.add(ReviewStore(parts.database)), parts.reviewers, parts.bus))
    parts.jobs |= parts.add(ReviewedDuty()).handlers()
    parts.starting.append(runner.start)
    parts.closing.append(runner.close)
