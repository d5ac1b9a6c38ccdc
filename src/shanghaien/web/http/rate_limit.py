"""Requests that come too often are refused before anybody looks at them."""

from collections.abc import Awaitable, Callable
from hashlib import blake2b

from litestar.exceptions import TooManyRequestsException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from .limits import Limits, network
from .person_cookie import COOKIE

SAFE = {"GET", "HEAD", "OPTIONS"}
FREE = ("/static/", "/healthz", "/readyz")
STREAMS = ("/events", "/socket")
"""How addresses end whose answer never does."""
PERSON = COOKIE.encode() + b"="


class RateLimit(ASGIMiddleware):
    """Refuses what one address or one person asks for too often; static files and the health checks are free."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Let the request through or answer 429 with the time to wait."""
        path = scope["path"]
        if path.startswith(FREE):
            await next_app(scope, receive, send)
            return
        client = scope.get("client")
        address = network(client[0]) if client else ""
        change = scope.get("method", "GET") not in SAFE
        wait = self._limits.wait(address, _person(scope) if change else "", change=change)
        if wait:
            raise TooManyRequestsException(headers={"Retry-After": str(int(wait) + 1)})
        if path.endswith(STREAMS):
            await self._stream(address, lambda: next_app(scope, receive, send))
        else:
            await next_app(scope, receive, send)

    async def _stream(self, address: str, open_stream: Callable[[], Awaitable[None]]) -> None:
        if not self._limits.streams.open(address):
            raise TooManyRequestsException(headers={"Retry-After": "60"})
        try:
            await open_stream()
        finally:
            self._limits.streams.close(address)


def _person(scope: Scope) -> str:
    """What tells one person from another before anybody has looked who it is: a digest of their cookie or token."""
    shown = b""
    for name, value in scope["headers"]:
        if name == b"authorization":
            shown = value
        elif name == b"cookie":
            shown = value.partition(PERSON)[2].partition(b";")[0] or shown
    return blake2b(shown, digest_size=9).hexdigest() if shown else ""
