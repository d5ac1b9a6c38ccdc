"""What things weigh: pages, events, games, streams, bots, and a game that a thousand people watch."""

import asyncio
import re
import sqlite3
import time
from contextlib import aclosing, closing
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urljoin

from .browsers import Pair, StreamPair
from .connection import Connection
from .processes import Server, family, megabytes
from .programs import HotSeat

ASSET = re.compile(r'(?:href|src)="(/static/[^"#]+)')
IN_STYLE = re.compile(r"url\(\"?([\w./-]+)")
SOON = 0.05
"""Seconds after which something is looked for again."""


async def first_page(server: Server) -> dict[str, Any]:
    """Processor seconds to listen, and of the very first page."""
    connection = await Connection(server.address).open()
    before = server.cpu()
    assert (await connection.send("GET", "/")).status == 200
    connection.close()
    return {
        "cpu_s_to_listen": round(server.cpu_to_listen, 2),
        "first_page_cpu_ms": round((server.cpu() - before) * 1000, 1),
        "memory_mb": round(server.megabytes(), 1),
    }


async def page_weight(server: Server) -> dict[str, Any]:
    """What the first visit of a table transfers (compressed), the page's processor time, and events on the wire."""
    pair = await StreamPair(1).open(server.address, server.address)
    one = pair.browsers[0]
    page = await one.looking.send("GET", f"/t/{one.game}")
    before = server.cpu()
    for _ in range(20):
        await one.looking.send("GET", f"/t/{one.game}")
    used = (server.cpu() - before) / 20
    for _ in range(40):
        await pair.move()
    files = await _assets(one.looking, page.text)
    sizes = [size for browser in pair.browsers for size in browser.sizes]
    await pair.close()
    return {
        "table_page_bytes": len(page.body),
        "table_page_cpu_ms": round(used * 1000, 2),
        "files": len(files),
        "first_visit_bytes": len(page.body) + sum(files.values()),
        "event_bytes_median": median(sizes) if sizes else None,
        "event_bytes_most": max(sizes, default=None),
        "whole_pages_fetched": sum(browser.whole_pages for browser in pair.browsers),
    }


async def _assets(connection: Connection, page: str) -> dict[str, int]:
    sizes: dict[str, int] = {}
    wanted = ASSET.findall(page)
    while wanted:
        path = wanted.pop()
        if path not in sizes:
            answer = await connection.send("GET", path)
            assert answer.status == 200, path
            sizes[path] = len(answer.body)
            if path.endswith(".css"):
                wanted += [urljoin(path, name) for name in IN_STYLE.findall(answer.text)]
    return sizes


async def whole_games(server: Server, games: int, warm: int) -> dict[str, Any]:
    """Memory that so many games take that were played to their end, and are still kept.

    Some are played first, so that what every process keeps once is there.
    """
    for number in range(warm):
        await _to_the_end(server, number)
    before = server.megabytes()
    for number in range(warm, warm + games):
        await _to_the_end(server, number)
    return {"games": games, "kb_per_game": round((server.megabytes() - before) * 1024 / games, 1)}


async def _to_the_end(server: Server, number: int) -> None:
    game = await HotSeat(number).open(server.address, server.address)
    while not game.over:
        await game.move()
    await game.close()


async def watchers(server: Server, how_many: int, moves: int) -> dict[str, Any]:
    """One game, and so many people who only watch: memory per stream, processor time, time until all have heard."""
    pair = await Pair(7).open(server.address, server.address)
    await pair.move()
    before = server.megabytes()
    crowd = [Watcher(server.address, pair.browsers[0].game) for _ in range(how_many)]
    for some in range(0, how_many, 50):
        await asyncio.gather(*(watcher.open() for watcher in crowd[some : some + 50]))
    figures: dict[str, Any] = {"watchers": how_many, "kb_per_stream": (server.megabytes() - before) * 1024 / how_many}
    used, times = server.cpu(), []
    for _ in range(moves):
        began = time.perf_counter()
        await pair.move()
        await asyncio.gather(*(watcher.reached(pair.browsers[0].version) for watcher in crowd))
        times.append(time.perf_counter() - began)
    figures["ms_until_all_have_heard"] = median(times) * 1000
    figures["cpu_ms_per_watcher_and_move"] = (server.cpu() - used) * 1000 / moves / how_many
    for watcher in crowd:
        watcher.close()
    await pair.close()
    return {name: round(value, 4) for name, value in figures.items()}


class Watcher:
    """Reads the numbers of the versions that come by, and nothing else."""

    NUMBER = re.compile(r'"version": ?(\d+)')

    def __init__(self, address: str, game: str) -> None:
        self.connection, self.game = Connection(address), game
        self.version = 0
        self._news = asyncio.Event()

    async def open(self) -> None:
        await self.connection.open()
        self._task = asyncio.create_task(self._listen())
        await asyncio.wait_for(self._news.wait(), 60)

    def close(self) -> None:
        self._task.cancel()
        self.connection.close()

    async def leave(self) -> None:
        self.close()
        await asyncio.gather(self._task, return_exceptions=True)

    async def reached(self, version: int) -> None:
        while self.version < version:
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), 60)

    async def _listen(self) -> None:
        async with aclosing(self.connection.events(f"/t/{self.game}/events?version=0")) as events:
            async for event in events:
                found = self.NUMBER.search(event.data)
                self.version = int(found[1]) if found else int(event.data) if event.data.isdigit() else self.version
                self._news.set()


async def bots(server: Server) -> list[float]:
    """Memory of the processes that think, once one has."""
    connection = await (await Connection(server.address).open()).make_token()
    _, game = await connection.api("POST", "/games", {"mode": "bots", "level": "captain"})
    while not any(entry["kind"] == "act" for entry in game["log"]):
        await asyncio.sleep(SOON)
        _, game = await connection.api("GET", f"/games/{game['id']}")
    connection.close()
    return [round(megabytes(process), 1) for process in family(server.process.pid)]


def database_bytes(file: Path) -> dict[str, Any]:
    """Bytes of the stopped server's database, by game and by entry of a log."""
    with closing(sqlite3.connect(file)) as database:
        games = database.execute("SELECT count(*) FROM games").fetchone()[0]
        entries = database.execute("SELECT count(*) FROM entries").fetchone()[0]
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.execute("VACUUM")
    size = file.stat().st_size
    return {"games": games, "entries": entries, "bytes_per_game": size // games, "bytes_per_entry": size // entries}
