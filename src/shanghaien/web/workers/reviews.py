"""Reviews on demand: counted once, away from the event loop, and kept as files by what was played.

Reviews and advice have a process each, so that a queue of reviews keeps nobody waiting who is playing.
"""

import asyncio
import json
import logging
from hashlib import sha256
from pathlib import Path

from shanghaien.ai.review.json_form import JUDGEMENT, VERSION, from_dict
from shanghaien.ai.review.model import GameReview, WeighedAction
from shanghaien.rules import N_, REVISION, State, to_json
from shanghaien.web.play.records import record_of, steps_of
from shanghaien.web.play.refusals import IllegalMove
from shanghaien.web.play.summary import result_text
from shanghaien.web.play.table import Table

from .review_process import reviewed, weighed
from .worker import Worker

log = logging.getLogger("shanghaien.review")
MOST_KEPT = 2000
"""How many reviews are kept; the ones that were made first go first. A review has about 40 kB."""
NICENESS = 15
"""Games that are being played come before reviews."""
MOST_WAITING = 12
"""How many games may wait for their review at once, the one at work among them: a minute's work at most."""


class Busy(Exception):
    """So many reviews wait already that this one was not added to them; it may be asked for again."""


class Reviews:
    """Reviews of finished games; asking never waits, it tells how far the work has come."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._jobs: dict[str, asyncio.Task[None]] = {}
        self._failed: set[str] = set()
        self._advice: dict[State, asyncio.Task[list[tuple[str, float]]]] = {}
        self._reviewer, self._adviser = Worker(NICENESS), Worker()
        self._working = ""

    def find(self, table: Table) -> GameReview | None:
        """The review if it is there; None if the work on it is under way; `Busy` if it can't even wait for its turn."""
        key = key_of(table)
        file = self._folder / f"{key}.json"
        try:
            return from_dict(json.loads(file.read_text(encoding="utf-8")))
        except (OSError, ValueError, KeyError):
            self._begin(key, table, file)
            return None

    async def weigh(self, state: State) -> tuple[WeighedAction, ...]:
        """Every legal action of a state with its value, best first; who asks the same meanwhile gets the same answer."""
        if state not in self._advice:
            task = asyncio.create_task(self._adviser.do(weighed, state))
            task.add_done_callback(lambda _: self._advice.pop(state, None))
            self._advice[state] = task
        told = await asyncio.shield(self._advice[state])
        return tuple(WeighedAction(action, value) for action, value in told)

    def progress(self, table: Table) -> float:
        """How much of the review is done, from 0 to 1; 0 while others are before it."""
        return self._reviewer.progress if self._working == key_of(table) else 0.0

    async def close(self) -> None:
        """Stop working; what was not finished is counted again when it is asked for."""
        tasks = [*self._jobs.values(), *self._advice.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._reviewer.close()
        self._adviser.close()

    def _begin(self, key: str, table: Table, file: Path) -> None:
        if key in self._failed:
            raise IllegalMove(N_("This game could not be reviewed."))
        if key in self._jobs:
            return
        if len(self._jobs) >= MOST_WAITING:
            raise Busy
        self._jobs[key] = asyncio.create_task(self._make(key, to_json(record_of(table)), file))

    async def _make(self, key: str, text: str, file: Path) -> None:
        def started() -> None:
            self._working = key

        try:
            told = await self._reviewer.do(reviewed, text, started)
            await asyncio.to_thread(_keep, file, told)
        except Exception:  # a review that fails must not take the server with it, nor be tried for ever
            log.exception("a review failed", extra={"review": key})
            self._failed.add(key)
        finally:
            self._jobs.pop(key, None)


def key_of(table: Table) -> str:
    """What a review is kept under: the game as it was played, and everything that its numbers depend on.

    It is made of what the table knows, since every look at a page that waits asks for it.
    """
    content = [VERSION, JUDGEMENT, REVISION, table.options.as_dict(), steps_of(table), result_text(table.result)]
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:32]


def _keep(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_suffix(".new")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(file)  # whoever reads meanwhile sees the old state or the new one, never half of it
    kept = sorted(file.parent.glob("*.json"), key=lambda path: path.stat().st_mtime)
    for old in kept[:-MOST_KEPT]:
        old.unlink(missing_ok=True)
