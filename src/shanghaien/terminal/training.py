"""The training in the shell: one bar per task, and what there is to say about the weights."""

from concurrent.futures import Executor
from pathlib import Path

import numpy as np
from rich.progress import Progress

from shanghaien.ai.training.evaluate import Accuracy, Numbers, accuracy, calibration, foretell, held_out
from shanghaien.ai.training.pieces import Piece, work_off
from shanghaien.ai.training.run import Course, Run
from shanghaien.ai.value.trained import load_value

from .console import TrainingBars


def trained(folder: Path, course: Course, command: str, executor: Executor, bars: Progress) -> list[str]:
    return [f"Weights: {Run(folder, course, executor, TrainingBars(bars)).finish({'command': command})}"]


def measured(
    folder: Path, weights: Path, numbers: tuple[int, int, int], executor: Executor, bars: Progress
) -> list[str]:
    """What there is to say about a file of weights; truths and games stay in the folder.

    The numbers are: held-out states, orders of the last six cards, and games of self-play.
    """
    value = load_value(weights)
    states, orders, self_play = numbers
    truths = [
        Piece(folder / f"held-out-{orders}/{number:04}.npy", held_out, (f"held-out/{number}", orders))
        for number in range(states)
    ]
    games = [
        Piece(folder / f"self-play/{number:04}.npy", foretell, (weights, f"self-play/{number}"))
        for number in range(self_play)
    ]
    report = TrainingBars(bars)
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
