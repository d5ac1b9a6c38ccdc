"""`shanghaien puzzles`: let bots play, review their games, and keep the positions that most of them miss."""

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from shanghaien import rules
from shanghaien.ai.bots.levels import BY_NAME, bot
from shanghaien.ai.puzzles import Puzzle, puzzles_in, to_values
from shanghaien.ai.review.reviewer import judgement, judgement_name, review
from shanghaien.rules import Options
from shanghaien.rules.record import Record, Step, take

from .flags import add_game_flags, game_options


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of the command."""
    parser.add_argument("out", type=Path, metavar="OUT", help="where to write the puzzles (JSON)")
    parser.add_argument("--games", type=int, default=20, help="how many games to play (20)")
    parser.add_argument("--most", type=int, default=40, help="how many puzzles to keep, the most missed first (40)")
    parser.add_argument("--bot", choices=list(BY_NAME), default="boatswain", help="who plays (boatswain)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same puzzles (1)")
    parser.add_argument("--from-round", type=int, default=1, help="take no puzzle before this round (1)")
    add_game_flags(parser)


def run(args: argparse.Namespace) -> None:
    """Write a file of puzzles."""
    found = list(_found(args))
    kept = sorted(found, key=lambda puzzle: -puzzle.missed)[: args.most]
    flags = f"--games {args.games} --bot {args.bot} --seed {args.seed} --from-round {args.from_round}"
    about = {"command": f"shanghaien puzzles {flags}", "judgement": judgement_name()}
    lines = ",\n".join(json.dumps(to_values(puzzle), ensure_ascii=False) for puzzle in kept)
    args.out.write_text(f'{{"about": {json.dumps(about)}, "puzzles": [\n{lines}\n]}}\n', encoding="utf-8")
    Console(stderr=True).print(f"{len(found)} found in {args.games} games, {len(kept)} kept.")


def _found(args: argparse.Namespace) -> Iterator[Puzzle]:
    rng = random.Random(args.seed)  # noqa: S311 - seeded play must repeat
    with Progress(console=Console(stderr=True), transient=True) as bar:
        for _ in bar.track(range(args.games), description="Playing and reviewing"):
            record = played(game_options(args), args.bot, rng)
            for puzzle in puzzles_in(record, review(record, judgement()), rng):
                if puzzle.state.round >= args.from_round:
                    yield puzzle


def played(options: Options, name: str, rng: random.Random) -> Record:
    """A game of a bot against itself."""
    state, steps, player = rules.new_game(options), list[Step](), bot(name, rng)
    while not state.over:
        if rules.is_chance(state):
            steps.append(rules.chance(state).pick(rng.randrange(rules.chance(state).total)))
        else:
            steps.append(player.choose(state))
        state, _ = take(state, steps[-1])
    return Record(options, tuple(steps))
