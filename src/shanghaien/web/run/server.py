"""Running the server: it listens, says so, and stops cleanly within 3 s even with streams open."""

import asyncio
import gc
import logging
import signal
import socket
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from ipaddress import ip_address
from types import FrameType
from typing import cast

import uvicorn
from uvicorn.loops.auto import auto_loop_factory

from shanghaien.web.app import create_app
from shanghaien.web.core.parts import end_process_soon
from shanghaien.web.core.setting_checks import is_weak
from shanghaien.web.core.settings import Settings
from shanghaien.web.run.connections import ConnectionTable, Room, connections_allowed
from shanghaien.web.run.http_protocol import GuardedHttpProtocol, SocketProtocol
from shanghaien.web.run.prepare import check_file, exclusive_lock, keep_to_owner, prepared
from shanghaien.web.site.middleware import Application
from shanghaien.wrong_input import WrongInput

# Accepts all connections that wait, every time: what waited unseen in the system's queue could not be turned away.

log = logging.getLogger("shanghaien.serve")

AT_ONCE = 256
"""Connections that are accepted before anything else has its turn."""
SECONDS_WITHOUT = 0.5
"""How long no connection is accepted after the system has refused one."""


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
        """Accept no more connections; the socket itself stays open."""
        self._closed = True
        self._loop.remove_reader(self._listening)

    async def wait_closed(self) -> None:
        """Wait until the accepted connections are set up."""
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


# Sockets that listen: answers leave at once, and several may share a port, one for each process.

WAITING = 2048
"""How many connections may wait until they are accepted."""
HERE = {"0.0.0.0", "::", "127.0.0.1", "::1"}  # noqa: S104 - read, not bound
"""Where this very machine is reached by its name, which passkeys need: they hold for no bare address."""

ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that belong to nobody, so that the way there begins as the way to most others."""


def listen(settings: Settings, port: int | None = None) -> socket.socket:
    """A socket on the host and port of the settings; a port of 0 takes a free one."""
    port = settings.port if port is None else port
    try:
        return _bound(settings.host, port, shared=settings.processes > 1)
    except OSError as error:
        raise WrongInput(f"Cannot listen on {settings.host} port {port}: {error.strerror or error}.") from None


def listen_for_all(settings: Settings) -> list[socket.socket]:
    """A socket for each process, all on one port; the system hands connections out evenly among them."""
    first = listen(settings)
    port = first.getsockname()[1]
    return [first, *(listen(settings, port) for _ in range(settings.processes - 1))]


def listen_for_each(settings: Settings) -> list[list[socket.socket]]:
    """The sockets of each process: one on the port of all, and one on a port of its own where these are wished."""
    first = settings.process_ports
    own = [[_alone(settings, first + number)] if first else [] for number in range(settings.processes)]
    return [[shared, *more] for shared, more in zip(listen_for_all(settings), own, strict=True)]


def _alone(settings: Settings, port: int) -> socket.socket:
    return listen(replace(settings, processes=1), port)


def address_of(listening: socket.socket) -> str:
    """How a browser on this machine reaches the socket."""
    host, port = listening.getsockname()[:2]
    if host in HERE:
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def addresses_for_others(settings: Settings, listening: socket.socket) -> list[str]:
    """How browsers on other machines reach the socket, as far as this machine knows; none if it listens for itself."""
    if settings.public_url:
        return [settings.public_url]
    host, port = listening.getsockname()[:2]
    if ip_address(host).is_loopback:
        return []
    own = {family: _own_address(family) for family in (socket.AF_INET, socket.AF_INET6)}
    reached = {"0.0.0.0": [own[socket.AF_INET]], "::": [*own.values()]}.get(host, [host])  # noqa: S104 - read, not bound
    return [f"http://[{each}]:{port}" if ":" in each else f"http://{each}:{port}" for each in reached if each]


def _own_address(family: socket.AddressFamily) -> str:
    """The address of this machine in its network: the one from which it would send elsewhere. Nothing is sent."""
    with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as elsewhere:
        elsewhere.connect((ELSEWHERE[family], 9))
        return str(elsewhere.getsockname()[0])
    return ""


def _bound(host: str, port: int, *, shared: bool) -> socket.socket:
    family, kind, proto, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP, flags=socket.AI_PASSIVE
    )[0]
    listening = socket.socket(family, kind, proto)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        # Accepted connections inherit it: a small answer must not wait until the one before it is acknowledged.
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listening.bind(address)
        listening.listen(WAITING)
    except OSError:
        listening.close()
        raise
    return listening


SECONDS_TO_STOP = 1
"""How long requests may go on after the server has to stop."""
SECONDS_TO_SPEAK = 0.2
"""How long after that a connection which was just accepted may still send its first request."""
TICKS_OF_A_SECOND = 10
IDLE = 90
"""Seconds until the next request on a connection: people think, and a proxy should be the one to let go first."""
LARGEST_MESSAGE = 64 * 1024
"""Bytes of one message on a socket."""
COLLECTION = (5_000, 5, 1_000)
"""When garbage is collected: small portions, since all requests wait meanwhile, and hardly ever all games in memory."""


class Server(uvicorn.Server):
    """Ends the streams as soon as it has to stop; uvicorn would wait for them first."""

    def __init__(
        self,
        config: uvicorn.Config,
        app: Application,
        ready: Callable[[], None],
        parent: socket.socket | None = None,
        connections: ConnectionTable | None = None,
    ) -> None:
        config.ws = SocketProtocol  # like every connection it is entered in the table
        super().__init__(config)
        self.server_state = self._connections = connections or ConnectionTable()
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
            self._connections.sweep()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no new connections, answer the open ones, then stop."""
        for server in self.servers:
            server.close()
        await asyncio.sleep(SECONDS_TO_SPEAK)
        await super().shutdown(sockets)

    def _connection(self) -> asyncio.Protocol:
        kept = {"config": self.config, "server_state": self._connections, "app_state": self.lifespan.state}
        return GuardedHttpProtocol(**kept, _loop=self._loop)

    def _left_alone(self, parent: socket.socket) -> None:
        asyncio.get_running_loop().remove_reader(parent)
        self.handle_exit(signal.SIGTERM, None)


def run(
    settings: Settings,
    listening: Sequence[socket.socket],
    ready: Callable[[], None],
    parent: socket.socket | None = None,
) -> None:
    """Serve until stopped by a signal, or until the parent is gone; WrongInput if the database cannot be used."""
    with ExitStack() as lasting, asyncio.Runner(loop_factory=auto_loop_factory()) as runner:
        if settings.sqlite_file is not None:
            check_file(settings.sqlite_file)
            lasting.enter_context(exclusive_lock(settings.sqlite_file, address_of(listening[0])))
            keep_to_owner(settings.sqlite_file)
        runner.run(_serve(settings, listening, ready, parent))


async def _serve(
    settings: Settings, listening: Sequence[socket.socket], ready: Callable[[], None], parent: socket.socket | None
) -> None:
    settings = await prepared(settings)
    if is_weak(settings.secret):
        log.warning(
            "the secret that is kept for this site can be guessed, and so can links and cookies; see hosting.md"
        )
    app = create_app(settings)

    def listening_now() -> None:
        _spare_what_stays()
        ready()

    async with app.litestar.lifespan():
        await Server(config_for(settings, app), app, listening_now, parent, connection_table(settings)).serve(
            list(listening)
        )
        end_process_soon()


def connection_table(settings: Settings) -> ConnectionTable:
    """As many connections as the settings and the system allow."""
    most = connections_allowed(settings.open_connections)
    return ConnectionTable(Room(most, settings.connections_per_address, settings.proxies))


def config_for(settings: Settings, app: Application) -> uvicorn.Config:
    """How uvicorn runs the application, which is started and stopped around it."""
    return uvicorn.Config(
        app,
        lifespan="off",
        log_config=None,
        access_log=settings.access_log,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        timeout_keep_alive=IDLE,
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
