"""`shanghaien train`: makes the weights of the trained value."""

import argparse
import os
import shlex
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from shanghaien.flags import WrongInput

from .run import QUICK, Course, Run


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of the command."""
    parser.add_argument("folder", type=Path, help="where the run keeps its files; a stopped run goes on from there")
    parser.add_argument(
        "--seed", type=int, default=1, help="a number; the same seed makes the same weights (default 1)"
    )
    parser.add_argument("--games", type=int, nargs="+", metavar="N", help="quick games per generation")
    parser.add_argument("--mixes", type=int, metavar="N", help="cheap states without tricks per game and stage")
    parser.add_argument("--quick", action="store_true", help="a tiny run of seconds, to see that everything works")
    parser.add_argument(
        "--workers", type=int, default=os.cpu_count(), metavar="N", help="processes (default: one per core)"
    )


def run(args: argparse.Namespace) -> int:
    """Train, or go on with a stopped run, and say where the weights are."""
    course = _course(args)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # for the workers: threads that fight over a core cost tenfold
    console = Console()
    with ProcessPoolExecutor(args.workers) as executor, _bars(console) as bars:
        weights = Run(args.folder, course, executor, _Report(bars)).finish({"command": command_line()})
    console.print(f"Weights: {weights}")
    return 0


def command_line() -> str:
    """The command as it was typed, without the place of the program."""
    return shlex.join(["shanghaien", *sys.argv[1:]])


def _course(args: argparse.Namespace) -> Course:
    course = QUICK if args.quick else Course()
    if args.workers < 1:
        raise WrongInput("Training needs at least one worker.")
    if args.games and min(args.games) < 1:
        raise WrongInput("Every generation needs at least one game.")
    games = tuple(args.games) if args.games else course.games
    mixes = course.mixes if args.mixes is None else args.mixes
    return replace(course, seed=args.seed, games=games, mixes=mixes)


def _bars(console: Console) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=console)


class _Report:
    """One bar per task, added when the task is first heard of."""

    def __init__(self, bars: Progress) -> None:
        self.bars = bars
        self.tasks: dict[str, TaskID] = {}

    def __call__(self, task: str, done: int, total: int) -> None:
        if task not in self.tasks:
            self.tasks[task] = self.bars.add_task(task, total=total)
        self.bars.update(self.tasks[task], completed=done, total=total)
