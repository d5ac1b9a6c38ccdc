"""A real server behind a door of one's own, and connections from several addresses."""

import asyncio
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast
from urllib.parse import urlsplit

import httpx

from shanghaien.web.app import create_app
from shanghaien.web.core.settings import load
from shanghaien.web.run.connections import ConnectionTable, ConnectionTimeouts
from shanghaien.web.run.server import Server, address_of, config_for, listen
from tests.web.patience import PATIENCE

STRANGER, PROXY = "127.0.0.2", "127.0.0.1"
"""Two addresses of this machine; one is nobody's proxy."""
LONG = 600.0


@contextmanager
def served(folder: Path, door: ConnectionTable, idle: float = LONG) -> Iterator[str]:
    """A real server behind this door, in a thread of its own; its address."""
    settings = load({"data": folder, "port": 0, "bot_workers": 0, "rate_limit": 0}, {})
    listening, ready, stop = listen(settings), threading.Event(), threading.Event()

    async def serve() -> None:
        app = create_app(settings)
        async with app.litestar.lifespan():
            config = config_for(settings, app)
            config.timeout_keep_alive = cast(int, idle)
            server = Server(config, app, ready.set, connections=door)
            serving = asyncio.create_task(server.serve([listening]))
            await asyncio.to_thread(stop.wait)
            app.state.hub.close()
            server.should_exit = True
            await serving

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    assert ready.wait(PATIENCE)
    try:
        yield address_of(listening)
    finally:
        stop.set()
        thread.join(PATIENCE)


def patience(**seconds: float) -> ConnectionTimeouts:
    """As long as anybody likes, but for what is named."""
    return ConnectionTimeouts(**{"head": LONG, "body": LONG, "unread": LONG, **seconds})


def connect(address: str, source: str = PROXY, say: bytes = b"") -> socket.socket:
    parts = urlsplit(address)
    line = socket.create_connection((parts.hostname, parts.port), PATIENCE, (source, 0))
    line.sendall(say)
    return line


def last_words(line: socket.socket) -> bytes:
    """All that comes until the other side ends the connection."""
    said = b""
    with line:
        try:
            while part := line.recv(65536):
                said += part
        except ConnectionError:
            pass  # ended while there was something unread
    return said


def alive(address: str, source: str = PROXY) -> bool:
    transport = httpx.HTTPTransport(local_address=source)
    with httpx.Client(transport=transport, timeout=PATIENCE) as http:
        return http.get(f"{address}/healthz").status_code == 200
