"""Floods one server and asks it meanwhile as an ordinary visitor would: how long they wait, and what the flood is told.

    python bench/floods.py [SCENE ...] [--seconds 10]

`quiet` is nobody else; `silent` opens connections and says nothing; `slow` sends a head byte by byte; `pages`, `moves`
and `heavy` ask by many connections at once, as fast as they are answered. The flood comes from an address of its own,
without a rate limit, so that what is measured is the door behind it. Prints JSON.
"""

import argparse
import asyncio
import contextlib
import json
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from load.processes import Server, end_cleanly

from shanghaien.web.core.settings import Settings

FLOOD, VISITOR = "127.0.0.66", "127.0.0.67"
"""Addresses of this machine that are nobody's proxy."""
AT_ONCE = 400
SILENT = 2_000
REQUESTS = {"pages": b"GET /rules", "moves": b"POST /t/none/act", "heavy": b"GET /replay/none"}
PAUSE = 0.05
MOST_CONNECTIONS = str(Settings.connections_per_address)
"""Of the flood, as on every site; other measurements have as many as they like."""


class Flooded:
    """One server, a flood, and a visitor who asks again and again."""

    def __init__(self, address: str, seconds: float) -> None:
        parts = urlsplit(address)
        self._where = (parts.hostname or "", parts.port or 0)
        self._until = time.monotonic() + seconds
        self.answers: Counter[str] = Counter()

    async def visit(self) -> list[float]:
        """How long each look at a page took, in milliseconds, by a new connection each time."""
        took = []
        while time.monotonic() < self._until:
            began = time.perf_counter()
            status = await self._ask(b"GET /", VISITOR)
            took.append((time.perf_counter() - began) * 1000)
            self.answers[f"visitor {status}"] += 1
            await asyncio.sleep(PAUSE)
        return took

    async def ask_on(self, request: bytes) -> None:
        while time.monotonic() < self._until:
            self.answers[f"flood {await self._ask(request, FLOOD)}"] += 1

    async def stay_silent(self, drip: bytes) -> None:
        """Connect, say nothing or next to nothing, and come again when one is let go."""
        while time.monotonic() < self._until:
            try:
                reader, writer = await self._connect(FLOOD)
            except OSError:
                self.answers["flood refused"] += 1
                await asyncio.sleep(PAUSE)
                continue
            self.answers["flood connected"] += 1
            with contextlib.suppress(OSError, TimeoutError):
                while time.monotonic() < self._until:
                    writer.write(drip)
                    if await asyncio.wait_for(reader.read(100), 1):
                        break
            writer.close()

    async def _connect(self, source: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(*self._where, local_addr=(source, 0))

    async def _ask(self, request: bytes, source: str) -> str:
        try:
            reader, writer = await self._connect(source)
        except OSError as error:
            return type(error).__name__
        try:
            writer.write(request + b" HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
            line = await asyncio.wait_for(reader.readline(), 30)
            return line.split()[1].decode() if line else "nothing"
        except (OSError, TimeoutError) as error:
            return type(error).__name__
        finally:
            writer.close()


async def flood(name: str, address: str, seconds: float) -> Counter[str]:
    """Flood a server, and count what one is told."""
    flooded = Flooded(address, seconds)
    if name in REQUESTS:
        await asyncio.gather(*(flooded.ask_on(REQUESTS[name]) for _ in range(AT_ONCE)))
    else:
        await asyncio.gather(*(flooded.stay_silent(b"x" if name == "slow" else b"") for _ in range(SILENT)))
    return flooded.answers


def _flood(name: str, address: str, seconds: float) -> Counter[str]:
    return asyncio.run(flood(name, address, seconds))


def scene(name: str, address: str, seconds: float) -> dict[str, Any]:
    """One flood, from a process of its own so that its work is not the visitor's, and what the visitor met with."""
    with ProcessPoolExecutor(1, get_context("spawn")) as elsewhere:
        begun = elsewhere.submit(_flood, name, address, seconds) if name != "quiet" else None
        visitor = Flooded(address, seconds)
        took = sorted(asyncio.run(visitor.visit()))
        answers = visitor.answers + (begun.result() if begun else Counter())
    figures = {"visits": len(took), "median_ms": _at(took, 0.5), "p99_ms": _at(took, 0.99), "longest_ms": _at(took, 1)}
    return figures | {"told": dict(answers.most_common(8))}


def _at(sorted_times: list[float], part: float) -> float:
    return round(sorted_times[min(int(part * len(sorted_times)), len(sorted_times) - 1)], 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    names = ("quiet", "silent", "slow", *REQUESTS)
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help=", ".join(names))
    parser.add_argument("--seconds", type=float, default=10)
    args = parser.parse_args()
    if unknown := set(args.scenes) - set(names):
        parser.error(f"there is no scene {', '.join(sorted(unknown))}; there are {', '.join(names)}")
    end_cleanly()
    scenes: dict[str, Any] = {}
    for name in args.scenes or names:
        with tempfile.TemporaryDirectory() as folder:
            server = Server(Path(folder), "--bot-workers", "0", "--connections-per-address", MOST_CONNECTIONS)
            scenes[name] = scene(name, server.address, args.seconds)
            scenes[name]["log_kB"] = round(server.log.stat().st_size / 1000, 1)
            server.kill()
    print(json.dumps(scenes, indent=2))


if __name__ == "__main__":
    main()
