"""`shanghaien puzzles`: let bots play, review their games, and keep positions with one best choice, easiest first."""
# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from shanghaien.rules import ROUNDS, Options, Record, play

from .files import check_file
from .flags import add_bot_flag, add_game_flags, add_seed_flag, count, game_options

if TYPE_CHECKING:
    from shanghaien.ai.puzzles import Puzzle


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("out", type=Path, metavar="OUT", help="where to write the puzzles (JSON)")
    parser.add_argument("--games", type=count, default=20, metavar="N", help="how many games to play (20)")
    parser.add_argument(
        "--most", type=count, default=40, metavar="N", help="how many puzzles to keep, of every difficulty (40)"
    )
    add_bot_flag(parser, "--bot", "boatswain", "who plays")
    parser.add_argument(
        "--from-round",
        type=int,
        choices=range(1, ROUNDS + 1),
        default=1,
        metavar="N",
        help="take no puzzle before this round (1)",
    )
    add_seed_flag(parser, 1)
    add_game_flags(parser)


def run(args: argparse.Namespace) -> int:
    check_file(args.out)
    from shanghaien.ai.puzzle_search import easiest_first
    from shanghaien.ai.puzzles import to_values
    from shanghaien.ai.review.reviewer import judgement_name
    from shanghaien.terminal.console import shell

    found = list(_found(args))
    kept = easiest_first(found, args.most)
    flags = (
        f"--games {args.games} --most {args.most} --bot {args.bot} --seed {args.seed} --from-round {args.from_round}"
    )
    about = {"command": f"shanghaien puzzles {flags}", "judgement": judgement_name()}
    lines = ",\n".join(json.dumps(to_values(puzzle), ensure_ascii=False) for puzzle in kept)
    args.out.write_text(f'{{"about": {json.dumps(about)}, "puzzles": [\n{lines}\n]}}\n', encoding="utf-8")
    shell(stderr=True).print(f"{len(found)} found in {args.games} games, {len(kept)} kept.")
    return 0


def _found(args: argparse.Namespace) -> Iterator["Puzzle"]:
    from shanghaien.ai.puzzle_search import puzzles_in
    from shanghaien.ai.review.reviewer import judgement, review
    from shanghaien.terminal.console import with_progress_bar

    rng = random.Random(args.seed)  # noqa: S311 - seeded play must repeat
    for _ in with_progress_bar(range(args.games), "Playing and reviewing", args.games):
        record = played(game_options(args), args.bot, rng)
        for puzzle in puzzles_in(record, review(record, judgement()), rng):
            if puzzle.state.round >= args.from_round:
                yield puzzle


def played(options: Options, name: str, rng: random.Random) -> Record:
    """A game of a bot against itself."""
    from shanghaien.ai.bots import bot

    chooser = bot(name, rng).choose
    return Record(options, tuple(moment.step for moment in play(options, (chooser, chooser), rng)))
