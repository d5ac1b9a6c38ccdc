"""``shanghaien janitor``: remove at once what servers remove once a day by themselves, or tell what that would be."""
# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs

import argparse
import asyncio
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING

from .flags import add_json_flag, json_lines
from .setting_flags import add_database_flags, settings_of_games

if TYPE_CHECKING:
    from shanghaien.web.core.settings import Settings
    from shanghaien.web.run.cleanup import Removed


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="only tell what would go")
    add_json_flag(parser, "the numbers as JSON")
    add_database_flags(parser)
    parser.add_argument("--keep-guest-games-days", metavar="DAYS", help="unfinished games (365; 0 keeps them)")
    parser.add_argument("--keep-invitations-days", metavar="DAYS", help="invitations nobody took (30; 0 keeps them)")
    parser.add_argument("--keep-reviews-days", metavar="DAYS", help="reviews nobody reads (180; 0 keeps them)")


def run(args: argparse.Namespace) -> int:
    settings = settings_of_games(args)
    removed = asyncio.run(_round(settings, dry_run=args.dry_run))
    if args.json:
        sys.stdout.write(json_lines([{"removed": not args.dry_run, **asdict(removed)}]))
        return 0
    verb = "Would remove" if args.dry_run else "Removed"
    sys.stdout.write(
        f"{verb} {_many(removed.games, 'unfinished game')}, {_many(removed.invitations, 'unused invitation')} "
        f"and {_many(removed.reviews, 'review')}. Finished games stay.\n"
    )
    return 0


async def _round(settings: "Settings", *, dry_run: bool) -> "Removed":
    from shanghaien.web.run.cleanup import CleanUp, Retention
    from shanghaien.web.run.prepare import open_database

    keep = Retention(settings.keep_guest_games_days, settings.keep_invitations_days, settings.keep_reviews_days)
    async with open_database(settings.database, patient=True) as database:
        janitor = CleanUp(database, keep)
        return await (janitor.count() if dry_run else janitor.clean())


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
