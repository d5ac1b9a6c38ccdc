"""Requests that come too often are refused before anybody looks at them."""

from hashlib import blake2b

from litestar.exceptions import LitestarException, TooManyRequestsException, WebSocketException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from .limits import Limits, network
from .person_cookie import COOKIE

SAFE = {"GET", "HEAD", "OPTIONS"}
FREE = ("/static/", "/healthz", "/readyz")
STREAMS = ("/events", "/socket")
"""How addresses end whose answer never does."""
SECONDS_FOR_A_STREAM = 60
"""After which it is worth trying again to open one."""
TOO_MANY = 4429
"""How a socket is closed that was opened too often: the status of such a request is added to 4000."""
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
            raise _refusal(scope, int(wait) + 1)
        if not path.endswith(STREAMS):
            await next_app(scope, receive, send)
        elif self._limits.streams.open(address):
            try:
                await next_app(scope, receive, send)
            finally:
                self._limits.streams.close(address)
        else:
            raise _refusal(scope, SECONDS_FOR_A_STREAM)


def _refusal(scope: Scope, seconds: int) -> LitestarException:
    if "method" not in scope:  # the opening of a socket; what is asked on it later is asked as a request
        return WebSocketException(code=TOO_MANY, detail="too-many-requests")
    return TooManyRequestsException(headers={"Retry-After": str(seconds)})


def _person(scope: Scope) -> str:
    """What tells one person from another before anybody has looked who it is: a digest of their cookie or token."""
    shown = b""
    for name, value in scope["headers"]:
        if name == b"authorization":
            shown = value
        elif name == b"cookie":
            shown = value.partition(PERSON)[2].partition(b";")[0] or shown
    return blake2b(shown, digest_size=9).hexdigest() if shown else ""
