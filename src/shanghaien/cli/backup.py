"""``shanghaien backup``: a copy of all games while the server runs."""
# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs

import argparse
import re
import sqlite3
import sys
from datetime import datetime
from pathlib import Path

from shanghaien.wrong_input import WrongInput

from .files import check_file
from .flags import count
from .setting_flags import add_database_flags, settings_of_games

NAME = "shanghaien-%Y-%m-%d.db"
"""What a copy in a folder of copies is called, after the day by this machine's clock."""
COPY = re.compile(r"shanghaien-\d{4}-\d{2}-\d{2}\.db")


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "target",
        type=Path,
        help="the file to write, or a folder, where it is named after the day; replaces an older copy",
    )
    parser.add_argument("--keep", type=count, metavar="N", help="in a folder: delete all copies but the newest N")
    add_database_flags(parser)


def run(args: argparse.Namespace) -> int:
    source = settings_of_games(args).sqlite_file
    if source is None:
        raise WrongInput("This copies SQLite only; for PostgreSQL use pg_dump.")
    folder, target = args.target, args.target
    if folder.is_dir():
        target = folder / f"{datetime.now().astimezone():{NAME}}"
    elif args.keep:
        raise WrongInput(f"--keep is for a folder of copies; {folder} is none.")
    check_file(target)
    from shanghaien.web.core.database.sqlite_file import backup

    try:
        size = backup(source, target)
    except sqlite3.Error as error:
        raise WrongInput(f"The copy failed: {error}.") from None
    sys.stdout.write(f"{target}: {size} bytes\n")
    for old in _older(folder, args.keep) if args.keep else ():
        old.unlink()
        sys.stdout.write(f"{old}: deleted\n")
    return 0


def _older(folder: Path, keep: int) -> list[Path]:
    """The copies in a folder but for the newest ones; what is called otherwise is not ours to delete."""
    return sorted(file for file in folder.iterdir() if COPY.fullmatch(file.name))[:-keep]
