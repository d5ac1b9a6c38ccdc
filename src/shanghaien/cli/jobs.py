"""``shanghaien jobs``: scheduled tasks, and those that failed."""
# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs

import argparse
import asyncio
import sys
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from shanghaien.wrong_input import WrongInput

from .flags import add_json_flag, json_lines, json_time
from .setting_flags import add_database_flags, settings_of_games

if TYPE_CHECKING:
    from shanghaien.web.run.monitoring import Waiting, WaitingStore

NOW = "now"
MOST, LONGEST = 1000, 24
"""How many are listed, and how many letters of a subject are shown: it may name a person."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", nargs="?", choices=["list", NOW], default="list", help="list (default), or now")
    parser.add_argument("id", nargs="?", type=int, help="with now: the number of what is to be tried at once")
    parser.add_argument("--failed", action="store_true", help="only what has failed and is tried again later")
    add_json_flag(parser)
    add_database_flags(parser)


def run(args: argparse.Namespace) -> int:
    if (args.action == NOW) != (args.id is not None):
        raise WrongInput(
            "To try something at once give its number, as shanghaien jobs now 17; shanghaien jobs lists them."
        )
    settings = settings_of_games(args)
    if args.action == NOW:
        return _try_now(settings.database, args.id)
    rows = _ask(settings.database, lambda store: store.jobs(failed=args.failed, limit=MOST))
    if args.json:
        sys.stdout.write(json_lines(asdict(row) | {"at": json_time(row.at)} for row in rows))
    else:
        sys.stdout.write("".join(f"{line}\n" for line in _as_table(rows, args.failed)))
    return 0


def _try_now(url: str, number: int) -> int:
    if not _ask(url, lambda store: store.again(number)):
        raise WrongInput(f"No task {number} is waiting; it may be done, or running right now.")
    sys.stdout.write(f"{number} is next; a running server does it within a few seconds.\n")
    return 0


def _ask(url: str, question: "Callable[[WaitingStore], Awaitable[Any]]") -> Any:
    from shanghaien.web.run.monitoring import WaitingStore
    from shanghaien.web.run.prepare import open_database

    async def answer() -> Any:
        async with open_database(url) as database:
            return await question(WaitingStore(database))

    return asyncio.run(answer())


def _as_table(rows: "list[Waiting]", only_failed: bool) -> list[str]:
    if not rows:
        return ["Nothing has failed." if only_failed else "Nothing is scheduled."]
    heads: tuple[str, ...] = ("id", "kind", "subject", "when (UTC)", "tries", "state")
    cells: list[tuple[str, ...]] = [
        (str(row.id), row.kind, _short(row.subject), _time(row.at), str(row.tries), row.state) for row in rows
    ]
    if only_failed:
        heads, cells = (*heads, "problem"), [(*line, row.problem) for line, row in zip(cells, rows, strict=True)]
    widths = [max(map(len, column)) for column in zip(heads, *cells, strict=True)]
    lines = [
        "  ".join(f"{cell:<{width}}" for cell, width in zip(line, widths, strict=True)) for line in (heads, *cells)
    ]
    more = [f"The first {MOST} are listed."] if len(rows) == MOST else []
    return [line.rstrip() for line in lines] + more


def _short(subject: str) -> str:
    return subject if len(subject) <= LONGEST else f"{subject[: LONGEST - 1]}…"


def _time(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
