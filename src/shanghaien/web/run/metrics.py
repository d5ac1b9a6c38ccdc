"""Several server processes of one machine tell the same figures: each writes down its own, and adds up what it reads.

A request for them reaches any of the processes. What one that has ended counted still counts, or sums would fall.
"""

import asyncio
import json
import os
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final, NamedTuple

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.exceptions import NotAuthorizedException, NotFoundException

from shanghaien.web.core import counters as figures
from shanghaien.web.core.settings import Settings
from shanghaien.web.run.monitoring import QueueMonitor
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.site.sessions import WITHOUT_COOKIES
from shanghaien.web.tables.hub import Hub

FOLDER = "figures"
EVERY = 5.0
"""Seconds between two writings."""
ALIVE = 3 * EVERY
"""Seconds after which a process that has written nothing is gone."""


class FileSnapshot(NamedTuple):
    """What the processes of this machine count together, how many streams they hold now, and how many they are."""

    figures: list[figures.Snapshot]
    streams: int
    processes: int


class MetricFiles:
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

    def told(self) -> FileSnapshot:
        """What all processes have counted so far; others are a few seconds behind."""
        others = [] if self._folder is None else [_read(file) for file in sorted(self._folder.glob("*.json"))]
        others = [other for other in others if other and other["pid"] != os.getpid()]
        alive = [other for other in others if other["at"] > time.time() - ALIVE]
        return FileSnapshot(
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


def metric_files(settings: Settings, hub: Hub) -> MetricFiles:
    """The figures of a process of this site; a folder is needed where several processes tell them together."""
    several = bool(settings.metrics) and settings.processes > 1
    return MetricFiles(settings.data / FOLDER if several else None, hub.listening)


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


# `/metrics`: figures for the host of the site, by a token or from this machine only.

LOCAL: Final = "local"
"""The setting that lets this machine alone read them."""
PASSED_ON = ("x-forwarded-for", "x-forwarded-host", "forwarded", "x-real-ip", "via")
"""Headers that tell of a proxy: a client behind one may be anyone."""
TEXT = "text/plain; version=0.0.4; charset=utf-8"


@get("/metrics", opt=WITHOUT_COOKIES)
async def metrics(
    request: AnyRequest, settings: NamedDependency[Settings], monitor: NamedDependency[QueueMonitor]
) -> Response[bytes]:
    """The figures of all processes of this machine, and what waits in the store."""
    let_in(request, settings.metrics)
    from shanghaien.web.run.exposition import render_metrics  # noqa: PLC0415 - not loaded without a reader

    text = render_metrics(request.app.state.metric_files.told(), await monitor.jobs(), await monitor.sums())
    return Response(text, media_type=TEXT, headers={"Cache-Control": "no-store"})


def let_in(request: AnyRequest, setting: str) -> None:
    """Refuse a client that may not read figures; where none may, or not from there, the address does not exist."""
    if not setting or (setting == LOCAL and not _of_this_machine(request)):
        raise NotFoundException
    if setting == LOCAL:
        return
    shown = request.headers.get("authorization", "").encode()
    if not secrets.compare_digest(shown, f"Bearer {setting}".encode()):
        raise NotAuthorizedException(headers={"WWW-Authenticate": "Bearer"})


def _of_this_machine(request: AnyRequest) -> bool:
    """Whether the request was made here, and for here: a page of elsewhere may have a name that leads here."""
    names = request.client.host if request.client else "", request.url.hostname or ""
    return all(_is_loopback(name) for name in names) and not any(name in request.headers for name in PASSED_ON)


def _is_loopback(name: str) -> bool:
    try:
        return name == "localhost" or ip_address(name).is_loopback
    except ValueError:
        return False


ROUTES = [metrics]
