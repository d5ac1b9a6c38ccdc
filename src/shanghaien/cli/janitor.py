"""``shanghaien janitor``: remove at once what servers remove once a day by themselves, or tell what that would be."""
# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs

import argparse
import asyncio
import sys
from typing import TYPE_CHECKING

from shanghaien.wrong_input import WrongInput

from .settings import add_data_flag, settings_of

if TYPE_CHECKING:
    from shanghaien.web.core.settings import Settings
    from shanghaien.web.run.cleanup import Removed


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of the command."""
    parser.add_argument("--dry-run", action="store_true", help="only tell what would go")
    add_data_flag(parser)
    parser.add_argument("--database", metavar="URL", help="the database, if it is not in that folder")
    parser.add_argument("--keep-guest-games-days", metavar="DAYS", help="unfinished games (365; 0 keeps them)")
    parser.add_argument("--keep-invitations-days", metavar="DAYS", help="invitations nobody took (30; 0 keeps them)")
    parser.add_argument("--keep-reviews-days", metavar="DAYS", help="reviews nobody reads (180; 0 keeps them)")


def run(args: argparse.Namespace) -> int:
    """Go round once."""
    settings = settings_of(args, create=False)
    if settings.sqlite_file is not None and not settings.sqlite_file.exists():
        raise WrongInput(f"There are no games yet in {settings.sqlite_file}.")
    removed = asyncio.run(_round(settings, dry_run=args.dry_run))
    verb = "Would remove" if args.dry_run else "Removed"
    sys.stdout.write(
        f"{verb} {_many(removed.games, 'unfinished game')}, {_many(removed.invitations, 'unused invitation')} "
        f"and {_many(removed.reviews, 'review')}. Finished games stay.\n"
    )
    return 0


async def _round(settings: "Settings", *, dry_run: bool) -> "Removed":
    from sqlalchemy.exc import SQLAlchemyError

    from shanghaien.web.core.database.engine import Database
    from shanghaien.web.run.cleanup import CleanUp, Retention

    keep = Retention(settings.keep_guest_games_days, settings.keep_invitations_days, settings.keep_reviews_days)
    database = Database(settings.database, patient=True)
    try:
        janitor = CleanUp(database, keep)
        return await (janitor.count() if dry_run else janitor.clean())
    except (SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise WrongInput(f"The database cannot be used: {reason}.") from None
    finally:
        await database.close()


def _many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"
