"""A server on loopback that takes what senders post, keeps it, and answers as it is told."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Posted:
    """A request that came."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Listener:
    """What came, and what is answered: a status, headers, a body; `mute` takes the request and says nothing."""

    port: int = 0
    status: int = 201
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    mute: bool = False
    posted: list[Posted] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
                headers = {
                    name.lower(): value for name, _, value in (line.partition(": ") for line in head[1:] if line)
                }
                body = await reader.readexactly(int(headers.get("content-length", "0")))
                self.posted.append(Posted(head[0].split()[1], headers, body))
                if self.mute:
                    break
                said = {"Content-Length": str(len(self.body)), **self.headers}
                lines = [f"HTTP/1.1 {self.status} Said", *(f"{name}: {value}" for name, value in said.items())]
                writer.write(("\r\n".join(lines) + "\r\n\r\n").encode() + self.body)
                await writer.drain()
        writer.close()


@asynccontextmanager
async def listening(secure: ssl.SSLContext | None = None) -> AsyncIterator[Listener]:
    """Such a server for as long as the block lasts."""
    listener = Listener()
    server = await asyncio.start_server(listener.hear, "127.0.0.1", 0, ssl=secure)
    listener.port = server.sockets[0].getsockname()[1]
    async with server:
        yield listener
        server.close()
