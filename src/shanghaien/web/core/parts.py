"""The parts of which a process is made: opened by the features in their order, started and closed together."""

import logging
import os
import threading
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

from shanghaien.web.core.bus import CHANNEL, new_sender, news_prefix, open_bus
from shanghaien.web.core.concurrency import gather_all
from shanghaien.web.core.database.engine import Database, NewsChannel
from shanghaien.web.core.features import declared
from shanghaien.web.core.jobs import Handler
from shanghaien.web.core.settings import Settings
from shanghaien.web.core.signing import Randomness, Signer

log = logging.getLogger("shanghaien.web")
SECONDS_TO_CLOSE = 1.6
"""How long databases and workers may take to be closed: a process that has to stop is gone within three seconds."""

T = TypeVar("T")
Step = Callable[[], Awaitable[None]]


class Parts:
    """The parts of one process, each found by its class; routes ask for some of them by name."""

    def __init__(self, settings: Settings, reviewers: int = 0, randomness: Randomness | None = None) -> None:
        sender = new_sender()
        alone = settings.sqlite_file is not None
        # Without NATS a database of many servers tells of moves itself.
        news = None if alone or settings.nats else NewsChannel(CHANNEL, news_prefix(sender))
        self.settings = settings
        self.reviewers = reviewers
        """How many processes of ours make reviews."""
        self.randomness = randomness or Randomness()
        self.signer = Signer(settings.secret)
        self.database = Database(settings.database, settings.connections, news)
        self.bus = open_bus(settings.database, settings.nats, sender)
        self.store_tells = news is not None
        """Whether the database itself tells other processes of moves."""
        self.jobs: dict[str, Handler] = {}
        """What is done for each kind of job; each bears repeating."""
        self.starting: list[Step] = []
        """What is done when the process starts, in this order; the database is up to date."""
        self.closing: list[Step] = []
        """What is closed, all at once, before the bus and the database."""
        self.before_closing: list[Callable[[], None]] = []
        self._parts: dict[type, Any] = {}
        self._named: dict[str, object] = {"settings": settings}

    def add(self, part: T, name: str = "") -> T:
        """Let others find a part by its class; with a name, routes may ask for it."""
        self._parts[type(part)] = part
        if name:
            self._named[name] = part
        return part

    def __getitem__(self, kind: type[T]) -> T:
        """The part of this class."""
        part: T = self._parts[kind]
        return part

    @property
    def named(self) -> Mapping[str, object]:
        """The parts that routes may ask for, by name."""
        return self._named

    async def start(self) -> None:
        """Join the other processes and begin to work; the database is up to date."""
        await self.bus.start()
        for step in self.starting:
            await step()

    async def close(self) -> None:
        """Give back what was begun, and close everything that was opened, however long it takes.

        No part is given up on, since a statement that is cancelled twice leaves its connection behind; the process of
        a database that hangs is ended by `end_process_soon`.
        """
        for tell in self.before_closing:
            tell()
        await gather_all(*(_closed(step) for step in self.closing))
        await _closed(self.bus.close)
        await _closed(self.database.close)


async def _closed(step: Step) -> None:
    try:
        await step()
    except Exception:  # the database may be away, and nothing that is stored hangs on a farewell
        log.warning("something was closed without a farewell", exc_info=True)


def open_parts(settings: Settings, reviewers: int, randomness: Randomness | None = None) -> Parts:
    """What every process of a site has, whether it serves pages or only works; nothing is connected yet."""
    parts = Parts(settings, reviewers, randomness)
    for open_feature in declared("parts"):
        open_feature(parts)
    return parts


def open_site(settings: Settings, randomness: Randomness | None = None) -> Parts:
    """What a process that serves pages has; nothing is connected yet. `randomness` names the games and makes their secrets."""
    parts = open_parts(settings, min(settings.bot_workers, 1), randomness)
    for open_feature in declared("page_parts"):
        open_feature(parts)
    return parts


def end_process_soon() -> None:
    """End the process even if a database hangs and cannot be closed: whatever was acknowledged is stored."""
    timer = threading.Timer(SECONDS_TO_CLOSE, os._exit, [0])
    timer.daemon = True
    timer.start()
