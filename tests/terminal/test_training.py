"""What the shell says about a file of weights."""

from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console
from rich.progress import Progress

from shanghaien.ai.training.evaluate import Accuracy
from shanghaien.ai.value import trained
from shanghaien.terminal.console import TrainingBars
from shanghaien.terminal.training import _accuracy_line, _calibration_lines, measured

WEIGHTS = Path(trained.__file__).parent / "value.npz"


class AtOnce(Executor):
    """Does everything in this process, when it is asked for."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        done: Future[Any] = Future()
        done.set_result(fn(*args, **kwargs))
        return done


@pytest.fixture
def bars() -> Progress:
    return Progress(console=Console(quiet=True))


def test_each_task_has_one_bar_that_moves(bars: Progress) -> None:
    report = TrainingBars(bars)
    for task, done in (("games", 1), ("labels", 1), ("games", 2)):
        report(task, done, 5)
    assert [(task.description, task.completed, task.total) for task in bars.tasks] == [
        ("games", 2, 5),
        ("labels", 1, 5),
    ]


def test_the_error_is_told_with_what_it_was_measured_on() -> None:
    assert _accuracy_line(Accuracy(40, 7, 0.01234)) == (
        "After round 7: error 0.0123 (root mean square) over 40 held-out states, "
        "7 of them by a sample of the orders of the last six cards."
    )


def test_what_was_foretold_stands_beside_what_came_true() -> None:
    lines = _calibration_lines(np.array([[0.9] * 7 + [1.0], [0.9] * 7 + [0.0]]))
    assert lines[:2] == ["Self-play, 2 games:", "  round  games  foretold  came true"]
    assert [line.split() for line in lines[2:]] == [[str(number), "2", "0.900", "0.500"] for number in range(1, 8)]


def test_nothing_measured_is_nothing_to_say(tmp_path: Path, bars: Progress) -> None:
    assert measured(tmp_path, WEIGHTS, (0, 0, 0), AtOnce(), bars) == []


def test_the_held_out_states_are_kept_and_counted(tmp_path: Path, bars: Progress) -> None:
    (line,) = measured(tmp_path, WEIGHTS, (2, 3, 0), AtOnce(), bars)
    assert "over 2 held-out states" in line
    assert sorted(path.name for path in (tmp_path / "held-out-3").iterdir()) == ["0000.npy", "0001.npy"]
    assert [(task.description, task.completed) for task in bars.tasks] == [("held-out states", 2), ("self-play", 0)]
