"""The real server in a process of its own, on a free port."""

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import httpx

PATIENCE = 180.0
"""Seconds after which a server that does not answer counts as broken."""


class Server:
    """A running server; what it logs is kept in `lines`."""

    def __init__(self, data: Path, *flags: str) -> None:
        command = [sys.executable, "-m", "shanghaien", "serve", "--data", str(data), "--port", "0", "--rate-limit", "0"]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("SHANGHAIEN_")}
        self.process = subprocess.Popen(
            [*command, *flags], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )
        assert self.process.stdout is not None
        self.lines: list[str] = []
        self._fresh: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True)
        self._reader.start()
        self.address = self._address()

    def client(self) -> httpx.Client:
        """A connection to it; every client has cookies of its own."""
        return httpx.Client(base_url=self.address, timeout=PATIENCE)

    def kill(self) -> None:
        """Pull the plug: no warning, no clean-up."""
        self.process.kill()
        self._end()

    def stop(self) -> int:
        """Ask it to stop, and return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self._end()

    def _end(self) -> int:
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    def _read(self, output: IO[str]) -> None:
        for line in output:
            self.lines.append(line)
            self._fresh.put(line)
        self._fresh.put(None)

    def _address(self) -> str:
        while (line := self._fresh.get(timeout=PATIENCE)) is not None:
            told = json.loads(line) if line.startswith("{") else {}
            if told.get("message") == "listening":
                return str(told["address"])
        raise AssertionError("".join(self.lines))


@contextmanager
def running(data: Path, *flags: str) -> Iterator[Server]:
    """A server that is stopped at the end, if it has not been before."""
    server = Server(data, *flags)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()
