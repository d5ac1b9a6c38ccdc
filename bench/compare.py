"""Sets this server beside others in one run: boardgame.io with three stores, and a bare echo with a durable commit.

    python bench/compare.py [--games 8] [--moves 100] [--ours sqlite postgresql] [--others memory flatfile postgresql]

Moves per processor second of the server's own process, both sides told, everybody's client outside of the count.
boardgame.io needs node and npm (bench/boardgame_io/package.json) and is left out without them. Prints JSON with ratios:
above 1 means that ours does more.
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
from load.others import STORES, boardgame_io, echo
from load.processes import Postgres, Server, end_cleanly
from load.programs import HotSeat, TwoPrograms, TwoSockets
from load.rounds import closed_loop

SCENES = {"two_browsers": Pair, "by_stream": TwoPrograms, "by_socket": TwoSockets, "json_hot_seat": HotSeat}


def ours(games: int, moves: int, *flags: str) -> dict[str, Any]:
    """Every kind of player on one server of ours."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), *flags)
        figures = {}
        for name, make in SCENES.items():
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                figures[name] = runner.run(closed_loop(make, games, moves, [server.address], [server]))
        server.stop()
    return figures


def on_postgresql(games: int, moves: int) -> dict[str, Any]:
    """The same with a PostgreSQL server."""
    database = Postgres()
    try:
        return ours(games, moves, "--database", database.address)
    finally:
        database.stop()


OURS = {"sqlite": ours, "postgresql": on_postgresql}


def ratios(mine: dict[str, Any], theirs: dict[str, Any]) -> dict[str, float]:
    """How many times the moves of the other one server does with the same processor time."""
    beside = {"sqlite": "flatfile", "postgresql": "postgresql"}
    return {
        f"{scene} on {store} : {other}": round(rate["moves_per_cpu_second"] / theirs[other]["moves_per_cpu_second"], 2)
        for store, scenes in mine.items()
        for scene, rate in scenes.items()
        for other in ("bare echo" if scene == "json_hot_seat" else f"boardgame.io on {beside[store]}",)
        if other in theirs
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--moves", type=int, default=100)
    parser.add_argument("--ours", nargs="*", choices=OURS, default=list(OURS), help="our databases (all)")
    parser.add_argument("--others", nargs="*", choices=STORES, default=list(STORES), help="boardgame.io's stores (all)")
    args = parser.parse_args()
    end_cleanly()
    if args.others and shutil.which("npm") is None:
        print("boardgame.io is left out: install node and npm to set it beside ours.", file=sys.stderr)
        args.others = []
    theirs = {"bare echo": echo(25, args.moves * 2)}
    theirs |= {f"boardgame.io on {store}": boardgame_io(args.games, args.moves, store) for store in args.others}
    mine = {store: OURS[store](args.games, args.moves) for store in args.ours}
    figures = {"load_average": os.getloadavg()[0], "others": theirs, "ours": mine, "ratios": ratios(mine, theirs)}
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
