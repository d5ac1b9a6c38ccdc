"""Sets this server beside others in one run: boardgame.io with three stores, and a bare echo with a durable commit.

    python bench/compare.py [--games 8] [--moves 100]

Moves per processor second of the server's own process, both sides told, everybody's client outside of the count. Needs
node and npm (bench/boardgame_io/package.json). Prints JSON with ratios: above 1 means that ours does more.
"""

import argparse
import asyncio
import json
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

import uvloop
from load.browsers import Pair
from load.others import boardgame_io, echo
from load.processes import Postgres, Server, end_cleanly
from load.programs import HotSeat, TwoPrograms, TwoSockets
from load.rounds import closed_loop

SCENES = {"two_browsers": Pair, "by_stream": TwoPrograms, "by_socket": TwoSockets, "json_hot_seat": HotSeat}


def ours(games: int, moves: int, *flags: str) -> dict[str, Any]:
    """Every kind of player on one server of ours."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), *flags)
        told = {}
        for name, make in SCENES.items():
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                told[name] = runner.run(closed_loop(make, games, moves, [server.address], [server]))
        server.stop()
    return told


def on_postgresql(games: int, moves: int) -> dict[str, Any]:
    """The same with a PostgreSQL server."""
    database = Postgres()
    try:
        return ours(games, moves, "--database", database.address)
    finally:
        database.stop()


def ratios(told: dict[str, Any]) -> dict[str, float]:
    """How many times the moves of the other one server does with the same processor time."""

    def rate(*path: str) -> float:
        found = told
        for name in path:
            found = found[name]
        return float(found["moves_per_cpu_second"])

    return {
        f"{scene} on {store} : boardgame.io on {other}": round(
            rate("ours", store, scene) / rate("boardgame_io", other), 2
        )
        for store, other in (("sqlite", "flatfile"), ("postgresql", "postgresql"))
        for scene in ("two_browsers", "by_stream", "by_socket")
    } | {"json_hot_seat : bare echo": round(rate("ours", "sqlite", "json_hot_seat") / rate("bare_echo"), 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--moves", type=int, default=100)
    args = parser.parse_args()
    end_cleanly()
    if shutil.which("npm") is None:
        sys.exit("This needs node and npm: install them, or run bench/web.py, which measures this server alone.")
    told: dict[str, Any] = {"load_average": os.getloadavg()[0]}
    told["bare_echo"] = echo(25, args.moves * 2)
    told["boardgame_io"] = boardgame_io(args.games, args.moves)
    told["ours"] = {"sqlite": ours(args.games, args.moves), "postgresql": on_postgresql(args.games, args.moves)}
    told["ratios"] = ratios(told)
    print(json.dumps(told, indent=2))


if __name__ == "__main__":
    main()
