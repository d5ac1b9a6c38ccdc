"""Simulates an evening: people of known strength meet in the lobby over the interface for programs, and are rated.

    python bench/evening.py [--people 60] [--games 6] [--reviews 120] [--seed 1]

Every account plays as one of the five levels, so its true strength is known (`docs/ratings.md`). They offer tables, sit
down, talk, give up, and some just leave. Afterwards the ratings are compared with the truth: of two people who are at
least 100 points apart, how often is the better one ahead? Prints JSON.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import Any

from load.evening_play import spend
from load.processes import Server, end_cleanly
from load.town import Evening, Sailor, settle
from sqlalchemy import select

from shanghaien.ratings.anchors import ANCHORS
from shanghaien.web.core.database.engine import Database
from shanghaien.web.standings.schema import results, standings

APART = 100.0


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--people", type=int, default=60)
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument("--reviews", type=float, default=120, help="seconds to wait for reviews in the background")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    end_cleanly()
    with tempfile.TemporaryDirectory() as data:
        url = f"sqlite+aiosqlite:///{data}/shanghaien.db"
        sailors = asyncio.run(settle(url, list(ANCHORS), options.people, options.seed))
        server = Server(Path(data))
        try:
            evening = asyncio.run(_evening(server.address, sailors, options.games))
            figures = asyncio.run(_settled(url, sailors, options.reviews))
        finally:
            server.stop()
    ends = {"games": sum(evening.ends.values()), "ended by": dict(evening.ends)}
    print(json.dumps(ends | figures | {"answers": dict(sorted(evening.answers.items()))}, indent=2))


async def _evening(address: str, sailors: list[Sailor], games: int) -> Evening:
    evening, over = Evening(address), asyncio.Event()

    async def watch() -> None:
        while not over.is_set():
            print(f"\r{sum(evening.ends.values())} games ended", end="", file=sys.stderr, flush=True)
            await asyncio.sleep(2)

    watching = asyncio.create_task(watch())
    await asyncio.gather(*(spend(evening, sailor, games) for sailor in sailors))
    over.set()
    await watching
    return evening


async def _settled(url: str, sailors: list[Sailor], patience: float) -> dict[str, Any]:
    """What the server knows once reviews are made, or patience is over."""
    database = Database(url)
    end = time.monotonic() + patience
    figures = await _figures(database, sailors)
    while time.monotonic() < end and figures["reviewed"] < figures["rated"]:
        await asyncio.sleep(3)
        figures = await _figures(database, sailors)
    await database.close()
    return figures


async def _figures(database: Database, sailors: list[Sailor]) -> dict[str, Any]:
    async with database.read() as connection:
        logged = (await connection.execute(select(results.c.unrated, results.c.reviewed))).all()
        rows = (await connection.execute(select(standings).where(standings.c.list == "live"))).all()
    known = {row.person: row for row in rows}
    rated = [row for row in logged if not row.unrated]
    return {
        "rated": len(rated) // 2,
        "reviewed": sum(row.reviewed is not None for row in rated) // 2,
        "right order by rating": _in_order(sailors, lambda one: known[one.id].rating if one.id in known else None),
        "right order by skill": _in_order(sailors, lambda one: known[one.id].skill if one.id in known else None),
    }


def _in_order(sailors: list[Sailor], strength: Callable[[Sailor], float | None]) -> float | None:
    """The share of pairs, well apart in truth, of whom the stronger one is ahead."""
    right = pairs = 0
    for one, other in combinations(sailors, 2):
        truth, rating, against = ANCHORS[one.level] - ANCHORS[other.level], strength(one), strength(other)
        if abs(truth) >= APART and rating is not None and against is not None:
            pairs += 1
            right += (rating > against) == (truth > 0)
    return round(right / pairs, 3) if pairs else None


if __name__ == "__main__":
    main()
