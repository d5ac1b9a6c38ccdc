"""Measures the server: moves per processor second by browsers and programs, an open loop, memory, weights, processes.

    python bench/web.py [--seconds 20] [--scale 1] [--postgres] [--nats] [--processes 1 2 3] [--routed] [--python PYTHON]

A real server runs in a process of its own; its processor time is read from the kernel's clock for that process, so that
neither this program nor anything else on the machine counts. A move is done when it is stored durably and both sides
have been told. Setting a game up (pages loaded, streams open) is not part of a move. With --routed both players of a game
come to the one of several processes that its id leads to, as behind a proxy with the ports of `process_ports`, and
there are as many games for each process; without it to different ones. --python measures the server of
another virtual environment, say that of an older version. Prints JSON.
"""

import argparse
import asyncio
import json
import os
import secrets
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any
from zlib import crc32

import uvloop
from load.browsers import Pair, StreamPair
from load.nats_process import Nats
from load.processes import Postgres, Server, end_cleanly
from load.programs import HotSeat, TwoPrograms, TwoSockets
from load.rounds import closed_loop, open_loop
from load.sizes import bots, database_bytes, first_page, page_weight, watchers, whole_games

SCENES = {"two_browsers": (Pair, 8, 60), "two_browsers_by_stream": (StreamPair, 8, 60)}
SCENES |= {"two_programs_by_stream": (TwoPrograms, 8, 100), "two_programs_by_socket": (TwoSockets, 8, 100)}
SCENES |= {"json_hot_seat": (HotSeat, 25, 80)}


def run(work: Any) -> Any:
    """On a fast event loop, so that this side takes little of a shared machine."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


def tried(work: Any) -> Any:
    """What was measured, or why it could not be: an older version of the server has not got everything."""
    try:
        return run(work)
    except Exception as error:  # noqa: BLE001 - whatever it is, the rest of the figures still counts
        return f"failed: {type(error).__name__} {str(error)[:300]}"


def play(
    servers: Sequence[Server], scale: float, scenes: Sequence[str] = tuple(SCENES), *, routed: bool = False
) -> dict[str, Any]:
    """Every scene on the same servers; their games begin anew in each."""
    figures: dict[str, Any] = {}
    addresses = [server.address for server in servers]
    each = len(servers) if routed else 1
    for name in scenes:
        kind, games, moves = SCENES[name]
        make = partial(kind, route=partial(_chosen, addresses)) if routed else kind
        figures[name] = tried(
            closed_loop(make, _part(games, scale) * each, _part(moves, scale, 10), addresses, servers)
        )
        print(name, figures[name], file=sys.stderr)
    return figures


def _chosen(addresses: Sequence[str], game: str) -> str:
    """The same for everybody at a game, and evenly spread over games."""
    return addresses[crc32(game.encode()) % len(addresses)]


def _part(count: int, scale: float, least: int = 1) -> int:
    return max(int(count * scale), least)


def one_server(flags: Sequence[str], args: argparse.Namespace) -> dict[str, Any]:
    """Everything on one server with one kind of database."""
    with tempfile.TemporaryDirectory() as folder:
        figures = {"whole_games": games_kept(Path(folder), flags, args)}
        server = Server(Path(folder), *flags, python=args.python)  # again: the database has been made
        figures |= {"start": tried(first_page(server)), "weight": tried(page_weight(server))}
        figures |= play([server], args.scale)
        loop = open_loop(Pair, _part(100, args.scale), args.rate, args.seconds, [server.address])
        figures["open_loop"] = tried(loop)
        figures["watchers"] = tried(watchers(server, args.watchers, 5))
        figures["bots_mb"] = tried(bots(server))
        figures["exit_code"] = server.stop()
    return figures


def games_kept(folder: Path, flags: Sequence[str], args: argparse.Namespace) -> dict[str, Any]:
    """What whole games weigh in memory and in the database."""
    server = Server(folder, *flags, python=args.python)
    figures = {"memory": tried(whole_games(server, _part(60, args.scale), _part(10, args.scale)))}
    server.stop()
    if (file := next(folder.glob("*.db"), None)) is not None:
        figures["database"] = database_bytes(file)
    return figures


def many_servers(count: int, flags: Sequence[str], beside: dict[str, Any], args: argparse.Namespace) -> dict[str, Any]:
    """The same moves on several servers; database and bus told apart."""
    with tempfile.TemporaryDirectory() as folder:
        (data := Path(folder)).mkdir(exist_ok=True)
        servers = [Server(data, *flags, python=args.python) for _ in range(count)]
        before = {name: service.cpu() for name, service in beside.items()}
        figures = play(servers, args.scale, routed=args.routed)
        moves = sum(scene["moves"] for scene in figures.values() if isinstance(scene, dict))
        for name, service in beside.items():
            figures[f"{name}_cpu_ms_per_move"] = round((service.cpu() - before[name]) * 1000 / max(moves, 1), 3)
        for server in servers:
            server.stop()
    return figures


def with_services(args: argparse.Namespace) -> dict[str, Any]:
    """PostgreSQL, with NATS or without, and several server processes."""
    figures: dict[str, Any] = {}
    beside: dict[str, Any] = {"postgresql": Postgres()}
    flags = ["--database", beside["postgresql"].address, "--secret", secrets.token_hex(32)]
    if args.nats:
        beside["nats"] = Nats()
        flags += ["--nats", beside["nats"].address]
    try:
        if args.postgres:
            figures["postgresql"] = one_server(flags, args)
        figures["processes"] = {count: many_servers(count, flags, beside, args) for count in args.processes}
    finally:
        for service in beside.values():
            service.stop()
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scale", type=float, default=1, help="of the number of games and moves")
    parser.add_argument("--seconds", type=float, default=20, help="of the open loop")
    parser.add_argument("--rate", type=float, default=60, help="moves a second of the open loop")
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--postgres", action="store_true", help="PostgreSQL too (needs the development extra)")
    parser.add_argument("--nats", action="store_true", help="with NATS between the processes")
    parser.add_argument("--processes", type=int, nargs="*", default=[], help="so many servers on one PostgreSQL")
    parser.add_argument("--routed", action="store_true", help="both players of a game at the same one of these")
    parser.add_argument("--no-sqlite", action="store_true", help="leave the default database out")
    parser.add_argument("--python", default=sys.executable, help="whose server is measured")
    args = parser.parse_args()
    end_cleanly()
    figures: dict[str, Any] = {"load_average": os.getloadavg()[0]}
    if not args.no_sqlite:
        figures["sqlite"] = one_server((), args)
    if args.postgres or args.processes:
        figures |= with_services(args)
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
