"""A real server in a process of its own: its randomness and its clock are the same in every run, and its bots act at once.

A test tells it what it needs by addresses that only this server has.
"""

import asyncio
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from litestar import get
from litestar.params import FromPath

from shanghaien.web.app import create_app
from shanghaien.web.bots.runner import BotTurns
from shanghaien.web.core import clock
from shanghaien.web.core.ids import GameId, Version
from shanghaien.web.core.settings import load
from shanghaien.web.run.server import address_of, listen
from tests.web.moving_time import MONDAY
from tests.web.patience import PATIENCE
from tests.web.randomness import SECRET, RandomnessByTest

NOON = MONDAY + 12 * 3_600_000
"""When every server of a test begins: the deal and the puzzles of the day are always those of one day."""


@contextmanager
def serving(data: Path, environment: dict[str, str] | None = None, module: str = __name__, *more: str) -> Iterator[str]:
    """The address of a server that keeps its data in this folder, in another environment if one is given.

    A module with another server of the tests may be named, with more arguments for it.
    """
    command = [sys.executable, "-m", module, str(data), *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert process.stdout is not None
    try:
        address = process.stdout.readline().strip()
        assert address, "The server did not start."
        yield address
    finally:
        process.terminate()
        process.wait(PATIENCE)
        process.stdout.close()


class ClockOfTests:
    """A clock that begins at noon of one and the same day, and can be set forward."""

    def __init__(self) -> None:
        self._ahead = NOON - time.time_ns() // 1_000_000

    def __call__(self) -> int:
        return time.time_ns() // 1_000_000 + self._ahead

    def go(self, seconds: int) -> None:
        """Let so much time pass at once."""
        self._ahead += seconds * 1000


def let_bots_be_held() -> asyncio.Event:
    """While what comes back is not set, no bot acts; else all of them do at once."""
    free, act = asyncio.Event(), BotTurns.act
    free.set()

    async def wait_and_act(self: BotTurns, game: GameId, told: Version | None = None) -> Version | None:
        await free.wait()
        return await act(self, game, told)

    BotTurns.act = wait_and_act  # type: ignore[method-assign]
    return free


def tell(server: str, *words: str) -> None:
    """Tell a server what a test needs: `randomness NAME`, `later SECONDS`, `bots hold` or `bots go`."""
    urllib.request.urlopen("/".join((server, "test", *words))).close()  # noqa: S310 - our own server


def main(folder: str) -> None:
    """Serve until told to stop."""
    randomness, told_time, bots = RandomnessByTest(), ClockOfTests(), let_bots_be_held()

    @get("/test/randomness/{test:str}", sync_to_thread=False)
    def begin(test: FromPath[str]) -> None:
        randomness.of(test)

    @get("/test/later/{seconds:int}", sync_to_thread=False)
    def later(seconds: FromPath[int]) -> None:
        told_time.go(seconds)

    @get("/test/bots/{what:str}")
    async def hold(what: FromPath[str]) -> None:
        bots.clear() if what == "hold" else bots.set()

    given = {"data": Path(folder), "port": 0, "rate_limit": 0, "bot_pause": 0.0, "secret": SECRET}
    given["push_contact"] = "mailto:host@example.org"
    settings = load(given, {})
    with clock.set_clock(told_time):
        app, listening = create_app(settings, randomness), listen(settings)
        for route in (begin, later, hold):
            app.litestar.register(route)
        print(address_of(listening), flush=True)  # noqa: T201 - the test reads it
        server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
        server.run(sockets=[listening])


if __name__ == "__main__":
    main(sys.argv[1])
