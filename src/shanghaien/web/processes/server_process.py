"""A server process as the supervisor sees it: started, ready, told to stop, ended."""

import asyncio
import json
import socket
import sys
from collections.abc import Mapping
from typing import Any

from shanghaien.web.child_environment import child_environment

READY = b"ready\n"


class ServerProcess:
    """A new interpreter, so that it runs the program as it is installed now; it ends when the line to it is cut."""

    def __init__(
        self, process: asyncio.subprocess.Process, line: tuple[asyncio.StreamReader, asyncio.StreamWriter]
    ) -> None:
        self._process = process
        self._reader, self._writer = line
        self._ended = asyncio.create_task(process.wait())
        self.ready = False
        """Whether it has said that it listens."""

    @classmethod
    async def start(cls, listening: socket.socket, given: Mapping[str, Any]) -> "ServerProcess":
        """Start one that serves what comes to the socket; the settings travel by the line, since others see the arguments."""
        ours, theirs = socket.socketpair()
        with theirs:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "shanghaien.web.processes.child"),
                stdin=theirs.fileno(),
                pass_fds=[listening.fileno()],
                process_group=0,  # Ctrl-C is for the supervisor, which passes it on
                env=child_environment(),
            )
        reader, writer = await asyncio.open_connection(sock=ours)
        order = {"given": dict(given), "socket": listening.fileno()}
        writer.write(json.dumps(order, default=str).encode() + b"\n")
        return cls(process, (reader, writer))

    async def begun(self) -> None:
        """Wait until it is ready, or has ended."""
        try:
            self.ready = await self._reader.readline() == READY
        except ConnectionError:
            self.ready = False
        if not self.ready:
            await self.ended()

    async def ended(self) -> int:
        """Its exit code, once it has ended."""
        code = await asyncio.shield(self._ended)
        self._writer.close()
        return code

    def stop(self) -> None:
        """Tell it to stop: it ends its streams, answers what it was asked, and goes."""
        if self._process.returncode is None:
            self._process.terminate()

    def kill(self) -> None:
        """End it at once."""
        if self._process.returncode is None:
            self._process.kill()
