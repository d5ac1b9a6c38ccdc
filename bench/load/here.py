"""A server in this very process, on an event loop that runs only while it is asked: its processor time is ours."""

import asyncio
import signal
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Self, TypeVar

from shanghaien.web.app import application
from shanghaien.web.core.parts import open_site
from shanghaien.web.core.settings import load
from shanghaien.web.run.server import Server, address_of, config_for, connection_table, listen

SECRET = "a word that only this measurement knows"  # noqa: S105 - of a site that lasts for a minute
Done = TypeVar("Done")


class ServerHere:
    """A site on SQLite, without processes that think for bots."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._runner = asyncio.Runner()
        self.address = ""

    def __enter__(self) -> Self:
        self.run(self._start())
        return self

    def __exit__(self, *_: object) -> None:
        self.run(self._stop())
        self._runner.close()
        self._folder.cleanup()

    def run(self, work: Coroutine[Any, Any, Done]) -> Done:
        """Do something on the loop on which the server runs."""
        return self._runner.run(work)

    async def _start(self) -> None:
        ready = asyncio.Event()
        self._serving = asyncio.create_task(self._serve(ready.set))
        await ready.wait()

    async def _serve(self, ready: Callable[[], None]) -> None:
        flags = {"data": Path(self._folder.name), "secret": SECRET, "bot_workers": 0, "rate_limit": 0, "port": 0}
        settings = load(flags, {})
        self.parts, listening = open_site(settings), listen(settings)
        app = application(self.parts)
        self.address = address_of(listening).replace("localhost", "127.0.0.1")
        async with app.litestar.lifespan():
            self._server = Server(config_for(settings, app), app, ready, None, connection_table(settings))
            await self._server.serve([listening])

    async def _stop(self) -> None:
        self._server.handle_exit(signal.SIGTERM, None)
        await self._serving
