"""The same thing asked for at two servers, one after the other and at once."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from itertools import count
from typing import Any

from .browsers import invite
from .connection import Connection, program_at
from .site import Site

_ids = count()
Race = Callable[[Site, int], Awaitable[dict[str, Any]]]


async def at_two_servers(race: Race, rounds: int) -> dict[str, Any]:
    """One of the races below, on PostgreSQL."""
    with Site(2, "postgresql") as site:
        return await race(site, rounds)


async def repeated_id(site: Site, rounds: int) -> dict[str, Any]:
    """A move sent to both servers with one id: it counts once, and both answer 200."""
    answers: Counter[str] = Counter()
    async with program_at(site.places[0]) as first, Connection(site.places[1], first.person) as second:
        for number in range(rounds):
            answers += await _one_move_twice(first, second, at_once=number % 2 == 1)
    return dict(answers)


async def _one_move_twice(first: Connection, second: Connection, *, at_once: bool) -> Counter[str]:
    _, table = await first.api("POST", "/games", {"mode": "hot-seat"})
    values = {"version": table["version"], "id": f"r{next(_ids)}", "action": table["legal"][0]}
    path = f"/games/{table['id']}/actions"
    if at_once:
        answers = await asyncio.gather(*(place.api("POST", path, values) for place in (first, second)))
    else:
        answers = [await place.api("POST", path, values) for place in (first, second)]
    _, seen = await second.api("GET", f"/games/{table['id']}")
    acts = [entry for entry in seen["log"] if entry["kind"] == "act"]
    assert len(acts) == 1, f"the move is stored {len(acts)} times"
    how = "at once" if at_once else "one after the other"
    return Counter(f"{how}: {status}" for status, _ in answers)


async def rematches(site: Site, rounds: int) -> dict[str, Any]:
    """Both players press for another game at once, one of them twice, at two servers: one game, and never an error."""
    found: Counter[str] = Counter()
    for _ in range(rounds):
        found += await _rematch(site)
    return dict(found)


async def _rematch(site: Site) -> Counter[str]:
    game, (host, guest), _ = await invite(*site.places, chains=False)
    pressed = ((site.places[0], host), (site.places[1], host), (site.places[1], guest))
    async with AsyncExitStack() as open_ones:
        places = [await open_ones.enter_async_context(Connection(*one)) for one in pressed]
        return await _press(game, places)


async def _press(game: str, places: list[Connection]) -> Counter[str]:
    _, table = await places[0].api("GET", f"/games/{game}")
    values = {"version": table["version"], "id": f"q{next(_ids)}"}
    status, found = await places[0].api("POST", f"/games/{game}/resign", values)
    assert status == 200, found
    answers = await asyncio.gather(*(place.api("POST", f"/games/{game}/rematch", {}) for place in places))
    games = {found["id"] for status, found in answers if status < 300}
    return Counter([f"{len(games)} game out of three presses", *(f"answer {status}" for status, _ in answers)])
