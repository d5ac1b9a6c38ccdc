"""The real server in a process of its own, on a free port."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from tests.web.own_process import OwnProcess
from tests.web.patience import PATIENCE


class Server(OwnProcess):
    """A running server that listens."""

    def __init__(self, data: Path, *flags: str) -> None:
        command = (sys.executable, "-m", "shanghaien", "serve")
        super().__init__(*command, "--data", str(data), "--port", "0", "--rate-limit", "0", *flags)
        self.address = str(self.wait_for("listening")["address"])

    def client(self) -> httpx.Client:
        """A connection to it; every client has cookies of its own."""
        return httpx.Client(base_url=self.address, timeout=PATIENCE)


@contextmanager
def running(data: Path, *flags: str) -> Iterator[Server]:
    """A server that is stopped at the end, if it has not been before."""
    server = Server(data, *flags)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()
