"""`shanghaien train`: makes the weights of the trained value."""

import argparse
import os
import shlex
import sys
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from shanghaien.ai.training.evaluate import Accuracy, Numbers, accuracy, calibration, foretell, held_out
from shanghaien.ai.training.pieces import Piece, work_off
from shanghaien.ai.training.run import QUICK, Course, Run
from shanghaien.ai.value.trained import TrainedValue, load_value
from shanghaien.wrong_input import WrongInput


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the flags of the command."""
    parser.add_argument("folder", type=Path, help="where the run keeps its files; a stopped run goes on from there")
    parser.add_argument(
        "--seed", type=int, default=1, help="a number; the same seed makes the same weights (default 1)"
    )
    parser.add_argument("--games", type=int, nargs="+", metavar="N", help="quick games per generation")
    parser.add_argument("--played", type=int, metavar="N", help="states of games labelled as they are, rounds 1 to 6")
    parser.add_argument("--evaluate", type=Path, metavar="WEIGHTS", help="train nothing; measure this file of weights")
    parser.add_argument("--states", type=int, default=200, metavar="N", help="held-out states to measure with (200)")
    parser.add_argument("--orders", type=int, default=720, metavar="N", help="orders of the last six cards (all)")
    parser.add_argument("--self-play", type=int, default=0, metavar="N", help="games to check chances against (0)")
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
        if args.evaluate:
            value = load_value(args.evaluate)
            lines = measure(args, value, executor, _Report(bars))
        else:
            weights = Run(args.folder, course, executor, _Report(bars)).finish({"command": command_line()})
            lines = [f"Weights: {weights}"]
    console.print("\n".join(lines), highlight=False)
    return 0


def measure(args: argparse.Namespace, value: TrainedValue, executor: Executor, report: "_Report") -> list[str]:
    """What there is to say about a file of weights; truths and games stay in the folder."""
    truths = [
        Piece(args.folder / f"held-out-{args.orders}/{number:04}.npy", held_out, (f"held-out/{number}", args.orders))
        for number in range(args.states)
    ]
    games = [
        Piece(args.folder / f"self-play/{number:04}.npy", foretell, (args.evaluate, f"self-play/{number}"))
        for number in range(args.self_play)
    ]
    for task, pieces in (("held-out states", truths), ("self-play", games)):
        for done in work_off(pieces, executor):
            report(task, done, len(pieces))
    lines = [_accuracy_line(accuracy(value, np.stack([piece.result() for piece in truths])))] if truths else []
    return lines + (_calibration_lines(np.stack([piece.result() for piece in games])) if games else [])


def _accuracy_line(found: Accuracy) -> str:
    return (
        f"After round 7: error {found.error:.4f} (root mean square) over {found.states} held-out states, "
        f"{found.sampled} of them by a sample of the orders of the last six cards."
    )


def _calibration_lines(games: Numbers) -> list[str]:
    rows = [
        f"  {cell.rounds_played}      {cell.count:4d}   {cell.foretold:.3f}     {cell.came_true:.3f}"
        for cell in calibration(games)
    ]
    return [f"Self-play, {len(games)} games:", "  round  games  foretold  came true", *rows]


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
    played = course.played if args.played is None else args.played
    return replace(course, seed=args.seed, games=games, played=played)


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
