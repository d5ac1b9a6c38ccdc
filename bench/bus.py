"""Measures the bus between processes: processor time per message for sender, listener and server, and how long it takes.

    python bench/bus.py [--messages 2000] [--rate 400]

One process sends at an even rate, one hears, over a real NATS server and over a real PostgreSQL; for PostgreSQL also ten
messages at a time, as a store that commits several moves at once sends them. Prints JSON.
"""

import argparse
import asyncio
import json
import os
import sys
import time
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from shanghaien.web.core.bus import new_sender, open_bus
from shanghaien.web.core.bus.base import Bus
from tests.web.nats_server import NatsServer
from tests.web.postgres_server import PostgresServer

TICKS = os.sysconf("SC_CLK_TCK")
SUBJECT = "news.game"


def bus_over(url: str) -> Bus:
    return open_bus("", url, "") if url.startswith("nats") else open_bus(url, "", new_sender())


def listen(url: str, messages: int, pipe: Connection) -> None:
    """Tells the processor time that hearing took and how long each message was on its way."""

    async def run() -> None:
        lags, done = list[float](), asyncio.Event()

        def hear(subject: str, message: str) -> None:
            lags.append(time.monotonic() - float(message))
            if len(lags) == messages:
                done.set()

        bus = bus_over(url)
        bus.subscribe(SUBJECT, hear)
        await bus.start()
        pipe.send("ready")
        before = time.process_time()
        async with asyncio.timeout(600):
            await done.wait()
        pipe.send((time.process_time() - before, lags))
        await bus.close()

    asyncio.run(run())


async def speak(url: str, messages: int, rate: int, at_once: int) -> float:
    """The processor time that sending took."""
    bus = bus_over(url)
    await bus.start()
    before, start = time.process_time(), time.monotonic()
    for number in range(messages):
        if number % at_once == 0:
            await asyncio.sleep(max(0.0, start + number / rate - time.monotonic()))
        bus.send(SUBJECT, repr(time.monotonic()))
    spent = time.process_time() - before
    await bus.close()
    return spent


async def idle_speech(messages: int, rate: int, at_once: int) -> float:
    """The processor time of the same loop without a bus, which is not the bus's."""
    before, start = time.process_time(), time.monotonic()
    for number in range(messages):
        if number % at_once == 0:
            await asyncio.sleep(max(0.0, start + number / rate - time.monotonic()))
        repr(time.monotonic())
    return time.process_time() - before


def processor_seconds(process: int) -> float:
    """What a process and its children have used, also those that have ended."""
    spent = 0.0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(folder.name) == process or int(fields[1]) == process:
            spent += sum(map(int, fields[11:15] if int(folder.name) == process else fields[11:13])) / TICKS
    return spent


def measured(url: str, server: Callable[[], float], messages: int, rate: int, at_once: int = 1) -> dict[str, Any]:
    mine, theirs = get_context("spawn").Pipe()
    listener = get_context("spawn").Process(target=listen, args=(url, messages, theirs))
    listener.start()
    mine.recv()
    before = server()
    sending = asyncio.run(speak(url, messages, rate, at_once)) - asyncio.run(idle_speech(messages, rate, at_once))
    hearing, lags = mine.recv()
    serving = server() - before
    listener.join()
    percent = quantiles(lags, n=100)
    each = 1000 / messages
    return {
        "sender_cpu_ms": round(sending * each, 3),
        "listener_cpu_ms": round(hearing * each, 3),
        "server_cpu_ms": round(serving * each, 3),
        "p50_ms": round(1000 * percent[49], 2),
        "p99_ms": round(1000 * percent[98], 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=2000)
    parser.add_argument("--rate", type=int, default=400, help="messages a second")
    given = parser.parse_args()
    nats, postgres = NatsServer(), PostgresServer()
    nats.start()
    try:
        by_nats = partial(processor_seconds, nats.process_id)
        by_postgres = partial(processor_seconds, postgres.process_id)
        figures = {
            "nats": measured(nats.url, by_nats, given.messages, given.rate),
            "postgres": measured(postgres.url, by_postgres, given.messages, given.rate),
            "postgres_ten_at_once": measured(postgres.url, by_postgres, given.messages, given.rate, 10),
        }
    finally:
        nats.close()
        postgres.close()
    print(json.dumps({"messages": given.messages, "rate": given.rate, **figures}, indent=2))


if __name__ == "__main__":
    main()
