"""Health checks: whether the server is alive, and whether it can do its work."""

import asyncio
import time
from collections.abc import Coroutine
from pathlib import Path
from shutil import disk_usage
from typing import Any

from litestar import Response, get
from litestar.di import NamedDependency
from sqlalchemy import update

from shanghaien import __version__
from shanghaien.version import commit
from shanghaien.web.core.clock import now
from shanghaien.web.core.database.dialects import insert_into
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.schema import facts
from shanghaien.web.core.outages import disk_is_full
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.site.problems import STATUS
from shanghaien.web.site.sessions import WITHOUT_COOKIES
from shanghaien.web.tables.service import Tables

PATIENCE = 2.0
"""Seconds after which a store that does not answer is missing."""
FRESH = 0.5
"""Seconds for which it counts that something was written: frequent checks must not write as often."""
WRITTEN = "last written"
"""The fact that is written to see whether anything can be."""


LEAST_ROOM = 256 * 1024
"""Bytes: with less of them free a disk counts as full, though what is small may still find a place on it."""


class StoreProbe:
    """Checks whether the store can be read and written; concurrent checks share one."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._reading: asyncio.Task[None] | None = None
        self._writing: asyncio.Task[None] | None = None
        self._wrote = 0.0

    async def missing(self, tables: Tables) -> list[str]:
        """What the store lacks: nothing, room on its disk, a way to write, or it is away altogether."""
        if self._reading is None or self._reading.done():
            self._reading = _begun(tables.check_store())
        if self._writing is None or (self._writing.done() and time.monotonic() > self._wrote + FRESH):
            self._writing, self._wrote = _begun(_write(tables.games.database)), time.monotonic()
        read, written = self._reading, self._writing
        await asyncio.wait((read, written), timeout=PATIENCE)
        if not _went_well(read):
            return ["store"]
        if not self._has_room() or disk_is_full(_failure(written)):
            return ["disk"]
        return [] if _went_well(written) else ["writing"]

    def _has_room(self) -> bool:
        """Whether the disk of a SQLite database has room; a write may find some within the file though it has none."""
        try:
            return self._file is None or disk_usage(self._file.parent).free >= LEAST_ROOM
        except OSError:
            return False


def _begun(check: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    task = asyncio.create_task(check)
    task.add_done_callback(_went_well)  # who asked may have gone; a check that fails is no fault of ours
    return task


async def _write(database: Database) -> None:
    """Have something on the disk that was not there before."""
    at = str(now())
    async with database.write() as connection:
        done = await connection.execute(update(facts).where(facts.c.name == WRITTEN).values(value=at))
        if not done.rowcount:
            values = {"name": WRITTEN, "value": at}
            await connection.execute(insert_into(connection, facts).values(values).on_conflict_do_nothing())


def _failure(check: asyncio.Task[None]) -> BaseException | None:
    return check.exception() if check.done() and not check.cancelled() else None


def _went_well(check: asyncio.Task[None]) -> bool:
    return check.done() and not check.cancelled() and check.exception() is None


@get("/healthz", sync_to_thread=False, opt=WITHOUT_COOKIES)
def healthz() -> dict[str, str]:
    return {"status": "ok", "version": __version__, "commit": commit()}


@get("/readyz", opt=WITHOUT_COOKIES)
async def readyz(request: AnyRequest, tables: NamedDependency[Tables]) -> Response[dict[str, str | list[str]]]:
    """Whether players should be sent here: 503 if the store is away or cannot write, and while the server stops.

    A server whose bus is away says so, and still takes players: the others have lost it too, moves are stored, and
    pages learn of them a little later.
    """
    missing = await request.app.state.probe.missing(tables)
    stored = not missing
    missing += [] if request.app.state.bus.connected else ["bus"]
    if request.app.state.stopping:
        return Response({"status": "stopping", "missing": missing}, status_code=STATUS["unavailable"])
    status = "ready" if not missing else "degraded" if stored else "not ready"
    return Response({"status": status, "missing": missing}, status_code=200 if stored else STATUS["unavailable"])


ROUTES = [healthz, readyz]
