"""Other servers under the same traffic: boardgame.io in node, and a bare echo with a durable commit."""

import asyncio
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Self

from .connection import JSON, Connection
from .processes import Postgres, processor_seconds

NODE = Path(__file__).parents[1] / "boardgame_io"


class Process:
    """A process that says one line when it is ready; its processor time can be read."""

    def __init__(self, *words: str) -> None:
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603 - our own words

    def line(self, beginning: str) -> str:
        """The rest of the next line that begins so."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if line.startswith(beginning):
                return line.removeprefix(beginning).strip()
        raise AssertionError(f"{self.process.args!r} said no {beginning}")

    def cpu(self) -> float:
        """Processor time that it has used."""
        return processor_seconds(self.process.pid)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()


def boardgame_io(games: int, moves: int, store: str) -> dict[str, Any]:
    """Two clients per game, both told, with one of its stores; the database's own time is not in it."""
    if not (NODE / "node_modules").exists():
        subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=NODE, check=True, stdout=sys.stderr)  # noqa: S607 - wherever npm is
    return STORES[store](games, moves)


def _in_memory(games: int, moves: int) -> dict[str, Any]:
    return _node(games, moves, "memory")


def _in_files(games: int, moves: int) -> dict[str, Any]:
    with tempfile.TemporaryDirectory() as folder:
        return _node(games, moves, "flatfile", folder)


def _in_postgresql(games: int, moves: int) -> dict[str, Any]:
    database = Postgres()
    try:
        return _node(games, moves, "postgres", database.socket_address)
    finally:
        database.stop()


STORES = {"memory": _in_memory, "flatfile": _in_files, "postgresql": _in_postgresql}
"""What boardgame.io keeps its games in."""


def _node(games: int, moves: int, *store: str) -> dict[str, Any]:
    with Process("node", str(NODE / "server.js"), *store) as server:
        port = server.line("LISTENING ")
        with Process("node", str(NODE / "client.js"), port, str(games), str(moves)) as client:
            client.line("READY")
            before = server.cpu()
            assert client.process.stdin is not None
            print("go", file=client.process.stdin, flush=True)
            made = int(client.line("DONE "))
            return per_second(made, server.cpu() - before)


def echo(connections: int, requests: int) -> dict[str, Any]:
    """Requests of the size of a move, each stored durably, many to a commit."""
    script = str(Path(__file__).with_name("echo.py"))
    with tempfile.TemporaryDirectory() as folder, Process(sys.executable, script, f"{folder}/echo.db") as server:
        address = "http" + server.line("http")
        asyncio.run(_ask(address, connections, 5))
        before = server.cpu()
        asyncio.run(_ask(address, connections, requests))
        return per_second(connections * requests, server.cpu() - before)


async def _ask(address: str, connections: int, requests: int) -> None:
    body = json.dumps({"version": 123, "id": "h123456", "action": "place 1 left"}).encode()

    async def one() -> None:
        connection = Connection(address)
        while True:
            try:
                await connection.open()
                break
            except ConnectionRefusedError:
                await asyncio.sleep(0.05)
        for _ in range(requests):
            assert (await connection.send("POST", "/api/echo", body, accept=JSON, kind=JSON)).body == body
        connection.close()

    await asyncio.gather(*(one() for _ in range(connections)))


def per_second(made: int, used: float) -> dict[str, Any]:
    """Per second of processor time, and its inverse."""
    return {
        "moves": made,
        "moves_per_cpu_second": round(made / used, 1),
        "cpu_ms_per_move": round(used / made * 1000, 3),
    }
