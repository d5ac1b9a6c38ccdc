"""What ``shanghaien people`` does about order: roles, closed accounts, games that do not count, the list of words, the audit."""
# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs

import argparse
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from shanghaien.wrong_input import WrongInput

if TYPE_CHECKING:
    from shanghaien.web.core.database.engine import Database
    from shanghaien.web.moderation.host import ModerationCommands

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


async def done_about_order(database: "Database", args: argparse.Namespace) -> str:
    """Do one thing, and tell in a sentence what was done."""
    from shanghaien.web.moderation.host import ModerationCommands
    from shanghaien.web.standings.results import ResultWriter
    from shanghaien.web.standings.unrating import Unrating

    desk = ModerationCommands(database, Unrating(ResultWriter(database)))
    match args.action:
        case "administrator" | "moderator":
            return await _role(desk, args)
        case "close":
            name = await desk.close(args.names[0], args.reason)
            return f"The account of {name} is closed; they are signed out within a few seconds.\n"
        case "reopen":
            return f"The account of {await desk.reopen(args.names[0], args.reason)} is open again.\n"
        case "unrate" | "count-again" | "clear":
            return await _about_play(desk, args)
        case "words":
            return await _words(desk, args.names)
    lines = [line async for line in desk.audit_lines(AT_ONCE)]
    return "".join(f"{line}\n" for line in lines) if lines else "Nothing was done yet.\n"


async def _role(desk: "ModerationCommands", args: argparse.Namespace) -> str:
    name = await desk.give_role(args.names[0], args.action, on=not args.off)
    after = "after the site" if args.action == "administrator" else "after what people say and do"
    return f"{name} {'no longer looks' if args.off else 'looks'} {after}.\n"


async def _about_play(desk: "ModerationCommands", args: argparse.Namespace) -> str:
    match [args.action, *args.names]:
        case ["unrate", name, *days]:
            name = await desk.unrate(name, _beginning(days[0]) if days else 0, args.reason)
            return f"Games of {name} do not count {f'from {days[0]} on' if days else 'any more'}.\n"
        case ["count-again", name]:
            return f"Games of {await desk.count_again(name, args.reason)} count again.\n"
    return f"The watch over {await desk.clear(args.names[0], args.reason)} begins anew.\n"


def _beginning(day: str) -> int:
    """When a day begins, as the world counts."""
    try:
        return int(datetime.strptime(day, "%Y-%m-%d").replace(tzinfo=UTC).timestamp() * 1000)
    except ValueError:
        raise WrongInput(f"Write the day as in 2026-01-31, not {day}.") from None


async def _words(desk: "ModerationCommands", words: list[str]) -> str:
    match words:
        case [] | ["list"]:
            return "".join(f"{line}\n" for line in await desk.word_lines())
        case ["add", word]:
            return f"Nobody may say {await desk.add_word(word)} any more, within a few seconds.\n"
        case ["remove", word]:
            return f"{await desk.remove_word(word)} is off the list.\n"
    raise WrongInput("Write shanghaien people words list, words add WORD or words remove WORD.")
