"""A NATS server as a process of its own, which can be killed and started again on the same port."""

import shutil
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

from .processes import processor_seconds


class Nats:
    """One server on a free port of loopback."""

    def __init__(self) -> None:
        with closing(socket.create_server(("127.0.0.1", 0))) as free:
            self.port = free.getsockname()[1]
        self.address = f"nats://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        found = shutil.which("nats-server", path=str(Path(sys.executable).parent)) or "nats-server"
        self.process = subprocess.Popen([found, "-a", "127.0.0.1", "-p", str(self.port)], stderr=subprocess.DEVNULL)  # noqa: S603 - our own words
        while True:
            with closing(socket.socket()) as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.01)

    def cpu(self) -> float:
        return processor_seconds(self.process.pid)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    stop = kill
