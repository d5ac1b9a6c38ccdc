"""``shanghaien people``: who keeps games here; rename, sign out or delete somebody, roles, and the keeping of order."""
# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs

import argparse
import asyncio
import sys
from typing import TYPE_CHECKING

from shanghaien.wrong_input import WrongInput

from .people_order import ORDER_ACTIONS, done_about_order
from .settings import add_data_flag, settings_of

if TYPE_CHECKING:
    from shanghaien.web.moderation.host import HostCommands

ACTIONS = {"list": (0,), "rename": (2,), "sign-out": (1,), "delete": (1,), **ORDER_ACTIONS}
"""What can be done, and how many names it needs."""
USAGE = {
    "list": "",
    "rename": " NAME NEW",
    "audit": "",
    "words": " list, words add WORD or words remove WORD",
    "close": " NAME --reason WHY",
    "reopen": " NAME --reason WHY",
    "unrate": " NAME [DAY] --reason WHY",
    "count-again": " NAME --reason WHY",
    "clear": " NAME --reason WHY",
}
"""What stands after an action; the name of somebody after all others."""
AT_ONCE = 500


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of the command."""
    said = (
        "list, rename NAME NEW, sign-out NAME, delete NAME, administrator NAME, moderator NAME, close NAME, "
        "reopen NAME, unrate NAME [DAY], count-again NAME, clear NAME, audit, or words list, add WORD, remove WORD"
    )
    parser.add_argument("action", nargs="?", choices=list(ACTIONS), default="list", metavar="ACTION", help=said)
    parser.add_argument("names", nargs="*", metavar="NAME", help="whom it is about, and what they are called then")
    parser.add_argument("--off", action="store_true", help="with administrator or moderator: no longer one")
    parser.add_argument(
        "--reason", default="", help="with close to clear: why, which the audit keeps and they may be told"
    )
    parser.add_argument("--yes", action="store_true", help="with delete: do it; there is no way back")
    add_data_flag(parser)
    parser.add_argument("--database", metavar="URL", help="the database, if it is not in that folder")


def run(args: argparse.Namespace) -> int:
    """Do one thing, and tell in a sentence what was done."""
    if len(args.names) not in ACTIONS[args.action]:
        raise WrongInput(f"{_usage(args.action)} (names with spaces in quotes).")
    if args.action == "delete" and not args.yes:
        raise WrongInput(
            f"This deletes everything about {args.names[0]} for good; their opponents keep the games. "
            f"To do it, add --yes."
        )
    settings = settings_of(args, create=False)
    if settings.sqlite_file is not None and not settings.sqlite_file.exists():
        raise WrongInput(f"There are no games yet in {settings.sqlite_file}.")
    sys.stdout.write(asyncio.run(_at_the_desk(settings.database, args)))
    return 0


async def _at_the_desk(url: str, args: argparse.Namespace) -> str:
    from sqlalchemy.exc import SQLAlchemyError

    from shanghaien.web.core.database.engine import Database
    from shanghaien.web.core.errors import DomainError
    from shanghaien.web.moderation.host import HostCommands

    database = Database(url)
    try:
        if args.action in ORDER_ACTIONS:
            return await done_about_order(database, args)
        return await _done(HostCommands(database), args)
    except DomainError as refusal:
        raise WrongInput(str(refusal)) from None
    except (SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise WrongInput(f"The database cannot be used: {reason}.") from None
    finally:
        await database.close()


async def _done(desk: "HostCommands", args: argparse.Namespace) -> str:
    match args.action:
        case "rename":
            before, after = await desk.rename(*args.names)
            return f"{before} is called {after} now. Games that have begun keep the name they had.\n"
        case "sign-out":
            return f"{await desk.sign_out(args.names[0])} is signed out on all devices, within a few seconds.\n"
        case "delete":
            name = await desk.delete(args.names[0])
            return f"{name} is deleted. A running server gives up their seats within a few seconds.\n"
    return await _listed(desk)


async def _listed(desk: "HostCommands") -> str:
    lines = [line async for line in desk.lines(AT_ONCE)]
    return "".join(f"{line}\n" for line in lines) if lines else "Nobody keeps their games here yet.\n"


def _usage(action: str) -> str:
    return f"Write shanghaien people {action}{USAGE.get(action, ' NAME')}"
