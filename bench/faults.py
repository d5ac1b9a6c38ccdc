"""Breaks a site on purpose, under load, and looks whether everything that was acknowledged is there afterwards.

    python bench/faults.py [SCENE ...] [--kills 20] [--rounds 20] [--seconds 60] [--minutes 15]

Real processes on this machine, killed with SIGKILL at random moments: servers, PostgreSQL, NATS, workers; processes
that think and stand still; a PostgreSQL that is restarted; two servers asked for the same thing; services that are away
for a while; a full disk; damaged rows; a store that hangs; clocks that jump; an update under load; a flood of games.
Every player sends a move until it is answered and remembers the answers; at the end each log must be whole, hold each
acknowledged move exactly once, and be playable again. A scene that finds something wrong fails the run; the others
go on. Without names all scenes run, as many as there is time for. Prints a table, and JSON if it is asked for; the
longest pause is what a player waited for one answer.
"""

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any

from load import clocks, damage, door, kills, outages, races, rolling, slow_store, starving, thinkers, workers
from load.processes import end_cleanly

Scene = Callable[[argparse.Namespace], Awaitable[dict[str, Any]]]
SCENES: dict[str, Scene] = {
    "kill-sqlite-server": lambda args: kills.sqlite_server(args.kills),
    "kill-postgresql-servers": lambda args: kills.postgresql_servers(args.kills),
    "kill-postgresql": lambda args: kills.postgresql_itself(args.kills),
    "kill-nats": lambda args: kills.nats_itself(args.kills),
    "kill-workers": lambda args: workers.killed(args.kills),
    "kill-thinking-process": lambda args: thinkers.dead(),
    "freeze-thinking-process": lambda args: thinkers.frozen(),
    "restart-postgresql": lambda args: workers.database_restarted(max(args.kills // 4, 1)),
    "damaged-rows": lambda args: damage.rows(),
    "flood-of-games": lambda args: starving.bots(),
    "floods-at-the-door": lambda args: door.floods(min(args.seconds, 5)),
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
    parser.add_argument("--minutes", type=float, default=0, help="after which nothing more is begun, and all is ended")
    parser.add_argument("--json", action="store_true", help="print everything that was measured")
    args = parser.parse_args()
    end_cleanly()
    if unknown := set(args.scenes) - set(SCENES):
        parser.error(f"there is no scene {', '.join(sorted(unknown))}; there are {', '.join(SCENES)}")
    results = asyncio.run(_all(args.scenes or list(SCENES), args))
    print(json.dumps(results, indent=2) if args.json else _table(results))
    sys.exit(any("wrong" in figures for figures in results.values()))


async def _all(scenes: list[str], args: argparse.Namespace) -> dict[str, dict[str, Any]]:
    results: dict[str, dict[str, Any]] = {}
    over = time.monotonic() + args.minutes * 60 if args.minutes else None
    for name in scenes:
        left = None if over is None else over - time.monotonic()
        results[name] = {"left_out": "no time"} if left is not None and left <= 0 else await _one(name, args, left)
        print(name, results[name], file=sys.stderr)
    return results


async def _one(name: str, args: argparse.Namespace, seconds: float | None) -> dict[str, Any]:
    began = time.perf_counter()
    try:
        async with asyncio.timeout(seconds):
            figures = await SCENES[name](args)
    except TimeoutError:
        figures = {"left_out" if seconds is not None else "wrong": "it took too long"}
    except Exception as error:  # noqa: BLE001 - what is wrong is told at the end, and the other scenes are still of use
        figures = {"wrong": f"{type(error).__name__}: {error}"}
    return figures | {"took_s": round(time.perf_counter() - began, 1)}


def _table(results: dict[str, dict[str, Any]]) -> str:
    """One line per scene, as Markdown."""
    lines = ["| scene | s | figures |", "|---|---|---|"]
    for name, figures in results.items():
        words = [f"{key.replace('_', ' ')} {_short(value)}" for key, value in figures.items() if key != "took_s"]
        lines.append(f"| {name} | {figures.get('took_s', '')} | {', '.join(words)} |")
    return "\n".join(lines)


def _short(value: Any) -> str:
    if isinstance(value, dict):
        return "(" + ", ".join(f"{key} {_short(part)}" for key, part in value.items()) + ")"
    return str(len(value)) if isinstance(value, list) else str(value)


if __name__ == "__main__":
    main()
