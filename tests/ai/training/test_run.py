"""Tiny training runs: everything that a real one does, in seconds."""

from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from shanghaien.ai.training.fit import NetSize, Plan
from shanghaien.ai.training.run import Course, Run
from shanghaien.ai.value.trained import load_value
from shanghaien.cli.main import main

COURSE = Course(
    games=(3, 1),
    played=1,
    mixes=(3, 1, 0, 0),
    last_mixes=((12, 1, 0, 0), (12, 1, 0, 1)),
    size=NetSize(16, 8, 12, 6),
    first=Plan(passes=40, batch=16, step=8e-3),
    later=Plan(passes=3),
)
SMALL = replace(COURSE, games=(2,), mixes=(1, 0, 0, 0), last_mixes=((2, 0, 0, 0),))


class Log:
    def __init__(self) -> None:
        self.steps: list[tuple[str, int, int]] = []

    def __call__(self, task: str, done: int, total: int) -> None:
        self.steps.append((task, done, total))


class Idle(Executor):
    """Refuses to work."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        raise AssertionError("everything should be done already")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run")
    with ThreadPoolExecutor(1) as executor:
        Run(folder, COURSE, executor, Log()).finish({"command": "a test"})
    return folder


def test_a_run_ends_with_weights_for_every_stage(folder: Path) -> None:
    value = load_value(folder / "value.npz")
    assert sorted(value.nets) == [1, 2, 3, 4, 5, 6, 7]
    assert value.about["command"] == "a test"
    assert value.about["course"]["games"] == [3, 1]


def test_a_run_leaves_less_error_than_saying_half_to_everything(folder: Path) -> None:
    errors = load_value(folder / "value.npz").about["errors"]
    assert errors["1-after-7"] < 0.3  # labels after round 7 are spread about 0.4 around one half


def test_a_finished_run_has_nothing_left_to_do(folder: Path) -> None:
    before = (folder / "value.npz").stat().st_mtime_ns, load_value(folder / "value.npz").about
    Run(folder, COURSE, Idle(), Log()).finish({"command": "a test"})
    assert load_value(folder / "value.npz").about == before[1]


def test_a_stopped_run_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    class Stop(Exception):
        pass

    def until_labels_after_6(task: str, done: int, total: int) -> None:
        if task == "generation 1: labels after round 6" and done == total - 1:
            raise Stop

    with ThreadPoolExecutor(1) as executor:
        with pytest.raises(Stop):
            Run(tmp_path / "stopped", SMALL, executor, until_labels_after_6).finish({})
        resumed = load_value(Run(tmp_path / "stopped", SMALL, executor, Log()).finish({}))
        whole = load_value(Run(tmp_path / "whole", SMALL, executor, Log()).finish({}))
    for stage, net in resumed.nets.items():
        same = whole.nets[stage].weights
        assert all((net.weights[name] == array).all() for name, array in same.items())


def test_training_without_workers_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", str(tmp_path), "--quick", "--workers", "0"]) == 2
    assert capsys.readouterr().err == "shanghaien: Training needs at least one worker.\n"


def test_the_command_measures_a_file_of_weights(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    weights = str(folder / "value.npz")
    words = ["train", str(tmp_path), "--evaluate", weights, "--states", "2", "--orders", "1", "--workers", "1"]
    assert main(words) == 0
    assert "over 2 held-out states" in capsys.readouterr().out.replace("\n", " ")
