"""Running the server: it listens, says so, and stops cleanly within 3 s even with streams open."""

import asyncio
import signal
import socket
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import FrameType

import uvicorn
from litestar import Litestar
from sqlalchemy.exc import SQLAlchemyError

from shanghaien.web.play.hub import Hub
from shanghaien.web.store.database import Database
from shanghaien.web.store.migrate import NewerDatabase, upgrade
from shanghaien.wrong_input import WrongInput

from .app import create_app
from .settings import Settings

SECONDS_TO_STOP = 2
"""How long requests may go on after the server was told to stop."""


class Server(uvicorn.Server):
    """Ends the streams as soon as it is told to stop; uvicorn would wait for them first."""

    def __init__(self, config: uvicorn.Config, hub: Hub, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._hub = hub
        self._ready = ready

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End the streams, then stop; a second Ctrl-C stops at once."""
        # Not uvicorn's own way, which raises the signal again at the end: a clean stop has exit code 0.
        self._hub.close()
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say so."""
        await super().startup(sockets)
        if self.started:
            self._ready()


def listen(settings: Settings) -> socket.socket:
    """A socket on the host and port of the settings; a port of 0 takes a free one."""
    try:
        listening = socket.create_server((settings.host, settings.port), backlog=2048)
    except OSError as error:
        reason = str(error.strerror or error).split(" (while")[0]
        raise WrongInput(f"Cannot listen on {settings.host} port {settings.port}: {reason}.") from None
    listening.set_inheritable(True)
    return listening


def address_of(listening: socket.socket) -> str:
    """How a browser on this machine reaches the socket."""
    host, port = listening.getsockname()[:2]
    return f"http://{'127.0.0.1' if host in {'0.0.0.0', '::'} else host}:{port}"  # noqa: S104 - read, not bound


def run(settings: Settings, listening: socket.socket, ready: Callable[[], None], *, access_log: bool) -> None:
    """Serve until told to stop; WrongInput if the database cannot be used."""
    if settings.sqlite_file is not None:
        _check_file(settings.sqlite_file)
    asyncio.run(_check_database(settings))
    app = create_app(settings)
    server = Server(_config(settings, app, access_log=access_log), app.state.hub, ready)
    server.run(sockets=[listening])


def _config(settings: Settings, app: Litestar, *, access_log: bool) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        lifespan="on",
        log_config=None,
        access_log=access_log,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=SECONDS_TO_STOP,
    )


def _check_file(file: Path) -> None:
    """Before the asynchronous driver tries: its thread tells of a file it cannot open in its own words."""
    try:
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA schema_version")
    except sqlite3.Error as error:
        raise WrongInput(f"The database cannot be used: {error} ({file}).") from None


async def _check_database(settings: Settings) -> None:
    database = Database(settings.database)
    try:
        await upgrade(database)
    except (SQLAlchemyError, OSError, NewerDatabase) as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise WrongInput(f"The database cannot be used: {reason}.") from None
    finally:
        await database.close()
