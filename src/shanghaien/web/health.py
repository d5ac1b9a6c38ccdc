"""What whoever watches over the server asks it: whether it is alive, and whether it can do its work."""

import asyncio

from litestar import Response, get
from litestar.di import NamedDependency

from shanghaien import __version__
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.play.tables import Tables

PATIENCE = 2.0
"""Seconds after which a store that does not answer is missing."""


@get("/healthz", sync_to_thread=False)
def healthz() -> dict[str, str]:
    """That the process is alive; it needs nothing else for this answer."""
    return {"status": "ok", "version": __version__}


@get("/readyz")
async def readyz(request: AnyRequest, tables: NamedDependency[Tables]) -> Response[dict[str, str | list[str]]]:
    """Whether players should be sent here: 503 without its store and while it stops.

    A server whose bus is away says so, and still takes players: the others have lost it too, moves are stored, and
    pages learn of them a little later.
    """
    stored = await _reachable(tables)
    missing = [] if stored else ["store"]
    missing += [] if request.app.state.bus.connected else ["bus"]
    if request.app.state.stopping:
        return Response({"status": "stopping", "missing": missing}, status_code=503)
    status = "ready" if not missing else "degraded" if stored else "not ready"
    return Response({"status": status, "missing": missing}, status_code=200 if stored else 503)


async def _reachable(tables: Tables) -> bool:
    check = asyncio.create_task(tables.check_store())
    done, _ = await asyncio.wait({check}, timeout=PATIENCE)
    if not done:
        check.cancel()  # and not waited for: a store that hangs may take long to let go
    return bool(done) and check.exception() is None
