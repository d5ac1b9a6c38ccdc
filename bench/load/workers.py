"""Workers killed while bots play: another one takes over, every game ends, and no move stands twice."""

import asyncio
import random
import subprocess
import sys
import time
from typing import Any

from .connection import Connection, program_at
from .processes import started
from .site import Site, restart_postgres
from .witness import AGAIN, replays

GAMES = 8
WORKERS = 3
LONGEST = 400.0
"""Seconds in which all games must be over, however often somebody was killed."""


async def killed(kills: int) -> dict[str, Any]:
    """Games between bots at two servers that do not think themselves; workers and servers are killed at random."""
    with Site(2, "postgresql", "nats", ("--bot-workers", "0", "--bot-pause", "0")) as site:
        workers = [worker(site) for _ in range(WORKERS)]
        began = time.perf_counter()
        try:
            async with program_at(site.places[0]) as connection:
                games = await _games(connection)
                await _kill(site, workers, kills)
                entries = await asyncio.wait_for(_all_over(connection, games), LONGEST)
        finally:
            for process in workers:
                process.kill()
                process.wait()
    took = round(time.perf_counter() - began, 1)
    return {"games": GAMES, "kills": kills, "entries": entries, "all_over_after_s": took, "doubled": 0}


async def database_restarted(restarts: int, games: int = GAMES) -> dict[str, Any]:
    """Games between bots at two servers that think themselves, on a PostgreSQL that is stopped and started again and again."""
    with Site(2, "postgresql", flags=("--bot-pause", "0")) as site:
        assert site.postgres is not None
        chance, began = random.Random(restarts), time.perf_counter()
        async with program_at(site.places[0]) as connection:
            playing = await _games(connection, games)
            for _ in range(restarts):
                await asyncio.sleep(chance.uniform(0.2, 1.5))
                await asyncio.to_thread(restart_postgres, site.postgres)
            entries = await asyncio.wait_for(_all_over(connection, playing), LONGEST)
    took = round(time.perf_counter() - began, 1)
    return {"games": games, "restarts": restarts, "entries": entries, "all_over_after_s": took, "doubled": 0}


def worker(site: Site) -> subprocess.Popen[bytes]:
    """A process that thinks for the site."""
    words = [sys.executable, "-m", "shanghaien", "work", "--data", str(site.folder), "--bot-pause", "0"]
    return started([*words, *site.flags[: site.flags.index("--bot-workers")]], site.folder / "work.log")


async def _games(connection: Connection, count: int = GAMES) -> list[str]:
    wanted = {"mode": "bots", "level": "cabin-boy", "level_b": "cabin-boy"}
    return [(await connection.api("POST", "/games", wanted))[1]["id"] for _ in range(count)]


async def _kill(site: Site, workers: list[subprocess.Popen[bytes]], kills: int) -> None:
    chance = random.Random(kills)
    for _ in range(kills):
        await asyncio.sleep(chance.uniform(0.2, 1.5))
        number = chance.randrange(WORKERS)
        workers[number].kill()
        workers[number].wait()
        workers[number] = worker(site)
        if chance.random() < 0.2:
            which = chance.choice(list(site.servers))
            site.kill(which)
            await asyncio.to_thread(site.start, which)


async def _all_over(connection: Connection, games: list[str]) -> int:
    """Wait for the end of each game, and look whether its log is whole; how many entries there are."""
    return sum([len(await _end_of(connection, game)) for game in games])


async def _end_of(connection: Connection, game: str) -> list[Any]:
    while True:
        status, table = await connection.api("GET", f"/games/{game}")
        if status not in AGAIN and table["result"] is not None:
            break
        await asyncio.sleep(0.2)
    assert [entry["number"] for entry in table["log"]] == list(range(1, table["version"] + 1))
    await replays(connection, game)
    return list(table["log"])
