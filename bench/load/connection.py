"""One keep-alive connection and one open stream, with as little work as possible on the measuring side."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from itertools import count
from typing import Any, NamedTuple, Self

FORM, JSON, PAGE, EVENTS = "application/x-www-form-urlencoded", "application/json", "text/html", "text/event-stream"
TOKEN = re.compile(rb"data-token>\s*(shg_[\w-]+)")
_visitors = count()
ROOM = 4 * 1024 * 1024
"""How much may wait to be read; an event with a whole page in it is far smaller."""


class Answer(NamedTuple):
    """What a server said; the body is as it came over the wire."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        """The body, unpacked."""
        packed = self.headers.get("content-encoding") == "br"
        return (import_module("brotli").decompress(self.body) if packed else self.body).decode()


class Event(NamedTuple):
    """One server-sent event, and the bytes that it took."""

    name: str
    data: str
    size: int


class Person:
    """The address, the cookies and the token of one visitor, whichever connection they use."""

    def __init__(self) -> None:
        number = next(_visitors)
        self.home = f"127.1.{number // 250 % 250}.{number % 250 + 1}"
        """All of 127.0.0.0/8 is this machine: limits that hold per address see many visitors."""
        self.cookies: dict[str, str] = {}
        self.token = ""


class Connection:
    """One connection of one person to one server."""

    def __init__(self, address: str, person: Person | None = None) -> None:
        host, port = address.removeprefix("http://").split(":")
        self.host, self.port = host, int(port)
        self.person = person or Person()
        self._busy = asyncio.Lock()

    async def open(self) -> Self:
        """Connect."""
        home = (self.person.home, 0)
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port, limit=ROOM, local_addr=home)
        return self

    def close(self) -> None:
        """Hang up."""
        self.writer.close()

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        self.close()

    async def make_token(self) -> Self:
        """A token for programs, made as a person makes it; from now on it goes along where programs talk."""
        await self.send("GET", "/tokens")
        fields = f"_csrf_token={self.person.cookies.get('csrftoken', '')}&name=bench".encode()
        found = TOKEN.search((answer := await self.send("POST", "/tokens", fields, encoding="identity")).body)
        assert found, answer
        self.person.token = found[1].decode()
        return self

    async def api(self, method: str, path: str, values: Any = None) -> tuple[int, Any]:
        """Ask the interface for programs: status and answer."""
        body = b"" if values is None else json.dumps(values).encode()
        answer = await self.send(method, "/api/v1" + path, body, accept=JSON, kind=JSON, encoding="identity")
        return answer.status, json.loads(answer.body or b"null")

    async def send(
        self, method: str, path: str, body: bytes = b"", *, accept: str = PAGE, kind: str = FORM, encoding: str = "br"
    ) -> Answer:
        """Ask, and read the whole answer; a connection that the server let go for its silence is opened anew."""
        request = self._head(method, path, accept, encoding, f"content-type: {kind}", len(body)) + body
        async with self._busy:
            try:
                return await self._exchange(request)
            except (asyncio.IncompleteReadError, ConnectionError):
                self.close()
                await self.open()
                return await self._exchange(request)

    async def _exchange(self, request: bytes) -> Answer:
        self.writer.write(request)
        status, headers = await self._headers()
        chunked = headers.get("transfer-encoding") == "chunked"
        length = int(headers.get("content-length", "0"))
        told = b"".join([part async for part in self._chunks()]) if chunked else await self.reader.readexactly(length)
        return Answer(status, headers, told)

    async def events(self, path: str, encoding: str = "br") -> AsyncGenerator[Event, None]:
        """Keep a stream open and read its events as they come; the connection serves nothing else from then on."""
        self.writer.write(self._head("GET", path, EVENTS, encoding, "cache-control: no-cache", 0))
        status, headers = await self._headers()
        assert status == 200, (status, headers)
        unpack = import_module("brotli").Decompressor() if headers.get("content-encoding") == "br" else None
        waiting, size = b"", 0
        async for part in self._chunks():
            size += len(part)
            waiting = (waiting + (unpack.process(part) if unpack else part)).replace(b"\r\n", b"\n")
            *whole, waiting = waiting.split(b"\n\n")
            for text in whole:
                yield _event(text.decode(), size)
                size = 0

    def _head(self, method: str, path: str, accept: str, encoding: str, more: str, length: int) -> bytes:
        bearer = f"authorization: Bearer {self.person.token}\r\n" if path.startswith("/api/") else ""
        cookies = "; ".join(f"{name}={value}" for name, value in self.person.cookies.items())
        return (
            f"{method} {path} HTTP/1.1\r\nhost: {self.host}:{self.port}\r\naccept: {accept}\r\ncookie: {cookies}\r\n"
            f"{bearer}{more}\r\ncontent-length: {length}\r\naccept-encoding: {encoding}\r\n\r\n"
        ).encode()

    async def _headers(self) -> tuple[int, dict[str, str]]:
        first, *lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers: dict[str, str] = {}
        for line in lines:
            name, _, value = line.partition(": ")
            headers[name.lower()] = value
            if name.lower() == "set-cookie":
                key, _, content = value.split(";")[0].partition("=")
                self.person.cookies[key] = content
        return int(first.split()[1]), headers

    async def _chunks(self) -> AsyncIterator[bytes]:
        while size := int(await self.reader.readline() or b"0", 16):
            yield (await self.reader.readexactly(size + 2))[:-2]
        await self.reader.readline()


@asynccontextmanager
async def program_at(address: str, person: Person | None = None) -> AsyncIterator[Connection]:
    """A connection with a token, hung up at the end, whatever happens."""
    async with Connection(address, person) as connection:
        yield await connection.make_token()


def _event(text: str, size: int) -> Event:
    fields: dict[str, str] = {}
    for line in text.split("\n"):
        name, _, value = line.partition(":")
        fields[name] = fields[name] + "\n" + value.lstrip() if name in fields else value.lstrip()
    return Event(fields.get("event", "message" if "data" in fields else ""), fields.get("data", ""), size)
