"""Several server processes of one machine tell the same figures: each writes down its own, and adds up what it reads.

A request for them reaches any of the processes. What one that has ended counted still counts, or sums would fall.
"""

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from shanghaien.web import figures

FOLDER = "figures"
EVERY = 5.0
"""Seconds between two writings."""
ALIVE = 3 * EVERY
"""Seconds after which whoever has written nothing is gone."""


class Told(NamedTuple):
    """What the processes of this machine count together, how many streams they hold now, and how many they are."""

    figures: list[figures.Snapshot]
    streams: int
    processes: int


class FigureFiles:
    """The figures of this process and of those beside it; without a folder it is alone."""

    def __init__(self, folder: Path | None, streams: Callable[[], int]) -> None:
        self._folder = folder
        self._streams = streams

    @asynccontextmanager
    async def sharing(self) -> AsyncIterator[None]:
        """Write figures down now and then, for as long as the block runs, and once more at its end."""
        if self._folder is None:
            yield
            return
        writing = asyncio.create_task(self._keep_writing(), name="writing figures down")
        try:
            yield
        finally:
            writing.cancel()
            self._write(ended=True)

    def told(self) -> Told:
        """What everybody has counted so far; others are a few seconds behind."""
        others = [] if self._folder is None else [_read(file) for file in sorted(self._folder.glob("*.json"))]
        others = [other for other in others if other and other["pid"] != os.getpid()]
        alive = [other for other in others if other["at"] > time.time() - ALIVE]
        return Told(
            [figures.snapshot(), *(other["figures"] for other in others)],
            self._streams() + sum(other["streams"] for other in alive),
            1 + len(alive),
        )

    async def _keep_writing(self) -> None:
        while True:
            self._write()
            await asyncio.sleep(EVERY)

    def _write(self, *, ended: bool = False) -> None:
        assert self._folder is not None
        at = 0.0 if ended else time.time()
        told = {"pid": os.getpid(), "at": at, "streams": self._streams(), "figures": figures.snapshot()}
        with suppress(OSError):  # a disk that is full is told of elsewhere
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            new = self._folder / f"{os.getpid()}.new"
            new.write_text(json.dumps(told), encoding="utf-8")
            new.replace(new.with_suffix(".json"))


def forget(data: Path) -> None:
    """A site starts: what processes before it have counted counts no more."""
    for file in (data / FOLDER).glob("*.json"):
        file.unlink(missing_ok=True)


def _read(file: Path) -> dict[str, Any]:
    try:
        told: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return told
