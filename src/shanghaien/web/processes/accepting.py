"""Accepts all connections that wait, every time: what waited unseen in the system's queue could not be turned away.

The usual loop accepts one and then serves; under a flood of pages everybody else waited behind the flood for seconds.
"""

import asyncio
import logging
import socket
from collections.abc import Callable

log = logging.getLogger("shanghaien.serve")

AT_ONCE = 256
"""Connections that are accepted before anything else has its turn."""
SECONDS_WITHOUT = 0.5
"""How long nobody is accepted after the system has refused to."""


class Acceptor:
    """Lets connections in by one socket until it is closed; in the place of the server that an event loop makes."""

    def __init__(self, listening: socket.socket, connection: Callable[[], asyncio.Protocol]) -> None:
        self._listening = listening
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._entering: set[asyncio.Task[object]] = set()
        self._closed = False
        listening.setblocking(False)
        self._open()

    def close(self) -> None:
        """Accept nobody any more; the socket itself stays open."""
        self._closed = True
        self._loop.remove_reader(self._listening)

    async def wait_closed(self) -> None:
        """Wait until whoever was accepted is inside."""
        if self._entering:
            await asyncio.wait(self._entering)

    def _open(self) -> None:
        if not self._closed:
            self._loop.add_reader(self._listening, self._accept)

    def _accept(self) -> None:
        for _ in range(AT_ONCE):
            try:
                accepted, _ = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError as error:  # no file is left for it
                log.warning("a connection cannot be accepted: %s", error.strerror)
                self._loop.remove_reader(self._listening)
                self._loop.call_later(SECONDS_WITHOUT, self._open)
                return
            accepted.setblocking(False)
            task = self._loop.create_task(self._enter(accepted))
            self._entering.add(task)
            task.add_done_callback(self._entering.discard)

    async def _enter(self, accepted: socket.socket) -> object:
        try:
            return await self._loop.connect_accepted_socket(self._connection, accepted)
        except OSError:
            accepted.close()  # gone already
            return None
