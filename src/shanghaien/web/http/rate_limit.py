"""Which requests come too often; they are refused before anybody looks at them."""

from hashlib import blake2b

from litestar.types import Scope

from .limits import Limits, network
from .person_cookie import COOKIE
from .session_cookie import SESSION

SAFE = {"GET", "HEAD", "OPTIONS"}
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
        return 0 if not path.endswith(STREAMS) or self._limits.streams.open(address) else SECONDS_FOR_A_STREAM

    def leave(self, scope: Scope) -> None:
        """A request that was let in is answered, or its stream has ended."""
        if scope["path"].endswith(STREAMS) and not scope["path"].startswith(FREE):
            self._limits.streams.close(_address(scope))


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
