"""Reviews on demand: counted once, away from the event loop, and kept as files by what was played."""

import asyncio
import json
import logging
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from shanghaien.ai.account import Choice, Review
from shanghaien.ai.review import judgement_name
from shanghaien.ai.review_json import VERSION, from_dict
from shanghaien.rules import State
from shanghaien.rules.record import Record
from shanghaien.rules.record_json import to_dict, to_json

from .mind import begin, reviewed, weighed

log = logging.getLogger("shanghaien.review")
Argument = TypeVar("Argument")
Answer = TypeVar("Answer")
NICENESS = 15
"""How far a review steps back: games that are being played come first."""
MOST_WAITING = 50
"""How many reviews may wait for their turn; who asks for one more is told to wait, and his page asks again."""
MOST_KEPT = 2000
"""How many reviews are kept; the ones that were made first go first. A review has about 40 kB."""


class Reviews:
    """Reviews of finished games; asking never waits, it tells how far the work has come."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._jobs: dict[str, asyncio.Task[None]] = {}
        self._pool: ProcessPoolExecutor | None = None
        self._progress: Any = None
        self._working = ""
        self._one_at_a_time = asyncio.Lock()

    def find(self, record: Record) -> Review | None:
        """The review if it is there; else the work on it is under way."""
        key = key_of(record)
        file = self._folder / f"{key}.json"
        try:
            return from_dict(json.loads(file.read_text(encoding="utf-8")))
        except (OSError, ValueError, KeyError):
            if key not in self._jobs and len(self._jobs) < MOST_WAITING:
                self._jobs[key] = asyncio.create_task(self._make(key, to_json(record), file))
            return None

    async def weigh(self, state: State) -> tuple[Choice, ...]:
        """Every legal action of a state with its value, best first; waits for a review that is being made."""
        async with self._one_at_a_time:
            told = await self._ask(weighed, state)
        return tuple(Choice(action, value) for action, value in told)

    def progress(self, record: Record) -> float:
        """How much of the review is done, from 0 to 1; 0 while others are before it."""
        if self._working != key_of(record) or self._progress is None:
            return 0.0
        done, of = self._progress
        return min(1.0, done / of) if of else 0.0

    async def close(self) -> None:
        """Stop working; what was not finished is counted again when it is asked for."""
        for task in list(self._jobs.values()):
            task.cancel()
        await asyncio.gather(*self._jobs.values(), return_exceptions=True)
        if self._pool is not None:
            processes = list((self._pool._processes or {}).values())  # noqa: SLF001 - there is no public way to end one
            self._pool.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                with suppress(OSError):
                    process.terminate()

    async def _make(self, key: str, text: str, file: Path) -> None:
        try:
            async with self._one_at_a_time:
                self._working = key
                told = await self._ask(reviewed, text)
            await asyncio.to_thread(_keep, file, told)
        except Exception:  # a review that fails must not take the server with it; it is tried again when asked for
            log.exception("a review failed", extra={"review": key})
        finally:
            self._jobs.pop(key, None)

    async def _ask(self, work: Callable[[Argument], Answer], argument: Argument) -> Answer:
        loop = asyncio.get_running_loop()
        pool = self._pool or self._open()
        self._progress[0] = self._progress[1] = 0
        try:
            return await loop.run_in_executor(pool, work, argument)
        except BrokenProcessPool:
            return await loop.run_in_executor(self._open(), work, argument)

    def _open(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        self._progress = context.Array("i", 2)
        self._pool = ProcessPoolExecutor(1, mp_context=context, initializer=begin, initargs=(self._progress, NICENESS))
        return self._pool


def key_of(record: Record) -> str:
    """What a review is kept under: the game as it was played, and everything that its numbers depend on."""
    played = to_dict(record)
    content = [VERSION, judgement_name(), played["rules"], played["options"], played["steps"], played["result"]]
    return sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:32]


def _keep(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    fresh = file.with_suffix(".new")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(file)  # whoever reads meanwhile sees the old state or the new one, never half of it
    kept = sorted(file.parent.glob("*.json"), key=lambda path: path.stat().st_mtime)
    for old in kept[:-MOST_KEPT]:
        old.unlink(missing_ok=True)
