"""One address that asks for very much, within the limits, while somebody else plays: how long do they wait for their bot?"""

import asyncio
import time
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from statistics import median
from typing import Any

from shanghaien.rules import PRESETS

from .connection import Connection, Person, program_at
from .site import Site

FLOODERS = 5
"""People at one address: together they may change as much as the address may."""
FLAGS = ("--rate-limit", "1200", "--bot-pause", "0")
SECONDS_TO_LOOK = 0.01


async def bots(games: int = 200, moves: int = 12, level: str = "captain") -> dict[str, Any]:
    """So many games against bots, and as many shows as are granted, from one address; another person makes so many moves."""
    with Site(1, flags=FLAGS) as site:
        place = site.places[0]
        alone = await _play(place, moves, level)
        async with AsyncExitStack() as open_ones:
            flood = [await open_ones.enter_async_context(_flooder(place)) for _ in range(FLOODERS)]
            refused = sum(await asyncio.gather(*(_set_up(one, games // FLOODERS, level) for one in flood)))
            made, waits = await _both(flood, place, moves, level)
    return {
        "games_of_the_flood": games - refused,
        "refused": refused,
        "moves_of_the_flood_meanwhile": made,
        "waited_alone_s": _summary(alone),
        "waited_s": _summary(waits),
    }


async def _both(flood: list[Connection], place: str, moves: int, level: str) -> tuple[int, list[float]]:
    """The flood pushes on while somebody else plays: the moves of the one, the waits of the other."""
    over = asyncio.Event()
    async with asyncio.TaskGroup() as group:
        pushing = [group.create_task(_push(one, over)) for one in flood]
        waits = await _play(place, moves, level)
        over.set()
    return sum(task.result() for task in pushing), waits


def _summary(waits: list[float]) -> dict[str, float]:
    return {"median": round(median(waits), 3), "longest": round(max(waits), 3)}


def _flooder(place: str) -> AbstractAsyncContextManager[Connection]:
    person = Person()
    person.home = "127.2.0.1"
    return program_at(place, person)


async def _set_up(connection: Connection, games: int, level: str) -> int:
    """Games against bots and shows by turns; how many were refused."""
    refused, options = 0, PRESETS["everything"].as_dict() | {"first": "b"}
    for number in range(games):
        mode = {"mode": "bots", "level_b": level} if number % 2 else {"mode": "bot", "seat": "a"}
        status, _ = await connection.api("POST", "/games", {**mode, "level": level, "options": options})
        refused += status != 201
        if status == 429:
            await asyncio.sleep(0.2)
    return refused


async def _push(connection: Connection, over: asyncio.Event) -> int:
    """Move on every game in which the bot has answered, over and over; how many moves were made."""
    made = 0
    while not over.is_set():
        status, games = await connection.api("GET", "/games")
        for game in games if status == 200 else ():
            if over.is_set():
                break
            _, table = await connection.api("GET", f"/games/{game['id']}")
            if table.get("legal"):
                made += await _act(connection, table) is not None
        await asyncio.sleep(0.1)
    return made


async def _act(connection: Connection, table: dict[str, Any]) -> dict[str, Any] | None:
    values = {"version": table["version"], "id": f"m{time.monotonic_ns()}", "action": table["legal"][0]}
    status, answered = await connection.api("POST", f"/games/{table['id']}/actions", values)
    return dict(answered) if status == 200 else None


async def _play(place: str, moves: int, level: str) -> list[float]:
    """Play against a bot; for how many seconds each of its turns was waited for."""
    async with program_at(place) as connection:
        _, table = await connection.api("POST", "/games", {"mode": "bot", "seat": "a", "level": level})
        return await _waits(connection, table, moves)


async def _waits(connection: Connection, table: dict[str, Any], moves: int) -> list[float]:
    waits: list[float] = []
    while len(waits) < moves and table["result"] is None:
        began = time.perf_counter()
        asked = False
        while not table["legal"] and table["result"] is None:
            asked = True
            await asyncio.sleep(SECONDS_TO_LOOK)
            _, table = await connection.api("GET", f"/games/{table['id']}")
        if asked:
            waits.append(time.perf_counter() - began)
        table = await _act(connection, table) or table
    return waits
