"""The protocols of uvicorn, with timeouts for slow clients and limits on heads, connections and requests under way."""

import asyncio
import zlib
from collections.abc import Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.typing import ExtensionParameter

from shanghaien.web.run.connections import ConnectionTable
from shanghaien.web.site.load_shedding import FULL, SECONDS_TO_COME_BACK, Kind, kind_of
from shanghaien.web.site.problems import FOR_PROGRAMS

LARGEST_HEAD = 64 * 1024
"""Bytes of the first lines of a request; browsers send one or two thousand."""
NO_ADDRESS = "-"


class Stage(IntEnum):
    """How far a request has come."""

    IDLE = 0
    HEAD = 1
    BODY = 2
    SERVED = 3


def empty_response(status: str, *headers: str) -> bytes:
    """An answer without a body, after which the connection ends."""
    return "\r\n".join([f"HTTP/1.1 {status}", "content-length: 0", "connection: close", *headers, "", ""]).encode()


NO_ROOM = empty_response("503 Service Unavailable", "retry-after: 10")
TOO_SLOW = empty_response("408 Request Timeout")
TOO_LONG = empty_response("431 Request Header Fields Too Large")


class GuardedHttpProtocol(HttpToolsProtocol):
    """An HTTP connection that the table of connections can end."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._connections = cast(ConnectionTable, self.server_state)
        self._stage = Stage.IDLE
        self._head_length = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as in uvicorn itself
        """Admit the connection, or refuse it at once."""
        super().connection_made(transport)
        if self._connections.enter(self, self.client[0] if self.client else NO_ADDRESS):
            self._connections.wait(self, self._connections.patience.head)
        else:
            self._close_with(NO_ROOM)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.leave(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._stage <= Stage.HEAD:
            self._head_length += len(data)
            if self._stage is Stage.IDLE:
                self._stage = Stage.HEAD
                self._connections.wait(self, self._connections.patience.head)
        super().data_received(data)
        if self._stage is Stage.HEAD and self._head_length > LARGEST_HEAD:
            self._close_with(TOO_LONG)

    def on_headers_complete(self) -> None:
        """The head is complete; the body has to follow."""
        self._stage, self._head_length = Stage.BODY, 0
        self._connections.wait(self, self._connections.patience.body)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The request is complete: now the client waits for us, unless it was answered before."""
        super().on_message_complete()
        self._stage = Stage.SERVED
        self._connections.serve(self)
        if (cycle := self._cycle()) is not None and cycle.response_complete:
            self._wait_for_next()

    def on_response_complete(self) -> None:
        """The answer is sent; the rest of the request, if any, is read before the next one."""
        super().on_response_complete()
        if self._stage is Stage.SERVED and not self.pipeline:
            self._wait_for_next()

    def handle_websocket_upgrade(self) -> None:
        """From now on `SocketProtocol` has the connection, and enters it anew."""
        self._connections.leave(self)
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._connections.leave_unread(self)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._connections.read(self)

    def drop(self, *, unread: bool) -> None:
        """End the connection; a client in the middle of a request gets the reason."""
        if unread:
            self.transport.abort()
            return
        cycle = self._cycle()
        silent = cycle is None or cycle.response_complete or not cycle.response_started
        self._close_with(TOO_SLOW if self._stage in {Stage.HEAD, Stage.BODY} and silent else b"")

    def _cycle(self) -> RequestResponseCycle | None:
        """The last request; uvicorn's own type leaves out that there may be none."""
        return cast("RequestResponseCycle | None", self.cycle)

    def _close_with(self, answer: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(answer)
            self.transport.close()

    def _wait_for_next(self) -> None:
        self._stage, self._head_length = Stage.IDLE, 0
        self._connections.wait(self)  # for how long, uvicorn knows

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        """Count the request as soon as it is there, not when its turn has come; one too many is marked for `Admission`."""
        kind = kind_of(cast(Any, cycle.scope))
        address = self._connections.address_of(self, cycle.scope["headers"])
        if self._connections.under_way[kind].begin(address):
            app = self._counted(kind, address, app)
        else:
            cycle.scope["state"][FULL] = SECONDS_TO_COME_BACK
        super()._start_asgi_task(cycle, app)

    def _counted(self, kind: Kind, address: str, app: Any) -> Any:
        async def counted(scope: Any, receive: Any, send: Any) -> None:
            try:
                await app(scope, receive, send)
            finally:
                self._connections.under_way[kind].end(address)

        return counted


# Messages to pages are compressed each by itself, so that a socket needs no memory for it, and one that many get is
# compressed once. Programs get theirs as they are.

SMALL = 500
"""Bytes that are not worth it: the answer to a form, a sign of life."""
FAST = 1
WINDOW = 15


@lru_cache(256)
def _packed(text: bytes) -> bytes:
    packer = zlib.compressobj(FAST, zlib.DEFLATED, -WINDOW)
    return (packer.compress(text) + packer.flush(zlib.Z_SYNC_FLUSH))[:-4]  # RFC 7692 leaves the last four bytes out


class SharedDeflate(PerMessageDeflate):
    """Compresses whole messages alike for everybody."""

    def encode(self, frame: Frame) -> Frame:
        if frame.opcode is not Opcode.TEXT or len(frame.data) < SMALL or self.local_max_window_bits != WINDOW:
            return frame  # each message says whether it is compressed
        return Frame(frame.opcode, _packed(bytes(frame.data)), rsv1=True)


class OffersSharedDeflate(ServerPerMessageDeflateFactory):
    """Agrees with a browser that each message is compressed by itself, in both directions."""

    def __init__(self) -> None:
        super().__init__(server_no_context_takeover=True, client_no_context_takeover=True)

    def process_request_params(
        self, params: Sequence[ExtensionParameter], accepted_extensions: Sequence[Extension]
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        told, agreed = super().process_request_params(params, accepted_extensions)
        own = agreed.remote_no_context_takeover, agreed.local_no_context_takeover
        return told, SharedDeflate(*own, agreed.remote_max_window_bits, agreed.local_max_window_bits)


class SocketProtocol(WebSocketsSansIOProtocol):
    """A socket, which takes a place like every other connection; uvicorn itself ends those that answer no ping."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._connections = cast(ConnectionTable, named["server_state"])

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the place that the HTTP request has just left."""
        super().connection_made(transport)
        self._connections.enter(self, self.client[0] if self.client else NO_ADDRESS)

    def handle_connect(self, event: Request) -> None:
        """Agree on how messages are sent, then as always."""
        if not event.path.startswith(FOR_PROGRAMS):
            self.conn.available_extensions = [OffersSharedDeflate()]
        super().handle_connect(event)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.leave(self)
        super().connection_lost(exc)

    def drop(self, *, unread: bool) -> None:
        """Never called: a socket owes nothing but pings."""
        self.transport.abort()
