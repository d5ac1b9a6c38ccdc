"""A real server in a process of its own, with bots that act at once and luck that can be set."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from litestar import get
from litestar.params import FromPath

from shanghaien.web.app import create_app
from shanghaien.web.play.luck import Luck
from shanghaien.web.processes.listening import address_of, listen
from shanghaien.web.settings import load
from shanghaien.web.workers import review_runner as service
from tests.web.luck import SECRET, ids

PATIENCE = 60.0


@contextmanager
def serving(data: Path) -> Iterator[str]:
    """The address of a server that keeps its data in this folder."""
    command = [sys.executable, "-m", "tests.browser.serving", str(data)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        address = process.stdout.readline().strip()
        assert address, "The server did not start."
        yield address
    finally:
        process.terminate()
        process.wait(PATIENCE)
        process.stdout.close()


class LuckOfTests(Luck):
    """Names the games of one test after another; only this server has it, none that a host can start."""

    def __init__(self) -> None:
        self.of("")

    def of(self, test: str) -> None:
        """From now on the games are those of a test."""
        self._known = ids(test)

    def new_game(self) -> str:
        return self._known.new_game()

    def game_of_form(self, known: str) -> str:
        return self._known.game_of_form(known)

    def new_secrets(self, game: str, count: int = 3) -> bytes:
        return self._known.new_secrets(game, count)


def main(folder: str) -> None:
    """Serve until told to stop."""
    luck = LuckOfTests()
    service.NICENESS = 0  # else a review never ends on a machine where anything else is busy

    @get("/luck/{test:str}", sync_to_thread=False)
    def begin(test: FromPath[str]) -> None:
        luck.of(test)

    given = {"data": Path(folder), "port": 0, "rate_limit": 0, "bot_pause": 0.0, "secret": SECRET}
    given["push_contact"] = "mailto:host@example.org"
    settings = load(given, {})
    app, listening = create_app(settings, luck), listen(settings)
    app.register(begin)
    print(address_of(listening), flush=True)  # noqa: T201 - the test reads it
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=1))
    server.run(sockets=[listening])


if __name__ == "__main__":
    main(sys.argv[1])
