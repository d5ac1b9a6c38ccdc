"""``shanghaien people``: who keeps games here; rename, sign out or delete accounts, roles, and moderation."""

# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs
import argparse
import asyncio
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from shanghaien.wrong_input import WrongInput

from .flags import add_json_flag, json_lines, json_time
from .setting_flags import add_database_flags, settings_of_games

if TYPE_CHECKING:
    from shanghaien.web.core.database.engine import Database
    from shanghaien.web.moderation.host import HostCommands, ModerationCommands


ORDER_ACTIONS = {
    "administrator": (1,),
    "moderator": (1,),
    "close": (1,),
    "reopen": (1,),
    "unrate": (1, 2),
    "count-again": (1,),
    "clear": (1,),
    "audit": (0,),
    "words": (0, 1, 2),
}
"""What can be done, and how many names or words it needs."""
AT_ONCE = 500


async def _moderate(database: "Database", args: argparse.Namespace) -> str:
    from shanghaien.web.moderation.host import ModerationCommands
    from shanghaien.web.standings.result_log import ResultWriter
    from shanghaien.web.standings.unrating import Unrating

    commands = ModerationCommands(database, Unrating(ResultWriter(database)))
    match args.action:
        case "administrator" | "moderator":
            return await _role(commands, args)
        case "close":
            name = await commands.close(args.names[0], args.reason)
            return f"The account of {name} is closed; they are signed out within a few seconds.\n"
        case "reopen":
            return f"The account of {await commands.reopen(args.names[0], args.reason)} is open again.\n"
        case "unrate" | "count-again" | "clear":
            return await _about_play(commands, args)
        case "words":
            return await _words(commands, args.names, as_json=args.json)
    return await _audit(commands, as_json=args.json)


async def _audit(commands: "ModerationCommands", *, as_json: bool) -> str:
    from shanghaien.web.moderation.host import audit_line

    rows = [row async for row in commands.audit(AT_ONCE)]
    if as_json:
        return json_lines(
            {"number": row.number, "at": json_time(row.at), "by": row.by_name, "what": row.what, "name": row.name}
            | {"detail": row.detail, "reason": row.reason}
            for row in rows
        )
    return "".join(f"{audit_line(row)}\n" for row in rows) if rows else "Nothing was done yet.\n"


async def _role(commands: "ModerationCommands", args: argparse.Namespace) -> str:
    name = await commands.give_role(args.names[0], args.action, on=not args.off)
    role = "an administrator" if args.action == "administrator" else "a moderator"
    return f"{name} {f'is no longer {role}' if args.off else f'is {role} now'}.\n"


async def _about_play(commands: "ModerationCommands", args: argparse.Namespace) -> str:
    match [args.action, *args.names]:
        case ["unrate", name, *days]:
            name = await commands.unrate(name, _beginning(days[0]) if days else 0, args.reason)
            return f"Games of {name} do not count {f'from {days[0]} on' if days else 'any more'}.\n"
        case ["count-again", name]:
            return f"Games of {await commands.count_again(name, args.reason)} count again.\n"
    return f"Monitoring of {await commands.clear(args.names[0], args.reason)} starts from zero.\n"


def _beginning(day: str) -> int:
    """When a day begins in UTC."""
    try:
        return int(datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        raise WrongInput(f"Write the day as in 2026-01-31, not {day}.") from None


async def _words(commands: "ModerationCommands", words: list[str], *, as_json: bool) -> str:
    match words:
        case [] | ["list"]:
            listed = await commands.words.listed()
            if as_json:
                return json_lines({"word": word.written, "inside": word.inside} for word in listed)
            return "".join(f"{'*' if word.inside else ''}{word.written}\n" for word in listed)
        case ["add", word]:
            return f"{await commands.add_word(word)} is on the list; it takes effect within a few seconds.\n"
        case ["remove", word]:
            return f"{await commands.remove_word(word)} is off the list.\n"
    raise WrongInput("Write shanghaien people words list, words add WORD or words remove WORD.")


LISTS = ("list", "audit")
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
"""The arguments in the usage of an action; of all others, one name."""


def configure(parser: argparse.ArgumentParser) -> None:
    said = (
        "list, rename NAME NEW, sign-out NAME, delete NAME, administrator NAME, moderator NAME, close NAME, "
        "reopen NAME, unrate NAME [DAY], count-again NAME, clear NAME, audit, or words list, add WORD, remove WORD"
    )
    parser.add_argument("action", nargs="?", choices=list(ACTIONS), default="list", metavar="ACTION", help=said)
    parser.add_argument("names", nargs="*", metavar="NAME", help="who it is about; for rename also the new name")
    parser.add_argument("--off", action="store_true", help="with administrator or moderator: no longer one")
    parser.add_argument(
        "--reason",
        default="",
        help="the reason (close, reopen, unrate, count-again, clear); kept in the audit, and they may be told",
    )
    parser.add_argument("--yes", action="store_true", help="with delete: do it; there is no way back")
    add_json_flag(parser, "with list, audit and words list: as JSON, one line each")
    add_database_flags(parser)


def run(args: argparse.Namespace) -> int:
    if len(args.names) not in ACTIONS[args.action]:
        raise WrongInput(f"{_usage(args.action)} (names with spaces in quotes).")
    if args.json and not (args.action in LISTS or (args.action == "words" and args.names in ([], ["list"]))):
        raise WrongInput(
            "--json is for what is listed: list, audit and words list; all else says by its exit code how it went."
        )
    if args.action == "delete" and not args.yes:
        raise WrongInput(
            f"This deletes everything about {args.names[0]} for good; their opponents keep the games. "
            f"To do it, add --yes."
        )
    settings = settings_of_games(args)
    sys.stdout.write(asyncio.run(_carry_out(settings.database, args)))
    return 0


async def _carry_out(url: str, args: argparse.Namespace) -> str:
    from shanghaien.web.core.errors import DomainError
    from shanghaien.web.moderation.host import HostCommands
    from shanghaien.web.run.prepare import open_database

    async with open_database(url) as database:
        try:
            if args.action in ORDER_ACTIONS:
                return await _moderate(database, args)
            return await _administer(HostCommands(database), args)
        except DomainError as refusal:
            raise WrongInput(str(refusal)) from None


async def _administer(commands: "HostCommands", args: argparse.Namespace) -> str:
    match args.action:
        case "rename":
            before, after = await commands.rename(*args.names)
            return f"{before} is called {after} now. Games that have begun keep the name they had.\n"
        case "sign-out":
            return f"{await commands.sign_out(args.names[0])} is signed out on all devices, within a few seconds.\n"
        case "delete":
            name = await commands.delete(args.names[0])
            return f"{name} is deleted. A running server gives up their seats within a few seconds.\n"
    return await _listed(commands, as_json=args.json)


async def _listed(commands: "HostCommands", *, as_json: bool) -> str:
    accounts = [account async for account in commands.accounts(AT_ONCE)]
    if as_json:
        return json_lines(account._asdict() | {"created": json_time(account.created)} for account in accounts)
    return "".join(f"{account}\n" for account in accounts) if accounts else "Nobody has an account here yet.\n"


def _usage(action: str) -> str:
    return f"Write shanghaien people {action}{USAGE.get(action, ' NAME')}"
