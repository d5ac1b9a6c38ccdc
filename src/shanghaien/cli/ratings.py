"""``shanghaien ratings``: work out all ratings anew from the log of results, check them, or show those of one person."""
# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs

import argparse
import asyncio
import sys
from typing import TYPE_CHECKING, Any

from shanghaien.wrong_input import WrongInput

from .flags import add_json_flag, json_lines, json_time
from .setting_flags import add_database_flags, settings_of_games

if TYPE_CHECKING:
    from shanghaien.ratings.glicko import Rating
    from shanghaien.web.core.database.engine import Database
    from shanghaien.web.standings.rebuild import Rebuild, Step
    from shanghaien.web.standings.service import ListedStanding

ACTIONS = {"rebuild": 0, "check": 0, "show": 1}
"""What can be done, and how many names it needs."""
WRONG = 1


def configure(parser: argparse.ArgumentParser) -> None:
    said = "rebuild, check, or show NAME"
    parser.add_argument("action", choices=list(ACTIONS), metavar="ACTION", help=said)
    parser.add_argument("names", nargs="*", metavar="NAME", help="whose ratings are shown")
    add_json_flag(parser)
    add_database_flags(parser)


def run(args: argparse.Namespace) -> int:
    if len(args.names) != ACTIONS[args.action]:
        wanted = " NAME" if ACTIONS[args.action] else ""
        raise WrongInput(f"Write shanghaien ratings {args.action}{wanted} (names with spaces in quotes).")
    settings = settings_of_games(args)
    text, code = asyncio.run(_done(settings.database, args))
    sys.stdout.write(text)
    return code


async def _done(url: str, args: argparse.Namespace) -> tuple[str, int]:
    from shanghaien.web.run.prepare import open_database
    from shanghaien.web.standings.rebuild import Rebuild
    from shanghaien.web.standings.result_log import ResultWriter

    async with open_database(url, patient=True) as database:
        rebuild = Rebuild(ResultWriter(database))
        if args.action == "show":
            return await _shown(database, args.names[0], as_json=args.json), 0
        if args.action == "check":
            return await _checked(rebuild, as_json=args.json)
        await rebuild.begin()
        await _watched(rebuild)
        said = "All ratings were worked out anew from the log of results.\n"
        return json_lines([{"rebuilt": True}]) if args.json else said, 0


async def _checked(rebuild: "Rebuild", *, as_json: bool) -> tuple[str, int]:
    while not await rebuild.begin(check=True):  # another process works them out just now: that comes first
        await rebuild.finish()
    different = (await _watched(rebuild)).different
    if as_json:
        wrong = [{"person": person, "list": name} for person, name in different]
        return json_lines([{"ok": not wrong, "different": wrong}]), WRONG if wrong else 0
    if not different:
        return "All ratings are what the log of results says.\n", 0
    lines = "".join(f"{person} ({name})\n" for person, name in different)
    return (
        f"These ratings are not what the log of results says:\n{lines}shanghaien ratings rebuild repairs them.\n",
        WRONG,
    )


async def _watched(rebuild: "Rebuild") -> "Step":
    """Take all steps with a progress bar; the last one."""
    from shanghaien.terminal.console import passing_bar

    last: Step | None = None
    with passing_bar() as bar:
        task = bar.add_task("working out ratings", total=1.0)
        async for step in rebuild.steps():
            last = step
            bar.update(task, completed=step.done)
    assert last is not None
    return last


async def _shown(database: "Database", name: str, *, as_json: bool) -> str:
    from shanghaien.web.people.names import normalised_name
    from shanghaien.web.people.store import PeopleStore
    from shanghaien.web.standings.service import Standings
    from shanghaien.web.standings.standing_words import margin_words, strength_words

    person = await PeopleStore(database).named(normalised_name(name))
    if person is None:
        raise WrongInput(f"Nobody is called {name}; shanghaien people lists everybody.")
    known = await Standings(database).of(person.id)
    if as_json:
        return json_lines(_as_values(standing) for standing in known.values())
    if not known:
        return f"{person.name} has played no rated game.\n"
    return "".join(
        f"{standing.list}: {strength_words(standing)} {margin_words(standing.rating)} after {standing.games} games"
        + (f"; without luck {round(standing.skill.value)} {margin_words(standing.skill)}" if standing.skill else "")
        + "\n"
        for standing in known.values()
    )


def _as_values(standing: "ListedStanding") -> dict[str, Any]:
    return {
        "list": standing.list,
        **_figure(standing.rating),
        "provisional": standing.provisional,
        "games": standing.games,
        "last": json_time(standing.at),
        "without_luck": _figure(standing.skill) if standing.skill else None,
    }


def _figure(rating: "Rating") -> dict[str, float]:
    return {"rating": round(rating.value, 1), "deviation": round(rating.deviation, 1)}
