"""A real server in a process of its own, with bots that act at once."""

import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from shanghaien.web.app import create_app
from shanghaien.web.settings import load


@contextmanager
def serving(data: Path) -> Iterator[str]:
    """The address of a server that keeps its data in this folder."""
    port = _free_port()
    process = subprocess.Popen([sys.executable, __file__, str(data), str(port)])
    try:
        _wait_for(f"http://127.0.0.1:{port}/healthz")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(10)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(address: str) -> None:
    for _ in range(300):
        try:
            urllib.request.urlopen(address).close()  # noqa: S310 - our own server
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("The server did not start.")


if __name__ == "__main__":
    folder, number = sys.argv[1:]
    settings = load({"data": Path(folder), "port": int(number), "rate_limit": 0, "bot_pause": 0.0}, {})
    uvicorn.run(create_app(settings), port=settings.port, log_level="warning", timeout_graceful_shutdown=1)
