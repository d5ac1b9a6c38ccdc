"""`shanghaien train`: makes the weights of the trained value."""
# ruff: noqa: PLC0415 - help is quick because a command loads what it needs when it runs

import argparse
import os
import shlex
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from shanghaien.wrong_input import WrongInput

from .files import check_folder

if TYPE_CHECKING:
    from shanghaien.ai.training.run import Course


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, help="where the run keeps its files; a stopped run goes on from there")
    parser.add_argument("--seed", type=int, default=1, help="random seed; the same seed gives the same weights (1)")
    parser.add_argument("--games", type=int, nargs="+", metavar="N", help="quick games per generation")
    parser.add_argument("--played", type=int, metavar="N", help="states of games labelled as they are, rounds 1 to 6")
    parser.add_argument("--evaluate", type=Path, metavar="WEIGHTS", help="train nothing; measure this file of weights")
    parser.add_argument("--states", type=int, default=200, metavar="N", help="held-out states to measure with (200)")
    parser.add_argument("--orders", type=int, default=720, metavar="N", help="orders of the last six cards (all)")
    parser.add_argument("--self-play", type=int, default=0, metavar="N", help="games to check chances against (0)")
    parser.add_argument("--quick", action="store_true", help="a tiny run of seconds, to see that everything works")
    parser.add_argument(
        "--workers", type=int, default=os.cpu_count(), metavar="N", help="number of processes (one per core)"
    )


def run(args: argparse.Namespace) -> int:
    check_folder(args.folder)
    course = _course(args)
    # For the workers: threads that fight over a core cost tenfold. It has to be said before NumPy is loaded.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from shanghaien.terminal.console import progress_bars, shell
    from shanghaien.terminal.training import measured, trained

    console = shell()
    # Fresh processes on every version of Python: some fork, with the thread of the progress bars running.
    with ProcessPoolExecutor(args.workers, get_context("spawn")) as executor, progress_bars(console) as bars:
        lines = (
            measured(args.folder, args.evaluate, (args.states, args.orders, args.self_play), executor, bars)
            if args.evaluate
            else trained(args.folder, course, command_line(), executor, bars)
        )
    console.print("\n".join(lines))
    return 0


def command_line() -> str:
    """The command as it was typed, without the place of the program."""
    return shlex.join(["shanghaien", *sys.argv[1:]])


def _course(args: argparse.Namespace) -> "Course":
    if args.workers < 1:
        raise WrongInput("Training needs at least one worker.")
    if args.games and min(args.games) < 1:
        raise WrongInput("Every generation needs at least one game.")
    from shanghaien.ai.training.run import QUICK, Course

    course = QUICK if args.quick else Course()
    games = tuple(args.games) if args.games else course.games
    played = course.played if args.played is None else args.played
    return replace(course, seed=args.seed, games=games, played=played)
