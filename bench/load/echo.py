"""The floor: an ASGI program that only stores what it is sent, durably, many requests to a commit, and says it back.

python bench/load/echo.py FILE      (prints the address on which it listens)
"""

import asyncio
import queue
import socket
import sqlite3
import sys
import threading
from typing import Any

import uvicorn


class Writer(threading.Thread):
    """Stores whatever waits by one commit, again and again."""

    def __init__(self, file: str, loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(daemon=True)
        self.file, self.loop = file, loop
        self.waiting: queue.SimpleQueue[tuple[bytes, asyncio.Future[None]]] = queue.SimpleQueue()

    def run(self) -> None:
        database = sqlite3.connect(self.file, isolation_level=None)
        database.execute("PRAGMA journal_mode=WAL")
        database.execute("PRAGMA synchronous=FULL")
        database.execute("CREATE TABLE IF NOT EXISTS bodies (id INTEGER PRIMARY KEY, body BLOB)")
        while True:
            some = [self.waiting.get()]
            while not self.waiting.empty():
                some.append(self.waiting.get())
            database.execute("BEGIN IMMEDIATE")
            database.executemany("INSERT INTO bodies (body) VALUES (?)", [(body,) for body, _ in some])
            database.execute("COMMIT")
            self.loop.call_soon_threadsafe(_tell, [done for _, done in some])


def _tell(some: list[asyncio.Future[None]]) -> None:
    for done in some:
        done.set_result(None)


class Echo:
    """Answers every request with its own body, once that is stored."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.writer: Writer | None = None

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        loop = asyncio.get_running_loop()
        if self.writer is None:
            self.writer = Writer(self.file, loop)
            self.writer.start()
        body: bytes = (await receive())["body"]
        stored: asyncio.Future[None] = loop.create_future()
        self.writer.waiting.put((body, stored))
        await stored
        length = (b"content-length", str(len(body)).encode())
        await send({"type": "http.response.start", "status": 200, "headers": [length]})
        await send({"type": "http.response.body", "body": body})


def main() -> None:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.bind(("127.0.0.1", 0))
    print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
    config = uvicorn.Config(Echo(sys.argv[1]), lifespan="off", log_level="error", access_log=False)
    uvicorn.Server(config).run(sockets=[listening])


if __name__ == "__main__":
    main()
