"""Several server processes on one port: each is started, watched, started again if it dies, and renewed on SIGHUP."""

import asyncio
import json
import logging
import signal
import socket
import sys
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from shanghaien.web.core.backoff import pause_after
from shanghaien.web.core.child_environment import child_environment
from shanghaien.web.core.settings import Settings
from shanghaien.web.run.metrics import forget

# A server process as the supervisor sees it: started, ready, stopping, ended.

READY = b"ready\n"


class ServerProcess:
    """A new interpreter, so that it runs the program as it is installed now; it ends when its socket to the parent closes."""

    def __init__(
        self, process: asyncio.subprocess.Process, line: tuple[asyncio.StreamReader, asyncio.StreamWriter]
    ) -> None:
        self._process = process
        self._reader, self._writer = line
        self._ended = asyncio.create_task(process.wait())
        self.ready = False
        """Whether it has said that it listens."""

    @classmethod
    async def start(cls, listening: Sequence[socket.socket], given: Mapping[str, Any]) -> "ServerProcess":
        """Start one that serves what comes to the sockets; the settings travel by the socket, since other users see the arguments."""
        ours, theirs = socket.socketpair()
        with theirs:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "shanghaien.web.run.child"),
                stdin=theirs.fileno(),
                pass_fds=[each.fileno() for each in listening],
                process_group=0,  # Ctrl-C is for the supervisor, which passes it on
                env=child_environment(),
            )
        reader, writer = await asyncio.open_connection(sock=ours)
        order = {"given": dict(given), "sockets": [each.fileno() for each in listening]}
        writer.write(json.dumps(order, default=str).encode() + b"\n")
        return cls(process, (reader, writer))

    async def begun(self) -> None:
        try:
            self.ready = await self._reader.readline() == READY
        except ConnectionError:
            self.ready = False
        if not self.ready:
            await self.ended()

    async def ended(self) -> int:
        code = await asyncio.shield(self._ended)
        self._writer.close()
        return code

    def stop(self) -> None:
        if self._process.returncode is None:
            self._process.terminate()

    def kill(self) -> None:
        if self._process.returncode is None:
            self._process.kill()


log = logging.getLogger("shanghaien.serve")

SECONDS_TO_STOP = 2.6
"""How long the processes have to stop by themselves."""
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
"""Seconds between two tries to start a process that does not start."""
SOUND_AFTER = 10.0
"""Seconds after which a process that dies is started again at once."""


Order = tuple[Sequence[socket.socket], dict[str, Any]]
"""What a process listens to, and its settings."""


@dataclass
class ChildSlot:
    """Sockets, which outlive the processes that listen to them, and the process that listens now."""

    sockets: Sequence[socket.socket]
    given: dict[str, Any]
    process: ServerProcess
    changing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while another process is put here."""


class Supervisor:
    """Keeps one process at the sockets of each slot."""

    def __init__(self) -> None:
        self._posts: list[ChildSlot] = []
        self._running: set[ServerProcess] = set()
        self._stop = asyncio.Event()
        self._renew = asyncio.Event()

    async def run(self, orders: Sequence[Order], ready: Callable[[], None]) -> int:
        """Start all, and go on until stopped by a signal; the first shows whether the settings are right."""
        loop = asyncio.get_running_loop()
        for sign in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(sign, self._stop.set)
        loop.add_signal_handler(signal.SIGHUP, self._renew.set)
        code = await self._unless_stopped(self._fill(orders))
        if code:
            return code
        if not self._stop.is_set():
            ready()
            watchers = [asyncio.create_task(self._watch(post)) for post in self._posts]
            watchers.append(asyncio.create_task(self._renewals()))
            await self._stop.wait()
            await _cancelled(watchers)
        await self._end_all()
        return 0

    async def _fill(self, orders: Sequence[Order]) -> int:
        for some in (orders[:1], orders[1:]):
            processes = await asyncio.gather(*(self._start(*order) for order in some))
            for order, process in zip(some, processes, strict=True):
                if not process.ready:
                    await self._end_all()
                    return await process.ended()
                self._posts.append(ChildSlot(*order, process))
        return 0

    async def _start(self, listening: Sequence[socket.socket], given: dict[str, Any]) -> ServerProcess:
        """A new process, which is ready or has ended."""
        process = await ServerProcess.start(listening, given)
        self._running.add(process)
        await process.begun()
        return process

    async def _watch(self, post: ChildSlot) -> None:
        failures = 0
        while True:
            process, since = post.process, time.monotonic()
            code = await process.ended()
            self._running.discard(process)
            if post.process is not process:
                continue  # it was renewed
            log.error("a server process ended; another one takes its place", extra={"code": code})
            failures = 0 if time.monotonic() - since > SOUND_AFTER else failures + 1
            await asyncio.sleep(pause_after(failures, FIRST_PAUSE, LONGEST_PAUSE))
            async with post.changing:
                if post.process is process:
                    post.process = await self._start(post.sockets, post.given)

    async def _renewals(self) -> None:
        """One by one, so that all but one serve at any time, and the new one before the old one is stopped."""
        while True:
            await self._renew.wait()
            self._renew.clear()
            for post in self._posts:
                if not await self._renewed(post):
                    log.error("a new server process does not start; the others go on as they are")
                    break
            else:
                log.info("renewed")

    async def _renewed(self, post: ChildSlot) -> bool:
        async with post.changing:
            new = await self._start(post.sockets, post.given)
            if new.ready:
                old, post.process = post.process, new
                old.stop()
        return new.ready

    async def _unless_stopped(self, work: Coroutine[Any, Any, int]) -> int:
        task, stop = asyncio.create_task(work), asyncio.create_task(self._stop.wait())
        await asyncio.wait({task, stop}, return_when=asyncio.FIRST_COMPLETED)
        await _cancelled([stop] if task.done() else [stop, task])
        return task.result() if not task.cancelled() else 0

    async def _end_all(self) -> None:
        for process in self._running:
            process.stop()
        ending = [asyncio.create_task(process.ended()) for process in self._running]
        if ending:
            _, late = await asyncio.wait(ending, timeout=SECONDS_TO_STOP)
            for process in self._running if late else ():
                process.kill()
            await asyncio.wait(ending)


async def _cancelled(tasks: Sequence[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def supervise(
    settings: Settings, given: dict[str, Any], sockets: Sequence[Sequence[socket.socket]], ready: Callable[[], None]
) -> int:
    """Keep a process at the sockets of each until stopped; the exit code is that of a first process which cannot start."""
    forget(settings.data)
    count = len(sockets)
    shares = [settings.bot_workers // count + (number < settings.bot_workers % count) for number in range(count)]
    orders = [(listening, given | {"bot_workers": share}) for listening, share in zip(sockets, shares, strict=True)]
    return asyncio.run(Supervisor().run(orders, ready))
