"""What every answer says to the browser, and how much one address may ask for."""

import time
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any

from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.exceptions import TooManyRequestsException
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    # Private links must not travel to other sites in the Referer header.
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), browsing-topics=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
ONE_YEAR = 365 * 24 * 3600
READS_PER_CHANGE = 10
"""How many times more often an address may look than change something."""
SAFE = {"GET", "HEAD", "OPTIONS"}
MOST_ADDRESSES = 10_000
MOST_STREAMS = 64
"""Open streams from one address; a stream costs little, but it never ends by itself."""


def header_writer(*, https: bool) -> Callable[[Message, Scope], Any]:
    """A hook that adds the headers to every answer, errors and static files included."""
    headers = HEADERS | ({"Strict-Transport-Security": f"max-age={ONE_YEAR}"} if https else {})

    async def write(message: Message, scope: Scope) -> None:
        if message["type"] == "http.response.start":
            answer = MutableScopeHeaders.from_message(message)
            for name, value in headers.items():
                answer[name] = value
            answer.setdefault("Cache-Control", "no-store")

    return write


class Allowance:
    """Tokens per address that fill up again with time; an address without a token has to wait."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._full = float(per_minute)
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str) -> float:
        """Take a token: 0, or the seconds until there is one again."""
        now = self._clock()
        tokens, then = self._left.pop(address, (self._full, now))
        tokens = min(self._full, tokens + (now - then) * self._full / 60)
        granted = tokens >= 1
        self._left[address] = (tokens - granted, now)
        if len(self._left) > MOST_ADDRESSES:
            self._left.popitem(last=False)
        return 0.0 if granted else (1 - tokens) * 60 / self._full


class RateLimit(ASGIMiddleware):
    """Refuses what one address asks for too often; static files and the health check are free."""

    def __init__(self, changes_per_minute: int) -> None:
        self._changes = Allowance(changes_per_minute)
        self._reads = Allowance(changes_per_minute * READS_PER_CHANGE)
        self._streams: Counter[str] = Counter()

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Let the request through or answer 429 with the time to wait."""
        if scope["type"] == ScopeType.HTTP and not scope["path"].startswith(("/static/", "/healthz")):
            client = scope.get("client")
            address = client[0] if client else ""
            wait = (self._reads if scope["method"] in SAFE else self._changes).take(address)
            if wait:
                raise TooManyRequestsException(headers={"Retry-After": str(int(wait) + 1)})
            if scope["path"].endswith("/events"):
                await self._stream(address, lambda: next_app(scope, receive, send))
                return
        await next_app(scope, receive, send)

    async def _stream(self, address: str, open_stream: Callable[[], Awaitable[None]]) -> None:
        if self._streams[address] >= MOST_STREAMS:
            raise TooManyRequestsException(headers={"Retry-After": "60"})
        self._streams[address] += 1
        try:
            await open_stream()
        finally:
            self._streams[address] -= 1
            if not self._streams[address]:
                del self._streams[address]
