"""Breaks a site on purpose, under load, and looks whether everything that was acknowledged is there afterwards.

    python bench/faults.py [SCENE ...] [--kills 20] [--rounds 20] [--seconds 60]

Real processes on this machine, killed with SIGKILL at random moments: servers, PostgreSQL, NATS, workers; two servers
asked for the same thing; services that are away for a while; a full disk; a store that hangs; clocks that jump; an
update under load. Every player sends a move until it is answered and remembers the answers; at the end each log must be
whole, hold each acknowledged move exactly once, and be playable again. A scene that finds something wrong stops the run.
Without names all scenes run. Prints JSON; the longest pause is what a player waited for one answer.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any

from load import clocks, kills, outages, races, rolling, slow_store, workers
from load.processes import end_cleanly

Scene = Callable[[argparse.Namespace], Awaitable[dict[str, Any]]]
SCENES: dict[str, Scene] = {
    "kill-sqlite-server": lambda args: kills.sqlite_server(args.kills),
    "kill-postgresql-servers": lambda args: kills.postgresql_servers(args.kills),
    "kill-postgresql": lambda args: kills.postgresql_itself(args.kills),
    "kill-nats": lambda args: kills.nats_itself(args.kills),
    "kill-workers": lambda args: workers.killed(args.kills),
    "repeated-id": lambda args: races.at_two_servers(races.repeated_id, args.rounds),
    "rematch-at-once": lambda args: races.at_two_servers(races.rematches, args.rounds),
    "nats-gone": lambda args: outages.nats_gone(args.seconds),
    "postgresql-gone": lambda args: outages.postgresql_gone(args.seconds),
    "full-disk": lambda args: outages.full_disk(),
    "slow-postgresql": lambda args: slow_store.postgresql(args.rounds),
    "slow-sqlite": lambda args: slow_store.sqlite(args.rounds),
    "clocks-that-jump": lambda args: clocks.jumping(args.rounds),
    "rolling-update-of-machines": lambda args: rolling.machines(max(args.rounds // 10, 1)),
    "rolling-update-of-processes": lambda args: rolling.processes(max(args.rounds // 10, 1)),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help=", ".join(SCENES))
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60, help="how long a service is away")
    args = parser.parse_args()
    end_cleanly()
    if unknown := set(args.scenes) - set(SCENES):
        parser.error(f"there is no scene {', '.join(sorted(unknown))}; there are {', '.join(SCENES)}")
    told: dict[str, Any] = {}
    for name in args.scenes or SCENES:
        began = time.perf_counter()
        told[name] = asyncio.run(SCENES[name](args)) | {"took_s": round(time.perf_counter() - began, 1)}
        print(name, told[name], file=sys.stderr)
    print(json.dumps(told, indent=2))


if __name__ == "__main__":
    main()
