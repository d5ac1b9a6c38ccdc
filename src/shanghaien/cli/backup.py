"""``shanghaien backup``: a copy of all games while the server runs."""
# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs

import argparse
import sqlite3
import sys
from pathlib import Path

from shanghaien.wrong_input import WrongInput

from .files import check_file
from .setting_flags import add_database_flags, settings_of_games


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("target", type=Path, help="the file to write; an older copy there is replaced")
    add_database_flags(parser)


def run(args: argparse.Namespace) -> int:
    source = settings_of_games(args).sqlite_file
    if source is None:
        raise WrongInput("This copies SQLite only; for PostgreSQL use pg_dump.")
    check_file(args.target)
    from shanghaien.web.core.database.sqlite_file import backup

    try:
        size = backup(source, args.target)
    except sqlite3.Error as error:
        raise WrongInput(f"The copy failed: {error}.") from None
    sys.stdout.write(f"{args.target}: {size} bytes\n")
    return 0
