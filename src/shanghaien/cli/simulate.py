"""`shanghaien simulate`: many games between bots, and tables of what happened in them."""
# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs

import argparse
import json
import random
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from shanghaien.rules import Options, PlayedStep, Record, play, to_text

from .files import check_folder
from .flags import add_bot_flag, add_game_flags, add_seed_flag, count, game_options

if TYPE_CHECKING:
    from shanghaien.terminal.tally import Tally


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--games", type=count, default=100, metavar="N", help="how many games (100)")
    add_bot_flag(parser, "--a", "random", "who sits in the first seat")
    add_bot_flag(parser, "--b", "random", "who sits in the second seat")
    add_seed_flag(parser)
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--save", type=Path, metavar="FOLDER", help="keep the record of every game in this folder")
    add_game_flags(parser)


def run(args: argparse.Namespace) -> int:
    options = game_options(args)
    if args.save is not None:
        check_folder(args.save, " for the records")
        args.save.mkdir(parents=True, exist_ok=True)
    seed = args.seed if args.seed is not None else random.SystemRandom().randrange(10**6)
    tally = _played(args, options, seed)
    if args.json:
        setup = {"options": options.as_dict(), "players": [args.a, args.b], "seed": seed}
        sys.stdout.write(json.dumps(setup | tally.as_dict(), indent=2) + "\n")
    else:
        _show(tally, (args.a, args.b), seed)
    return 0


def one_game(options: Options, names: tuple[str, str], seed: int, number: int) -> list[PlayedStep]:
    """One game of a simulation; it depends on nothing but what is given here."""
    from shanghaien.ai.bots import bot

    rng = random.Random(f"{seed}/{number}")  # noqa: S311 - not for play between people
    return list(play(options, (bot(names[0], rng).choose, bot(names[1], rng).choose), rng))


def _played(args: argparse.Namespace, options: Options, seed: int) -> "Tally":
    from shanghaien.terminal.console import with_progress_bar
    from shanghaien.terminal.tally import Tally

    tally = Tally(options)
    tags = {"Player-A": args.a, "Player-B": args.b, "Simulation": f"seed {seed}"}
    for number in with_progress_bar(range(1, args.games + 1), "Playing", args.games):
        moments = one_game(options, (args.a, args.b), seed, number)
        tally.add(moments)
        if args.save is not None:
            record = Record(options, tuple(moment.step for moment in moments), tags)
            (args.save / f"game-{number:05}.txt").write_text(to_text(record), encoding="utf-8")
    return tally


def _show(tally: "Tally", names: tuple[str, str], seed: int) -> None:
    from shanghaien.terminal.console import shell
    from shanghaien.terminal.tally import tables

    console = shell()
    console.print(*tables(tally, names), sep="\n")
    console.print(f"Games: {tally.games}. The same ones again: --seed {seed}")
