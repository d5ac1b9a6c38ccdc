"""``shanghaien backup``: a copy of all games while the server runs."""

import argparse
import sqlite3
import sys
from pathlib import Path

from shanghaien.web.settings import load
from shanghaien.web.store.backup import backup
from shanghaien.wrong_input import WrongInput

from .serve import flags_of


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags."""
    parser.add_argument("target", type=Path, help="the file to write; an older copy there is replaced")
    parser.add_argument("--data", metavar="FOLDER", help="where games are kept (your data folder)")
    parser.add_argument("--database", metavar="URL", help="the database, if it is not in that folder")


def run(args: argparse.Namespace) -> int:
    """Copy the database."""
    source = load(flags_of(args), create=False).sqlite_file
    if source is None:
        raise WrongInput("This copies SQLite only; for PostgreSQL use pg_dump.")
    if not source.exists():
        raise WrongInput(f"There are no games yet in {source}.")
    if args.target.is_dir() or not args.target.parent.is_dir():
        raise WrongInput(f"{args.target} must be a file in a folder that exists.")
    try:
        size = backup(source, args.target)
    except sqlite3.Error as error:
        raise WrongInput(f"The copy failed: {error}.") from None
    sys.stdout.write(f"{args.target}: {size} bytes\n")
    return 0
