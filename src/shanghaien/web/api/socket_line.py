"""The line to one program: texts in both directions, and how it ends."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from shanghaien.web.http.problems import Unforeseen
from shanghaien.web.http.refusals import Refused
from shanghaien.web.http.store_faults import store_is_gone

from .socket_messages import refusal_text

LONGEST_MESSAGE = 2048
"""Characters; the longest that a program can have to say takes a tenth of it."""
SECONDS_TO_TAKE = 10.0
"""How long a program may take to read what is sent; meanwhile nothing more is kept for it."""
OVER, NOT_TEXT, TOO_LONG, AGAIN = 1000, 1003, 1009, 1012
"""Why a line is closed, as RFC 6455 numbers it."""
REFUSED = 4000
"""For a refusal its status is added: 4404 if there is no such game."""

AnySocket = WebSocket[Any, Any, Any]
log = logging.getLogger("shanghaien.web")


class Gone(Exception):
    """There is nobody at the other end, or nobody who listens."""


class Line:
    """A socket on which texts are sent and received."""

    def __init__(self, socket: AnySocket) -> None:
        self._socket = socket
        self._open = False

    async def open(self) -> None:
        """Take the call."""
        await self._socket.receive()
        await self._send({"type": "websocket.accept", "subprotocol": None, "headers": []})
        self._open = True

    async def hear(self) -> str:
        """What the program says next; whoever sends something else than short texts is cut off."""
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
        """End the call."""
        if self._open:
            self._open = False
            await self._send({"type": "websocket.close", "code": code, "reason": reason})

    async def refuse(self, refusal: Refused) -> None:
        """Say why, and end the call."""
        await self.say(refusal_text(refusal))
        await self.close(REFUSED + refusal.status, refusal.code)

    @asynccontextmanager
    async def telling(self) -> AsyncIterator[None]:
        """Whatever is refused or fails inside is told to the program and ends the call."""
        try:
            yield
        except Gone:
            raise
        except Refused as refusal:
            await self.refuse(refusal)
            raise Gone from None
        except Exception as error:  # noqa: BLE001 - whatever it is, the program is told and the log has it
            await self.refuse(self.fault(error))
            raise Gone from None

    def fault(self, error: Exception) -> Refused:
        """An error of ours or of the store: told in the log with its cause, and to the program without."""
        path = self._socket.scope["path"]
        if store_is_gone(error):
            log.error("the store is out of reach", extra={"path": path, "cause": str(error).partition("\n")[0]})
            return Unforeseen(503)
        log.error("fault", exc_info=error, extra={"path": path})
        return Unforeseen(500)

    async def _send(self, message: object) -> None:
        try:
            async with asyncio.timeout(SECONDS_TO_TAKE):
                await self._socket.send(message)  # type: ignore[arg-type]
        except (OSError, RuntimeError, WebSocketDisconnect):
            # The server below says by a RuntimeError that it has closed the line itself.
            self._open = False
            raise Gone from None
