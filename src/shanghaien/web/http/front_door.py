"""What is turned away before any route is looked for: too much, too often, and what no route could read."""

import re
from typing import Any

from litestar.types import Scope

from .counted import counting
from .head_requests import HeadAnsweringApp
from .security import strict_headers
from .short_answers import answer_shortly

HOST = re.compile(rb"(?:[A-Za-z0-9._~-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::(\d{1,5}))?")
HIGHEST_PORT = 65_535
LONGEST_PATH = 2_000
SOCKET_CODES = 4000
"""What is added to a status to close a socket with it."""
FULL = "full"
"""Where whoever accepted a request notes that there are too many of its kind: after how many seconds to come again."""


class FrontDoor(HeadAnsweringApp):
    """The application behind a door that is quick to answer 400, 404, 429 and 503."""

    counts = False
    """Whether requests are counted."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer at once, or pass the request on; counted where somebody may read it."""
        counted = counting(scope, send) if self.counts and scope["type"] == "http" else send
        await self._open(scope, receive, counted)

    async def _open(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await super().__call__(scope, receive, send)
        elif seconds := scope.get("state", {}).get(FULL, 0):
            await self._turn_away(scope, send, 503, seconds)
        elif self.state.rate_limit is None:
            await self._let_in(scope, receive, send)
        elif seconds := self.state.rate_limit.enter(scope):
            await self._turn_away(scope, send, 429, seconds)
        else:
            try:
                await self._let_in(scope, receive, send)
            finally:
                self.state.rate_limit.leave(scope)

    async def _let_in(self, scope: Any, receive: Any, send: Any) -> None:
        if not _has_sound_host(scope):
            await self._turn_away(scope, send, 400)
        elif "\0" in scope["path"] or len(scope["path"]) > LONGEST_PATH:
            await self._turn_away(scope, send, 404)
        else:
            await super().__call__(scope, receive, send)

    async def _turn_away(self, scope: Any, send: Any, status: int, seconds: int = 0) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": SOCKET_CODES + status})
            return
        headers = strict_headers(https=self.state.https) | ({"Retry-After": str(seconds)} if seconds else {})
        await answer_shortly(scope, send, status, headers)


def _has_sound_host(scope: Scope) -> bool:
    """Whether the host that a request names can be one; who names none means this one."""
    named = [value for name, value in scope["headers"] if name == b"host"]
    if len(named) > 1:
        return False
    found = HOST.fullmatch(named[0]) if named and named[0] else None
    return not named or not named[0] or (found is not None and int(found[1] or 0) <= HIGHEST_PORT)
