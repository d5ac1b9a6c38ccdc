"""A real NATS server on a port of its own, which can be killed and started again."""

import random
import socket
import subprocess
import sys
import time
from pathlib import Path

from tests.web.patience import PATIENCE

PROGRAM = Path(sys.executable).parent / "nats-server"


class NatsServer:
    """NATS without storage; always at the same address."""

    def __init__(self, *flags: str) -> None:
        self._flags = flags
        self._process: subprocess.Popen[bytes] | None = None
        self.port = free_port()
        self.url = f"nats://127.0.0.1:{self.port}"

    @property
    def process_id(self) -> int:
        """The number of its process, while it runs."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it if it does not run, and wait until it can be reached."""
        if self._process is not None:
            return
        command = [str(PROGRAM), "--addr", "127.0.0.1", "--port", str(self.port), *self._flags]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + PATIENCE
        while not _answers(self.port):
            assert time.monotonic() < until, "nats-server does not answer"
            time.sleep(0.01)

    def kill(self) -> None:
        """Pull the plug."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE)
            self._process = None

    def close(self) -> None:
        """Stop it; it has nothing to forget."""
        self.kill()


def free_port() -> int:
    """A port below those that the system gives to connections, so that it stays free while nobody listens."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with socket.socket() as attempt:
            if attempt.connect_ex(("127.0.0.1", port)) != 0:
                return port


def _answers(port: int) -> bool:
    with socket.socket() as attempt:
        return attempt.connect_ex(("127.0.0.1", port)) == 0
