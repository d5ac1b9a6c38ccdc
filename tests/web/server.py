"""The real server in a process of its own, on a free port."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.web.core.database.databases import prepare
from tests.web.own_process import OwnProcess
from tests.web.patience import NO_TLS, PATIENCE

SEEDED = Path(__file__).parent / "seeded"
SECRET = "h8Kq2vX0ZrT5mWcJ9dLsY3bNfG7uPeA1QxRtV6yC4oS"  # noqa: S105 - everybody may know it
"""Looks as if a machine had made it; with it, bots decide alike in every run."""


class Server(OwnProcess):
    """A running server that listens; its games are the same in every run, whatever it is asked between them."""

    def __init__(self, data: Path, *flags: str) -> None:
        command = (sys.executable, "-m", "shanghaien", "serve")
        super().__init__(*command, "--data", str(data), "--port", "0", "--rate-limit", "0", *flags, **seeded(data))
        self.address = str(self.wait_for("listening")["address"])

    def client(self) -> httpx.Client:
        """A connection to it; every client has cookies of its own."""
        return httpx.Client(verify=NO_TLS, base_url=self.address, timeout=PATIENCE)


def seeded(data: Path) -> dict[str, str]:
    """What processes are told so that the games of a site are the same in every run."""
    data.mkdir(parents=True, exist_ok=True)
    prepare(data / "shanghaien.db")
    if not (data / "secret").exists():
        (data / "secret").write_text(SECRET)
        (data / "secret").chmod(0o600)
    paths = [str(SEEDED), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {"PYTHONPATH": os.pathsep.join(paths), "GAMES_MADE": str(data / "games-made")}


@contextmanager
def running(data: Path, *flags: str) -> Iterator[Server]:
    """A server that is stopped at the end, if it has not been before."""
    server = Server(data, *flags)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()
