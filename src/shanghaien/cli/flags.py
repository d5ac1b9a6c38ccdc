"""Flags that several commands share: the set-up of a game, and a seed.

This file sits below every room that has commands, so it imports nothing but the rules.
"""

import argparse

from shanghaien.rules import First, Options, Starter
from shanghaien.rules.options import read_tricks

EXPANSIONS = {
    "extra_wild": "each player starts with one more card for two sailors",
    "crazy_captain": "each player starts with a Crazy Captain",
    "extra_1": "No Shanghai / Roll all again for each player",
    "extra_2": "To the sharks / Exchange for each player",
    "extra_3": "the Double in the middle of the table",
}
"""The on/off options with what each brings into the game."""


def add_game_flags(parser: argparse.ArgumentParser) -> None:
    """Add the flags that set up a game; `game_options` reads them back."""
    group = parser.add_argument_group("the game")
    group.add_argument(
        "--tricks", metavar="S-A-B", default="3-3-2", help="trick cards with die ±1, roll again, both dice"
    )
    group.add_argument("--first", choices=list(map(str, First)), default="random", help="who starts round 1")
    starters = list(map(str, Starter))
    group.add_argument("--starter", choices=starters, default=starters[0], help="who starts the later rounds")
    for name, summary in EXPANSIONS.items():
        group.add_argument(flag(name), action="store_true", help=summary)
    group.add_argument("--everything", action="store_true", help="all expansions at once")


def game_options(args: argparse.Namespace) -> Options:
    """The options that the flags of `add_game_flags` stand for."""
    on = {name: args.everything or getattr(args, name) for name in EXPANSIONS}
    return Options.from_dict({"tricks": read_tricks(args.tricks), "first": args.first, "starter": args.starter, **on})


def flag(option: str) -> str:
    """The command line's spelling of an option."""
    return "--" + option.replace("_", "-")


def add_seed_flag(parser: argparse.ArgumentParser) -> None:
    """Add ``--seed``; without it every run is different."""
    parser.add_argument("--seed", type=int, help="a number; the same seed plays the same games")
