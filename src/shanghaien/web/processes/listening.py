"""Sockets that listen: answers leave at once, and several may share a port, one for each process."""

import socket

from shanghaien.web.settings import Settings
from shanghaien.wrong_input import WrongInput

WAITING = 2048
"""How many connections may wait until they are accepted."""
HERE = {"0.0.0.0", "::", "127.0.0.1", "::1"}  # noqa: S104 - read, not bound
"""Where this very machine is reached by its name, which passkeys need: they hold for no bare address."""


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


def address_of(listening: socket.socket) -> str:
    """How a browser on this machine reaches the socket."""
    host, port = listening.getsockname()[:2]
    if host in HERE:
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


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
