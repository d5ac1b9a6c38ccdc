"""How many requests are served: of one address or person in a minute, and of each kind at once."""

from collections.abc import Mapping
from enum import StrEnum
from hashlib import blake2b

from litestar.types import Scope

from shanghaien.web.core.limits import InFlight, Limits, network
from shanghaien.web.site.forms import SAFE
from shanghaien.web.site.sessions import COOKIE, SESSION

FREE = ("/static/", "/healthz", "/readyz")
STREAMS = ("/events", "/socket")
"""How addresses end whose answer never does."""
SECONDS_FOR_A_STREAM = 60
"""After which it is worth trying again to open one."""
PERSON, SIGNED_IN = COOKIE.encode() + b"=", SESSION.encode() + b"="


class RateLimit:
    """Counts what one address or one person asks for; static files and the health checks are free."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits

    def enter(self, scope: Scope) -> int:
        """Let a request in, whatever is at its address: 0, or the seconds after which to come again."""
        path = scope["path"]
        if path.startswith(FREE):
            return 0
        address, change = _address(scope), scope.get("method", "GET") not in SAFE
        wait = self._limits.wait(address, _person(scope) if change else "", change=change)
        if wait:
            return int(wait) + 1
        return 0 if not path.endswith(STREAMS) or self._limits.streams.begin(address) else SECONDS_FOR_A_STREAM

    def leave(self, scope: Scope) -> None:
        """A request that was let in is answered, or its stream has ended."""
        if scope["path"].endswith(STREAMS) and not scope["path"].startswith(FREE):
            self._limits.streams.end(_address(scope))


def _address(scope: Scope) -> str:
    client = scope.get("client")
    return network(client[0]) if client else ""


def _person(scope: Scope) -> str:
    """What tells one person from another before anybody has looked who it is: a digest of their cookie or token."""
    shown = b""
    for name, value in scope["headers"]:
        if name == b"authorization":
            shown = value
        elif name == b"cookie":
            shown = _cookie(value, SIGNED_IN) or _cookie(value, PERSON) or shown
    return blake2b(shown, digest_size=9).hexdigest() if shown else ""


def _cookie(header: bytes, name: bytes) -> bytes:
    return header.partition(name)[2].partition(b";")[0]


FULL = "full"
"""Key of a request that came while too many of its kind were under way: after how many seconds to come again."""


class Kind(StrEnum):
    """What a request costs, and which others it would keep waiting."""

    FREE = "free"
    """Files, health checks, and streams, which are limited by address."""
    MOVE = "move"
    PAGE = "page"
    HEAVY = "heavy"
    """Whole games read, replayed or weighed."""


MOST = {Kind.MOVE: 256, Kind.PAGE: 128, Kind.HEAVY: 16}
"""Each is what one process answers within about a second; a request after them would wait longer than for a retry."""
PARTS = 4
"""Into how many parts the places are divided of which one address may have one."""
SECONDS_TO_COME_BACK = 2
HEAVY_BEGINNINGS = ("/import", "/replay/", "/hint/")
HEAVY_ENDS = ("/review", "/record", "/record.txt", "/record.json", "/dice")


def kind_of(scope: Scope) -> Kind:
    """The kind of a request, by its address and method."""
    path = scope["path"]
    if path.startswith(FREE) or path.endswith(STREAMS):
        return Kind.FREE
    if path.startswith(HEAVY_BEGINNINGS) or path.endswith(HEAVY_ENDS):
        return Kind.HEAVY
    return Kind.PAGE if scope.get("method") in SAFE else Kind.MOVE


UnderWay = Mapping[Kind, InFlight]
"""The requests under way, of each kind."""


def places(most: Mapping[Kind, int] = MOST) -> UnderWay:
    """Places for requests of each kind; one address never takes all of them from the others."""
    bounds = {kind: most.get(kind) for kind in Kind}
    return {
        kind: InFlight() if bound is None else InFlight(bound, max(bound // PARTS, 1)) for kind, bound in bounds.items()
    }
