"""The server's end of a WebSocket: texts in both directions, limits on both, and how it ends."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from shanghaien.web.core.errors import DomainError
from shanghaien.web.site.problems import status_of, unforeseen

LONGEST_MESSAGE = 2048
"""Characters; the longest that a program or a page can have to say takes half of it."""
SECONDS_TO_TAKE = 10.0
"""How long a program or a page may take to read what is sent; meanwhile nothing more is kept for it."""
OVER, NOT_TEXT, TOO_LONG, AGAIN = 1000, 1003, 1009, 1012
"""Why a line is closed, as RFC 6455 numbers it."""
REFUSED = 4000
"""For a refusal its status is added: 4404 if there is no such game."""

AnySocket = WebSocket[Any, Any, Any]


class Gone(Exception):
    """The other end has gone, or no longer reads."""


class SocketConnection:
    """A socket on which texts are sent and received."""

    def __init__(self, socket: AnySocket) -> None:
        self._socket = socket
        self._open = False

    async def open(self) -> None:
        await self._socket.receive()
        await self._send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        self._open = True

    async def hear(self) -> str:
        """The next message; whoever sends anything but short texts is disconnected."""
        try:
            message = await self._socket.receive()
        except WebSocketDisconnect:
            raise Gone from None
        if message["type"] != "websocket.receive":
            raise Gone
        said = message.get("text")
        if said is None:
            await self.close(NOT_TEXT, "Send texts.")
        elif len(said) > LONGEST_MESSAGE:
            await self.close(TOO_LONG, f"A message has at most {LONGEST_MESSAGE} characters.")
        else:
            return said
        raise Gone

    async def say(self, text: str) -> None:
        """Send a text; Gone if it is not taken."""
        if not self._open:
            raise Gone
        await self._send({"type": "websocket.send", "bytes": None, "text": text})

    async def close(self, code: int, reason: str = "") -> None:
        if self._open:
            self._open = False
            await self._send({"type": "websocket.close", "code": code, "reason": reason})

    async def refuse(self, refusal: DomainError) -> None:
        """Close because of a refusal."""
        await self.close(REFUSED + status_of(refusal), refusal.code)

    @asynccontextmanager
    async def telling(self) -> AsyncIterator[None]:
        """Any refusal or error inside closes the connection."""
        try:
            yield
        except Gone:
            raise
        except DomainError as refusal:
            await self.refuse(refusal)
            raise Gone from None
        except Exception as error:  # noqa: BLE001 - whatever it is, the other end is told and the log has it
            await self.refuse(self.fault(error))
            raise Gone from None

    def fault(self, error: Exception) -> DomainError:
        """An error of ours or of the store: logged with its cause, and sent without."""
        return unforeseen(error, path=self._socket.scope["path"])

    async def _send(self, message: object) -> None:
        try:
            async with asyncio.timeout(SECONDS_TO_TAKE):
                await self._socket.send(message)  # type: ignore[arg-type]
        except (OSError, RuntimeError, WebSocketDisconnect):
            # The server below says by a RuntimeError that it has closed the line itself.
            self._open = False
            raise Gone from None


def comes_from_own_page(socket: AnySocket, public_url: str, *, secure: bool) -> bool:
    """Whether a page of this very site opens the socket: browsers send cookies with sockets of other sites' pages too."""
    origin, own = urlsplit(socket.headers.get("origin", "")), urlsplit(public_url)
    if own.netloc and (origin.scheme, origin.netloc) == (own.scheme, own.netloc):
        return True
    host = socket.headers.get("host", "").lower()
    return origin.scheme in ({"https"} if secure else {"http", "https"}) and origin.netloc.lower() == host != ""
