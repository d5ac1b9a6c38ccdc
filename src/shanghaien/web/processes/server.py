"""Running the server: it listens, says so, and stops cleanly within 3 s even with streams open."""

import asyncio
import gc
import logging
import signal
import socket
from collections.abc import Callable
from contextlib import ExitStack
from types import FrameType
from typing import cast

import uvicorn
from litestar import Litestar
from uvicorn.loops.auto import auto_loop_factory

from shanghaien.web.app import create_app
from shanghaien.web.foundation import end_process_soon
from shanghaien.web.guessing import guessable
from shanghaien.web.settings import Settings

from .accepting import Acceptor
from .door import Door, Room
from .file_limit import connections_allowed
from .file_lock import held
from .listening import address_of
from .preparing import check_file, prepared
from .visitor_protocol import SocketProtocol, VisitorProtocol

SECONDS_TO_STOP = 1
"""How long requests may go on after the server was told to stop."""
SECONDS_TO_SPEAK = 0.2
"""How long after that a connection which was just accepted may still send its first request."""
TICKS_OF_A_SECOND = 10
NEVER = 24 * 3600
"""Seconds after which uvicorn itself would end an idle connection."""
LARGEST_MESSAGE = 64 * 1024
"""Bytes of one message on a socket."""
COLLECTION = (5_000, 5, 1_000)
"""When garbage is collected: small portions, since everybody waits meanwhile, and hardly ever all games in memory."""


log = logging.getLogger("shanghaien.serve")


class Server(uvicorn.Server):
    """Ends the streams as soon as it is told to stop; uvicorn would wait for them first."""

    def __init__(
        self,
        config: uvicorn.Config,
        app: Litestar,
        ready: Callable[[], None],
        parent: socket.socket | None = None,
        door: Door | None = None,
    ) -> None:
        config.ws = SocketProtocol  # like every connection it has to come through the door
        super().__init__(config)
        self.server_state = self._door = door or Door()
        self._app = app
        self._ready = ready
        self._parent = parent
        self._loop = asyncio.get_running_loop()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End the streams, then stop; a second Ctrl-C stops at once."""
        # Not uvicorn's own way, which raises the signal again at the end: a clean stop has exit code 0.
        # The streams are ended by the event loop: a signal may come in the middle of whatever it does.
        self._app.state.stopping = True
        self._loop.call_soon_threadsafe(self._app.state.hub.close)
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say so; without a parent that one had, stop."""
        await self.lifespan.startup()
        self._acceptors = [Acceptor(listening, self._connection) for listening in sockets or []]
        self.servers = cast("list[asyncio.Server]", self._acceptors)
        self.started = True
        if self._parent is not None:
            asyncio.get_running_loop().add_reader(self._parent, self._left_alone, self._parent)
        self._ready()

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second: go on, or stop; once a second look who keeps us waiting."""
        if counter % TICKS_OF_A_SECOND == 0:
            self._door.sweep()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept nobody new, answer whoever is here, then go."""
        for server in self.servers:
            server.close()
        await asyncio.sleep(SECONDS_TO_SPEAK)
        await super().shutdown(sockets)

    def _connection(self) -> asyncio.Protocol:
        kept = {"config": self.config, "server_state": self._door, "app_state": self.lifespan.state}
        return VisitorProtocol(**kept, _loop=self._loop)

    def _left_alone(self, parent: socket.socket) -> None:
        asyncio.get_running_loop().remove_reader(parent)
        self.handle_exit(signal.SIGTERM, None)


def run(
    settings: Settings, listening: socket.socket, ready: Callable[[], None], parent: socket.socket | None = None
) -> None:
    """Serve until told to stop, or until the parent is gone; WrongInput if the database cannot be used."""
    with ExitStack() as lasting, asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        if settings.sqlite_file is not None:
            check_file(settings.sqlite_file)
            lasting.enter_context(held(settings.sqlite_file, address_of(listening)))
        runner.run(_serve(settings, listening, ready, parent))


async def _serve(
    settings: Settings, listening: socket.socket, ready: Callable[[], None], parent: socket.socket | None
) -> None:
    settings = await prepared(settings)
    if guessable(settings.secret):
        log.warning(
            "the secret that is kept for this site can be guessed, and so can links and cookies; see hosting.md"
        )
    app = create_app(settings)

    def listening_now() -> None:
        _spare_what_stays()
        ready()

    async with app.lifespan():
        await Server(config_for(settings, app), app, listening_now, parent, door_for(settings)).serve([listening])
        end_process_soon()


def door_for(settings: Settings) -> Door:
    """The door of this process, with as much room as the settings and the system allow."""
    most = connections_allowed(settings.open_connections)
    return Door(Room(most, settings.connections_per_address, settings.proxies))


def config_for(settings: Settings, app: Litestar) -> uvicorn.Config:
    """How uvicorn runs the application, which is started and stopped around it."""
    return uvicorn.Config(
        app,
        lifespan="off",
        log_config=None,
        access_log=settings.access_log,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        timeout_keep_alive=NEVER,  # the door sees to it
        timeout_graceful_shutdown=SECONDS_TO_STOP,
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # it would take more memory than everything else that a connection needs
    )


def _spare_what_stays() -> None:
    """Let collections pass by what was made so far, which lives as long as the server."""
    gc.freeze()
    gc.set_threshold(*COLLECTION)
    gc.enable()
