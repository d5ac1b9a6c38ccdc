"""Flags that several commands share: the set-up of a game, bots, a seed, numbers.

Everything that help shows is known without loading a room above the rules, so help is quick.
"""

import argparse
import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from shanghaien.rules import BY_KEY, BY_OPTION, EXPANSIONS, PILE_TRICKS, PRESETS, First, Options, Starter, read_tricks

# The names of the bots are repeated here, since the solver in `ai` takes a while to load; a test compares.
YARDSTICKS = {
    "random": "every legal action is as likely",
    "greedy": "looks one move ahead",
    "hand-made": "solves every round, and judges its end by the score so far",
}
"""Simple players that the levels are measured by."""

STRONGEST = "captain"
BOTS = ("cabin-boy", "deckhand", "boatswain", "first-mate", STRONGEST, *YARDSTICKS)
"""The five levels from the weakest to the strongest, and the yardsticks."""


def add_game_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags that set up a game; `game_options` reads them back."""
    group = parser.add_argument_group("the game")
    kinds = ", ".join(BY_KEY[card].name for card in PILE_TRICKS)
    group.add_argument("--tricks", metavar="N-N-N", default="3-3-2", help=f"trick cards of each kind: {kinds} (3-3-2)")
    group.add_argument("--first", choices=list(map(str, First)), default="random", help="who starts round 1 (random)")
    starters = list(map(str, Starter))
    group.add_argument(
        "--starter", choices=starters, default=starters[0], help=f"who starts the later rounds ({starters[0]})"
    )
    for name in EXPANSIONS:
        card = BY_OPTION[name]
        group.add_argument(flag(name), action="store_true", help=plain(f"{card.name}: {card.help}"))
    for preset in _presets():
        group.add_argument(flag(preset), action="store_true", help=_in_preset(preset))


def game_options(args: argparse.Namespace) -> Options:
    """The options that the flags of `add_game_flags` stand for."""
    chosen = [name for name in EXPANSIONS if getattr(args, name)]
    presets = [PRESETS[preset].expansions for preset in _presets() if getattr(args, preset)]
    on = dict.fromkeys([*chosen, *(name for preset in presets for name in preset)], True)
    return Options.from_dict({"tricks": read_tricks(args.tricks), "first": args.first, "starter": args.starter, **on})


def flag(option: str) -> str:
    return "--" + option.replace("_", "-")


def plain(text: str) -> str:
    """A text that argparse shows as it is."""
    return text.replace("%", "%%")


def add_bot_flag(parser: argparse._ActionsContainer, name: str, default: str, about: str) -> None:
    said = f"{about}: {', '.join(BOTS)} ({default})"
    parser.add_argument(name, choices=list(BOTS), default=default, metavar="BOT", help=said)


def add_seed_flag(parser: argparse.ArgumentParser, default: int | None = None) -> None:
    """Add ``--seed``; without a default every run is different."""
    said = "" if default is None else f" ({default})"
    parser.add_argument(
        "--seed", type=int, default=default, help=f"random seed; the same seed gives the same games{said}"
    )


def add_json_flag(parser: argparse.ArgumentParser, said: str = "as JSON, one line each") -> None:
    parser.add_argument("--json", action="store_true", help=said)


def json_lines(rows: Iterable[dict[str, Any]]) -> str:
    """Each row as an object on a line of its own; names are written as they are."""
    return "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)


def json_time(at: int) -> str:
    """A moment in milliseconds since 1970 as programs read it: 2026-01-31T18:05:00Z."""
    return f"{datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%dT%H:%M:%SZ}"


def count(text: str) -> int:
    """A number of things of which there must be one at least."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:12]) <= 10**9):
        raise argparse.ArgumentTypeError(f"expected a number from 1 on, not {text!r}")
    return int(text)


def _presets() -> list[str]:
    """The ready-made sets that switch something on."""
    return [name for name, options in PRESETS.items() if options.expansions]


def _in_preset(preset: str) -> str:
    names = [BY_OPTION[name].name for name in EXPANSIONS if name in PRESETS[preset].expansions]
    return "all expansions at once" if len(names) == len(EXPANSIONS) else plain(f"a ready-made set: {', '.join(names)}")
