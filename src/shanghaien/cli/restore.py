"""``shanghaien restore``: bring a copy of all games back into the place of the database."""
# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs

import argparse
import asyncio
import sqlite3
import sys
from pathlib import Path

from shanghaien.wrong_input import WrongInput

from .check import read_all, summary
from .setting_flags import add_database_flags, settings_of


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("copy", type=Path, nargs="?", help="a copy that `shanghaien backup` made; it stays as it is")
    parser.add_argument("--damaged-too", action="store_true", help="also if some games in the copy are damaged")
    add_database_flags(parser)


def run(args: argparse.Namespace) -> int:
    """Check the copy, keep the old database beside it, and put the copy into its place."""
    settings = settings_of(args, create=False)
    file = settings.sqlite_file
    if file is None:
        return _after_pg_restore(args.copy, settings.database)
    if args.copy is None:
        raise WrongInput("Name the copy that is to be restored.")
    if not args.copy.is_file() or not args.copy.stat().st_size:
        raise WrongInput(f"There is no copy of games in {args.copy}.")
    if not file.parent.is_dir():
        raise WrongInput(f"There is no folder {file.parent}.")
    _check_owner(file)
    if file.exists() and args.copy.samefile(file):
        raise WrongInput(f"{args.copy} is the database itself; name a copy of it.")
    from shanghaien.web.run.prepare import exclusive_lock

    with exclusive_lock(file, ""):
        return _restore(args.copy, file, damaged_too=args.damaged_too)


def _check_owner(file: Path) -> None:
    from shanghaien.web.core.database.file_owner import NotTheOwner, check_owner

    try:
        check_owner(file)
    except NotTheOwner as error:
        raise WrongInput(f"{error}.") from None


def _restore(copy: Path, file: Path, *, damaged_too: bool) -> int:
    from shanghaien.web.core.database.sqlite_file import copy_beside, remove, take_place
    from shanghaien.web.run.restore import carry_over

    try:
        beside = copy_beside(copy, file)
    except sqlite3.Error as error:
        raise WrongInput(f"The copy {copy} cannot be used: {error}.") from None
    try:
        findings = read_all(f"sqlite+aiosqlite:///{beside}", "The copy", bring_up_to_date=True)
        if findings.damages and not damaged_too:
            raise WrongInput(f"{summary(findings)} Nothing was changed; to restore it all the same, add --damaged-too.")
        carry_over(file, beside)
        asyncio.run(_start_afresh(f"sqlite+aiosqlite:///{beside}"))
        kept = take_place(beside, file)
    finally:
        remove(beside)
    before = f" What was there before is {kept}." if kept else ""
    sys.stdout.write(f"{file}: {summary(findings)}{before}\n")
    return 0


def _after_pg_restore(copy: Path | None, url: str) -> int:
    """PostgreSQL brings its copies back itself; what has to be done then is done here."""
    if copy is not None:
        raise WrongInput("For PostgreSQL use pg_restore, and then this command without a copy.")
    findings = read_all(url, bring_up_to_date=True)
    asyncio.run(_start_afresh(url))
    sys.stdout.write(f"{summary(findings)} The servers can be started.\n")
    return 0


async def _start_afresh(url: str) -> None:
    from shanghaien.web.run.prepare import open_database
    from shanghaien.web.run.restore import commit_games_anew, sign_everybody_out, start_afresh

    async with open_database(url, patient=True) as database:
        await start_afresh(database)
        await commit_games_anew(database)
        await sign_everybody_out(database)
