"""Processes that think for bots, frozen or killed under a server: they are replaced, by one each, and nothing is lost."""

import asyncio
import os
import signal
import time
from contextlib import suppress
from typing import Any

from .connection import Connection, program_at
from .processes import family, megabytes, thinks
from .site import Site
from .version_watch import PATIENCE

FLAGS = ("--bot-pause", "0")
WAITING = 25


def thinkers(site: Site) -> list[int]:
    """The processes that think for the first server and run."""
    return [process for process in family(site.servers[0].process.pid) if thinks(process)]


async def frozen() -> dict[str, Any]:
    """A process that stands still in the middle of a game: how long until play goes on, and whether a stop works then."""
    with Site(flags=FLAGS) as site:
        async with program_at(site.places[0]) as connection:
            game = await _game(connection, {"mode": "bots", "level_b": "captain", "level": "captain"})
            (process,) = await _begun(connection, site, game)
            os.kill(process, signal.SIGSTOP)
            began = time.perf_counter()
            await asyncio.sleep(1)  # what was thought before is stored by then
            await _moves_on(connection, game, await _version(connection, game) + 1)
            noticed = time.perf_counter() - began
        return {"play_went_on_after_s": round(noticed, 1)} | await _stop_frozen(site)


async def stopped_while_frozen() -> dict[str, Any]:
    """A server that is told to stop while the process that thinks stands still."""
    with Site(flags=FLAGS) as site:
        async with program_at(site.places[0]) as connection:
            game = await _game(connection, {"mode": "bots", "level_b": "captain", "level": "captain"})
            await _begun(connection, site, game)
        return await _stop_frozen(site)


async def _stop_frozen(site: Site) -> dict[str, Any]:
    still = thinkers(site)
    for process in still:
        os.kill(process, signal.SIGSTOP)
    began = time.perf_counter()
    code = await asyncio.to_thread(site.stop, 0)
    took = round(time.perf_counter() - began, 2)
    left = [process for process in still if thinks(process)]
    return {"stopped_though_frozen_after_s": took, "exit_code": code, "left_behind": len(left)}


async def dead(games: int = WAITING, level: str = "captain") -> dict[str, Any]:
    """A process that dies while so many thoughts wait: how many are started, and how much memory they take at most."""
    with Site(flags=FLAGS) as site:
        async with program_at(site.places[0]) as connection:
            first = await _game(connection, {"mode": "bots", "level_b": level, "level": level})
            (process,) = await _begun(connection, site, first)
            os.kill(process, signal.SIGSTOP)  # so that nothing is thought before all of them wait
            wanted = {"mode": "bot", "seat": "a", "level": level, "options": {"first": "b"}}
            waiting = [await _game(connection, wanted) for _ in range(games)]
            os.kill(process, signal.SIGKILL)
            return {"thoughts_waiting": games} | await _replaced(connection, site, process, waiting)


async def _replaced(connection: Connection, site: Site, dead: int, waiting: list[str]) -> dict[str, Any]:
    most, memory, began = 0, 0.0, time.perf_counter()
    while waiting:
        running = [other for other in thinkers(site) if other != dead]
        most, memory = max(most, len(running)), max(memory, _megabytes(running))
        if await _asked(connection, waiting[-1]):
            waiting.pop()
        assert time.perf_counter() < began + PATIENCE, f"{len(waiting)} games still wait"
    took = round(time.perf_counter() - began, 1)
    return {"processes_started": most, "their_memory_mb": round(memory), "all_done_s": took}


def _megabytes(processes: list[int]) -> float:
    total = 0.0
    for process in processes:
        with suppress(OSError):
            total += megabytes(process)
    return total


async def _game(connection: Connection, wanted: dict[str, Any]) -> str:
    status, table = await connection.api("POST", "/games", wanted)
    assert status == 201, table
    return str(table["id"])


async def _version(connection: Connection, game: str) -> int:
    return int((await connection.api("GET", f"/games/{game}"))[1]["version"])


async def _asked(connection: Connection, game: str) -> bool:
    _, table = await connection.api("GET", f"/games/{game}")
    return bool(table["legal"]) or table["result"] is not None


async def _begun(connection: Connection, site: Site, game: str) -> list[int]:
    """Wait until the bots play; the processes that think for them."""
    await _moves_on(connection, game, await _version(connection, game) + 2)
    return thinkers(site)


async def _moves_on(connection: Connection, game: str, version: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while await _version(connection, game) < version:  # noqa: ASYNC110 - the server is another process
            await asyncio.sleep(0.02)
