"""One keep-alive connection and one open stream, with as little work as possible on the measuring side."""

import asyncio
import json
import re
import zlib
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from itertools import count
from typing import Any, NamedTuple, Self

FORM, JSON, EVENTS = "application/x-www-form-urlencoded", "application/json", "text/event-stream"
PAGE = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8"
TOKEN = re.compile(r"data-token>\s*(shg_[\w-]+)")
ENCODINGS = "accept-encoding: gzip, deflate"
"""What browsers take over plain http, and what programs ask for by themselves."""
PROGRAM = "user-agent: python-requests/2.32"
BROWSER = (
    "user-agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "accept-language: en-GB,en;q=0.9,de;q=0.8",
    "connection: keep-alive",
)
"""What a browser says of itself with each request."""
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
        return unpacker(self.headers)(self.body).decode()


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
        home = (self.person.home, 0)
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port, limit=ROOM, local_addr=home)
        return self

    def close(self) -> None:
        self.writer.close()

    async def __aenter__(self) -> Self:
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        self.close()

    async def make_token(self) -> Self:
        """A token for programs, made as a person makes it; from now on it goes along where programs talk."""
        await self.send("GET", "/tokens")
        fields = f"_csrf_token={self.person.cookies.get('csrftoken', '')}&name=bench".encode()
        found = TOKEN.search((answer := await self.send("POST", "/tokens", fields)).text)
        assert found, answer
        self.person.token = found[1]
        return self

    async def api(self, method: str, path: str, values: Any = None) -> tuple[int, Any]:
        body = b"" if values is None else json.dumps(values).encode()
        answer = await self.send(method, "/api/v1" + path, body, accept=JSON, kind=JSON)
        return answer.status, json.loads(answer.text or "null")

    async def send(self, method: str, path: str, body: bytes = b"", *, accept: str = PAGE, kind: str = FORM) -> Answer:
        """Ask, and read the whole answer; a connection that the server let go for its silence is opened anew."""
        request = self._head(method, path, accept, kind if body else "", len(body)) + body
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
        content = (
            b"".join([part async for part in self._chunks()]) if chunked else await self.reader.readexactly(length)
        )
        return Answer(status, headers, content)

    async def events(self, path: str) -> AsyncGenerator[Event, None]:
        """Keep a stream open and read its events as they come; the connection serves nothing else from then on."""
        self.writer.write(self._head("GET", path, EVENTS, "", 0))
        status, headers = await self._headers()
        assert status == 200, (status, headers)
        unpack = unpacker(headers)
        waiting, size = b"", 0
        async for part in self._chunks():
            size += len(part)
            waiting = (waiting + unpack(part)).replace(b"\r\n", b"\n")
            *whole, waiting = waiting.split(b"\n\n")
            for text in whole:
                yield _event(text.decode(), size)
                size = 0

    def _head(self, method: str, path: str, accept: str, kind: str, length: int) -> bytes:
        """The head of a request, as a program sends it to its interface and a browser to all other addresses."""
        site = f"http://{self.host}:{self.port}"
        lines = [f"{method} {path} HTTP/1.1", f"host: {self.host}:{self.port}", f"accept: {accept}", ENCODINGS]
        if path.startswith("/api/"):
            lines += [PROGRAM, f"authorization: Bearer {self.person.token}"]
        else:
            cookies = "; ".join(f"{name}={value}" for name, value in self.person.cookies.items())
            lines += [*BROWSER, f"referer: {site}/", f"cookie: {cookies}"]
            lines += [f"origin: {site}"] if method == "POST" else []
            lines += ["cache-control: no-cache"] if accept == EVENTS else []
        lines += [f"content-type: {kind}"] if kind else []
        lines += [f"content-length: {length}"] if method == "POST" else []
        return ("\r\n".join(lines) + "\r\n\r\n").encode()

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


def unpacker(headers: Mapping[str, str]) -> Callable[[bytes], bytes]:
    """Unpacks what comes after such a head, piece by piece."""
    if headers.get("content-encoding") == "gzip":
        return zlib.decompressobj(wbits=31).decompress
    assert "content-encoding" not in headers, headers
    return bytes


def _event(text: str, size: int) -> Event:
    fields: dict[str, str] = {}
    for line in text.split("\n"):
        name, _, value = line.partition(":")
        fields[name] = fields[name] + "\n" + value.lstrip() if name in fields else value.lstrip()
    return Event(fields.get("event", "message" if "data" in fields else ""), fields.get("data", ""), size)
