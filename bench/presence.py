"""Measures what it costs a server that one more watcher comes to a table, or goes, while many others watch.

    python bench/presence.py [--watchers 0 50 200 1000] [--times 20] [--pause 0.5] [--by page] [--nats]

Two browsers play, others watch; then some come one by one, and go one by one. Medians of the processor time that the
server uses for each, less what it uses in as long a time in which nobody comes or goes. --by says how the many watch: by
the page, or as programs by stream or by socket. --nats has two servers on PostgreSQL, the players and the watchers at
both. Prints JSON.
"""

import argparse
import asyncio
import json
import os
import secrets
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any

import uvloop
from load.browsers import Pair
from load.connection import Connection
from load.nats_process import Nats
from load.processes import Postgres, Server, end_cleanly
from load.programs import SocketProgram, StreamProgram
from load.sizes import Watcher

SETTLED = 2.0
"""Seconds after which a stream that was opened has done what it does at its beginning."""
AT_ONCE = 50


Follow = Callable[[str, str], Awaitable[Any]]


async def by_page(address: str, game: str) -> Watcher:
    """Somebody who has loaded the page of a game, and follows it."""
    watcher = await visitor(address, game)
    await watcher.open()
    return watcher


async def visitor(address: str, game: str) -> Watcher:
    """Somebody who has loaded the page of a game, and is about to follow it."""
    watcher = Watcher(address, game)
    async with Connection(address, watcher.connection.person) as connection:
        assert (await connection.send("GET", f"/t/{game}")).status == 200
    return watcher


def by_program(kind: type[StreamProgram] | type[SocketProgram]) -> Follow:
    """Programs that follow a game."""

    async def follow(address: str, game: str) -> Any:
        async with Connection(address) as connection:
            person = (await connection.make_token()).person
        return await kind(address, person, game).open()

    return follow


WAYS: dict[str, Follow] = {"page": by_page, "stream": by_program(StreamProgram), "socket": by_program(SocketProgram)}


class Crowded:
    """A game that many people watch, and what the servers use meanwhile."""

    def __init__(self, servers: Sequence[Server], pair: Pair, args: argparse.Namespace) -> None:
        self._servers, self._game, self._args = servers, pair.browsers[0].game, args
        self._places = cycle(server.address for server in servers)
        self._crowd: list[Any] = []

    async def fill(self, watchers: int) -> dict[str, Any]:
        """Let so many watch, many of whom come at once."""
        wanted, used = watchers - len(self._crowd), self._cpu_ms()
        for some in range(0, wanted, AT_ONCE):
            count = min(AT_ONCE, wanted - some)
            coming = (WAYS[self._args.by](next(self._places), self._game) for _ in range(count))
            self._crowd += await asyncio.gather(*coming)
        await asyncio.sleep(SETTLED)
        each = (self._cpu_ms() - used) / wanted if wanted else None
        return {"watchers": watchers, "page_and_stream_cpu_ms": each and round(each, 2)}

    async def come_and_go(self) -> dict[str, Any]:
        """Let some come one by one, and go one by one; the medians, less what is used while nobody does."""
        some = [await visitor(next(self._places), self._game) for _ in range(self._args.times)]
        await asyncio.sleep(SETTLED)
        idle = [await self._used(_nothing) for _ in some]
        joined = [await self._used(watcher.open) for watcher in some]
        left = [await self._used(watcher.leave) for watcher in some]
        return {
            "idle_cpu_ms_per_s": round(sum(idle) / len(idle) / self._args.pause, 2),
            "join_cpu_ms": round(median(joined) - median(idle), 2),
            "leave_cpu_ms": round(median(left) - median(idle), 2),
        }

    async def _used(self, work: Callable[[], Awaitable[None]]) -> float:
        """Processor time while something is done and for a moment after it."""
        used = self._cpu_ms()
        await asyncio.gather(work(), asyncio.sleep(self._args.pause))
        return self._cpu_ms() - used

    def _cpu_ms(self) -> float:
        return sum(server.cpu() for server in self._servers) * 1000


async def _nothing() -> None:
    """Nobody comes or goes."""


async def measure(servers: Sequence[Server], args: argparse.Namespace) -> list[dict[str, Any]]:
    """What coming and going costs, the more the more watch."""
    pair = await Pair(7).open(servers[0].address, servers[-1].address)
    await pair.move()
    crowded, results = Crowded(servers, pair, args), []
    for watchers in sorted(args.watchers):
        results.append(await crowded.fill(watchers) | await crowded.come_and_go())
        print(results[-1], file=sys.stderr)
    return results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--watchers", type=int, nargs="+", default=[0, 50, 200, 1000])
    parser.add_argument("--times", type=int, default=20, help="how many come and go at each number of watchers")
    parser.add_argument("--pause", type=float, default=0.5, help="seconds from one to the next")
    parser.add_argument("--by", choices=WAYS, default="page", help="how the many watch")
    parser.add_argument("--nats", action="store_true", help="two servers on PostgreSQL (needs the development extra)")
    parser.add_argument("--python", default=sys.executable, help="whose server is measured")
    args = parser.parse_args()
    end_cleanly()
    with ExitStack() as stack:
        servers = running(stack, args)
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            results = runner.run(measure(servers, args))
    about = {"load_average": os.getloadavg()[0], "by": args.by, "nats": args.nats}
    print(json.dumps({**about, "measured": results}, indent=2))


def running(stack: ExitStack, args: argparse.Namespace) -> list[Server]:
    """One server on SQLite, or two on PostgreSQL that hear of each other over NATS."""
    folder, flags = Path(stack.enter_context(tempfile.TemporaryDirectory())), list[str]()
    if args.nats:
        database, nats = Postgres(), Nats()
        stack.callback(database.stop)
        stack.callback(nats.stop)
        flags = ["--database", database.address, "--secret", secrets.token_hex(32), "--nats", nats.address]
    servers = [Server(folder, *flags, python=args.python) for _ in range(2 if args.nats else 1)]
    for server in servers:
        stack.callback(server.stop)
    return servers


if __name__ == "__main__":
    main()
