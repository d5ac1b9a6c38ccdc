"""Counts notices against turns over many games whose workers are killed: none twice, none too late, none lost.

    python bench/notices.py [--games 1000] [--rounds 6] [--workers 4] [--seed 1] [--sqlite]

Two people play each game, one of them with two devices. Several workers do what is due at once, with leases so short
that they may do the same; each dies after at most 1,000 steps, before or after a statement or a notice, and
a push service refuses every tenth notice at first. After each round, when all is quiet, every open turn must have been
told once at each device. What may be missing is what a worker had marked and not sent when it died.
Runs on a PostgreSQL of its own, or on a SQLite file. Ends with an error if a single notice is not as it should be.
"""

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.load.noticed import Hardship, simulate
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.migrate import upgrade
from tests.web.postgres_server import PostgresServer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=6, help="in each, two choices are made per game")
    parser.add_argument("--workers", type=int, default=4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sqlite", action="store_true")
    args = parser.parse_args()
    with database(args.sqlite) as url:
        counted = asyncio.run(measured(url, args))
    print(json.dumps(counted, indent=2))
    wrong = counted["sent_twice"] + counted["for_taken_turns"] + counted["missing_though_no_worker_died"]
    sys.exit(1 if wrong else 0)


@contextmanager
def database(sqlite: bool) -> Iterator[str]:
    if sqlite:
        with tempfile.TemporaryDirectory() as folder:
            yield f"sqlite+aiosqlite:///{folder}/games.db"
    else:
        server = PostgresServer()
        yield server.url.replace("postgresql://", "postgresql+asyncpg://")
        server.close()


async def measured(url: str, args: argparse.Namespace) -> dict[str, object]:
    first = Database(url)
    await upgrade(first)
    await first.close()
    began = time.monotonic()
    counted = await simulate(url, args.games, args.rounds, args.seed, Hardship(args.workers, 1000, 2000))
    return counted | {"seconds": round(time.monotonic() - began, 1)}


if __name__ == "__main__":
    main()
