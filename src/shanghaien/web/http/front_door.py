"""What is turned away before any route is looked for: too much at once, and what no route could read."""

import re
from typing import Any

from litestar.types import Scope

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
    """The application behind a door that is quick to answer 400, 404 and 503."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer at once, or pass the request on."""
        status, seconds = _refused(scope) if scope["type"] in {"http", "websocket"} else (0, 0)
        if not status:
            await super().__call__(scope, receive, send)
            return
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": SOCKET_CODES + status})
            return
        headers = strict_headers(https=self.state.https) | ({"Retry-After": str(seconds)} if seconds else {})
        await answer_shortly(scope, send, status, headers)


def _refused(scope: Scope) -> tuple[int, int]:
    """The status with which a request is turned away and when to come again; 0 if it may come in."""
    seconds = scope.get("state", {}).get(FULL, 0)
    if seconds:
        return 503, seconds
    if not _has_sound_host(scope):
        return 400, 0
    return (404 if "\0" in scope["path"] or len(scope["path"]) > LONGEST_PATH else 0), 0


def _has_sound_host(scope: Scope) -> bool:
    """Whether the host that a request names can be one; who names none means this one."""
    named = [value for name, value in scope["headers"] if name == b"host"]
    if len(named) > 1:
        return False
    found = HOST.fullmatch(named[0]) if named and named[0] else None
    return not named or not named[0] or (found is not None and int(found[1] or 0) <= HIGHEST_PORT)
