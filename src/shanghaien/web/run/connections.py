"""Who is connected: how many from each address, who keeps the server waiting, and who has to go if there is no room.

Uvicorn ends idle connections by itself; docs/security.md says what else it, or a proxy, could do of this.
"""

import logging
import math
import sys
import time
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol, cast

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.server import ServerState

from shanghaien.web.core.limits import InFlight, network
from shanghaien.web.site.load_shedding import UnderWay, places

Clock = Callable[[], float]


@dataclass(frozen=True)
class ConnectionTimeouts:
    """Seconds that a connection may keep the server waiting."""

    head: float = 10.0
    """Until the head of a request is there, from the first byte or from the beginning of the connection."""
    body: float = 30.0
    """Until the rest of the request is there."""
    unread: float = 60.0
    """Until something of an answer is read that waits to be sent."""


@dataclass(frozen=True)
class Room:
    """How many may be connected to this process."""

    most: int = 10_000
    per_address: int = 1_000
    proxies: str = ""
    """Addresses of proxies, which are not counted."""


class Connected(Hashable, Protocol):
    """A connection as the table sees it."""

    def drop(self, *, unread: bool) -> None:
        """End it: it kept the server waiting, or left its answer unread."""


@dataclass(eq=False)
class ConnectionTable(ServerState):
    """Lets connections in, as many as there is room for, and ends those that keep the server waiting."""

    room: Room = field(default_factory=Room)
    patience: ConnectionTimeouts = field(default_factory=ConnectionTimeouts)
    clock: Clock = time.monotonic
    under_way: UnderWay = field(default_factory=places)

    def __post_init__(self) -> None:
        super().__init__()
        # The proxies that uvicorn trusts for the client's address, so that both count the same addresses.
        self._proxies = ProxyHeadersMiddleware(cast(Any, None), self.room.proxies).trusted_hosts
        self._inside: dict[Connected, str] = {}
        self._places = InFlight(self.room.most, self.room.per_address)
        self._waiting: dict[Connected, float] = {}
        """Those that the server waits for, and until when; the one waited for longest stands first."""
        self._unread: dict[Connected, float] = {}

    def enter(self, connection: Connected, address: str) -> bool:
        """Let a connection in, if need be in place of the one that has kept us waiting longest."""
        counted = "" if address in self._proxies else network(address)
        if self._places.full_for(counted) or (self._places.full and not self._make_room()):
            return False
        self._inside[connection] = counted
        return self._places.begin(counted)

    def address_of(self, connection: Connected, headers: Iterable[tuple[bytes, bytes]] = ()) -> str:
        """The address of a request; empty behind a proxy that does not name it."""
        if counted := self._inside.get(connection, ""):
            return counted
        forwarded = b", ".join(value for name, value in headers if name == b"x-forwarded-for").decode("latin-1")
        return network(self._proxies.get_trusted_client_address(forwarded)[0])

    def leave(self, connection: Connected) -> None:
        """A connection has ended; one that was never let in may end too."""
        self.serve(connection)
        self.read(connection)
        if connection in self._inside:
            self._places.end(self._inside.pop(connection))

    def wait(self, connection: Connected, seconds: float = math.inf) -> None:
        """From now on the client has to send something within so many seconds, or may be dropped if there is no room."""
        self._waiting.pop(connection, None)  # so that it stands last again
        self._waiting[connection] = self.clock() + seconds

    def serve(self, connection: Connected) -> None:
        self._waiting.pop(connection, None)

    def leave_unread(self, connection: Connected) -> None:
        self._unread[connection] = self.clock() + self.patience.unread

    def read(self, connection: Connected) -> None:
        self._unread.pop(connection, None)

    def sweep(self) -> None:
        now = self.clock()
        for connections, unread in ((self._waiting, False), (self._unread, True)):
            for connection in [connection for connection, until in connections.items() if until < now]:
                del connections[connection]
                connection.drop(unread=unread)

    def _make_room(self) -> bool:
        longest = next(iter(self._waiting), None)
        if longest is None:
            return False
        longest.drop(unread=False)
        self.leave(longest)
        return True


# How many files and connections the system lets a process have open: as many as it may, and a word if they are few.

log = logging.getLogger("shanghaien.serve")

FOR_OURSELVES = 128
"""Files that are open besides connections: databases, logs, workers, modules being loaded."""
LEAST = 64
"""Connections without which a server is of no use."""
ENOUGH = 65_536
"""More are not asked for, even where there is no limit."""


def connections_allowed(wanted: int) -> int:
    """Raise the limit of this process as far as it may, and say how many connections there is room for."""
    limit = _raised(wanted + FOR_OURSELVES)
    allowed = min(wanted, max(limit - FOR_OURSELVES, LEAST))
    if allowed < wanted:
        log.warning(
            "the system allows few open files, so that fewer can be connected; raise it (LimitNOFILE, ulimit -n)",
            extra={"files": limit, "connections": allowed, "wanted": wanted},
        )
    return allowed


def _raised(wanted: int) -> int:
    if sys.platform == "win32":
        return ENOUGH
    import resource  # noqa: PLC0415 - not everywhere

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    goal = max(wanted, ENOUGH) if hard == resource.RLIM_INFINITY else hard
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(goal, soft), hard))
    except (OSError, ValueError):  # some systems promise more than they give
        return soft
    return max(goal, soft)
