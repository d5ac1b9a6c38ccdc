"""``shanghaien check``: read all games, even while the server runs, and report what is damaged."""
# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs

import argparse
import asyncio
import sys
from typing import TYPE_CHECKING, Any

from shanghaien.wrong_input import WrongInput

from .flags import add_json_flag, json_lines
from .setting_flags import add_database_flags, settings_of_games

if TYPE_CHECKING:
    from pathlib import Path

    from shanghaien.web.run.check import Findings

DAMAGED = 1


def configure(parser: argparse.ArgumentParser) -> None:
    add_json_flag(parser, "what was found as JSON; the exit code is the same")
    add_database_flags(parser)


def run(args: argparse.Namespace) -> int:
    """Look through the file, then read every game; exit code 1 if anything is damaged."""
    settings = settings_of_games(args)
    if settings.sqlite_file is not None:
        look_through(settings.sqlite_file)
    findings = read_all(settings.database)
    if args.json:
        sys.stdout.write(json_lines([as_values(findings)]))
        return DAMAGED if findings.damages or findings.inconsistencies else 0
    for damage in findings.damages:
        sys.stdout.write(f"Game {damage.game} is damaged: {damage.why}\n")
    for found in findings.inconsistencies:
        sys.stdout.write(f"{found}\n")
    sys.stdout.write(summary(findings) + "\n")
    return DAMAGED if findings.damages or findings.inconsistencies else 0


def as_values(findings: "Findings") -> dict[str, Any]:
    """What was found, for programs."""
    return {
        "ok": not (findings.damages or findings.inconsistencies),
        "games": findings.games,
        "damaged": [damage._asdict() for damage in findings.damages],
        "inconsistencies": [found._asdict() for found in findings.inconsistencies],
    }


def summary(findings: "Findings") -> str:
    games = "1 game was read" if findings.games == 1 else f"{findings.games} games were read"
    damaged = len(findings.damages)
    if not damaged:
        return f"{games}; no game is damaged." if findings.inconsistencies else f"{games}; nothing is damaged."
    return f"{games}; {damaged} {'is' if damaged == 1 else 'are'} damaged and set aside, everything else can be played."


def look_through(file: "Path") -> None:
    """Let SQLite look through its own file; WrongInput if that is damaged as a whole."""
    from shanghaien.web.core.database.sqlite_file import UnusableFile
    from shanghaien.web.core.database.sqlite_file import look_through as look

    try:
        look(file)
    except UnusableFile as error:
        raise WrongInput(f"The database cannot be used: {error}.") from None


def read_all(url: str, what: str = "The database", *, bring_up_to_date: bool = False) -> "Findings":
    """Read every game of a database with a progress bar; WrongInput if the database cannot be used."""
    return asyncio.run(_read_all(url, what, bring_up_to_date=bring_up_to_date))


async def _read_all(url: str, what: str, *, bring_up_to_date: bool) -> "Findings":
    from shanghaien.terminal.console import passing_bar
    from shanghaien.web.core.database.migrate import UnknownDatabase, newest, revision_of, upgrade
    from shanghaien.web.run.check import check_games
    from shanghaien.web.run.prepare import check_shape, open_database

    async with open_database(url, what, patient=True) as database:
        revision = await revision_of(database)
        if revision is None:
            raise UnknownDatabase("it holds no games of shanghaien")
        if bring_up_to_date:
            await upgrade(database)
        elif revision != newest():
            raise WrongInput(
                "The database is of an earlier version; start the server once, which brings it up to date."
            )
        await check_shape(database)
        with passing_bar() as bar:
            task = bar.add_task("Reading games", total=None)
            return await check_games(database, lambda done, of: bar.update(task, completed=done, total=of))
