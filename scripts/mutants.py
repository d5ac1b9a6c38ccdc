"""Plant small faults in a copy of the code and see whether the tests notice: `make mutants`.

A sample of every room, drawn by a seed, so that a run can be seen again; the working tree is never touched. What is
planted and who looks for it stands in scripts/mutations.py, why it is done in this way in decision 0016. Tests
run in processes forked from this one, which has the heavy libraries loaded already: a fault costs seconds.
"""

import argparse
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from multiprocessing import connection, get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import ModuleType

import pytest
from mutations import AREAS, Mutant, sample

ROOT = Path(__file__).parents[1]
HEAVY = "numpy pyspiel pettingzoo gymnasium litestar sqlalchemy alembic hypothesis jinja2 babel rich schemathesis httpx"
LEFT_OUT = shutil.ignore_patterns(".*", "__pycache__", "build", "dist", "artefacts")
PYTEST = ["-x", "-q", "--tb=line", "--no-header", "-p", "no:cacheprovider", "-p", "no:randomly", "-p", "no:xdist"]
SLOW = "postgres asking_for_rules every_set_up_plays the_solved_policy_played_out with_cards_that_nobody_told fuzz"
PYTEST += ["-W", "ignore::pytest.PytestAssertRewriteWarning", "-k", "not (" + " or ".join(SLOW.split()) + ")"]
FOUND = {pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED}


@dataclass
class Run:
    """Tests that look for one fault in one copy of the project."""

    mutant: Mutant
    copy: Path
    process: BaseProcess
    whole: str
    changed: float
    began: float


def tests_in(copy: Path, tests: list[str], compiled: bool) -> None:
    """Run tests inside a copy; what they start belongs to a process group that can be ended as one."""
    os.setsid()
    os.chdir(copy)
    os.dup2(os.open(copy / "output.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
    os.dup2(1, 2)
    # Compiled files are distinguished by second and size, which a fault may well share with the next.
    sys.dont_write_bytecode = not compiled
    sys.path[:] = [str(copy / "src"), str(copy), *sys.path[1:]]
    os.environ.update(PYTHONPATH=sys.path[0], TMPDIR=str(copy / "tmp"), PYTHONDONTWRITEBYTECODE="1")
    tempfile.tempdir = None
    sys.modules["__main__"] = ModuleType("__main__")  # a process that a test spawns would begin with this script
    os._exit(pytest.main([*PYTEST, *tests]))


def start(mutant: Mutant, copy: Path) -> Run:
    """Write the fault into the copy and let the tests look for it."""
    path = copy / mutant.file
    whole, changed = path.read_text(encoding="utf-8"), path.stat().st_mtime
    if mutant.code:
        path.write_text(mutant.code, encoding="utf-8")
    process = get_context("fork").Process(target=tests_in, args=(copy, mutant.tests, not mutant.code))
    process.start()
    return Run(mutant, copy, process, whole, changed, time.monotonic())


def finish(run: Run) -> None:
    """Note what became of the fault, end what its tests left running, and mend the file."""
    run.mutant.seconds = round(time.monotonic() - run.began, 1)
    run.mutant.fate = fate_of(run.process.exitcode)
    with suppress(ProcessLookupError):
        os.killpg(run.process.pid or 0, signal.SIGKILL)
    run.process.join()
    path = run.copy / run.mutant.file
    path.write_text(run.whole, encoding="utf-8")
    os.utime(path, (run.changed, run.changed))


def fate_of(code: int | None) -> str:
    """What the end of the tests says of the fault: a process that hangs or dies is noticed too."""
    if code is None:
        return "timeout"
    return "survived" if code == 0 else "killed" if code in FOUND or code < 0 else "error"


def run_all(mutants: Iterable[Mutant], copies: list[Path], limits: dict[str, float], end: float) -> Iterator[Mutant]:
    """Try faults, one in every copy at a time, until the end of the time; each is given back as it is done with."""
    waiting, free, running = iter(mutants), list(copies), list[Run]()
    try:
        while True:
            while free and time.monotonic() < end - 20 and (mutant := next(waiting, None)):
                running.append(start(mutant, free.pop()))
            if not running or time.monotonic() > end:
                return
            connection.wait([run.process.sentinel for run in running], 0.2)
            for run in [each for each in running if is_over(each, limits)]:
                running.remove(run)
                finish(run)
                free.append(run.copy)
                yield run.mutant
    finally:
        for run in running:
            finish(run)
            run.mutant.fate = "untried"


def is_over(run: Run, limits: dict[str, float]) -> bool:
    """Whether the tests are done, or take so long that the fault made them hang."""
    return not run.process.is_alive() or time.monotonic() - run.began > limits.get(run.mutant.area.folder, 300)


def limits_of(mutants: list[Mutant], copies: list[Path]) -> dict[str, float]:
    """How long the tests of each area may take, by how long they take on the code as it is; only those that pass there."""
    drawn = {mutant.area for mutant in mutants}
    sound = [Mutant(area, f"src/shanghaien/{area.folder}/__init__.py", 0, "", "") for area in AREAS if area in drawn]
    limits = {}
    for done in run_all(sound, copies, {}, float("inf")):
        passed = done.fate == "survived"
        words = "pass without any fault" if passed else "FAIL WITHOUT ANY FAULT, nothing is planted there"
        print(f"  {done.area.folder:20} {done.seconds:6.1f} s  {words}", flush=True)
        if passed:
            limits[done.area.folder] = 2 * done.seconds + 20
    return limits


def table(mutants: list[Mutant]) -> Iterator[str]:
    yield f"{'room':10} {'killed':>7} {'survived':>9} {'score':>7}"
    rooms = list(dict.fromkeys(area.room for area in AREAS))
    for name, inside in [*((room, {room}) for room in rooms), ("all", set(rooms))]:
        fates = Counter(mutant.fate for mutant in mutants if mutant.area.room in inside)
        killed, survived = fates["killed"] + fates["timeout"], fates["survived"]
        if killed + survived:
            yield f"{name:10} {killed:7} {survived:9} {100 * killed / (killed + survived):6.0f} %"


def tried(arguments: argparse.Namespace, folder: Path) -> list[Mutant]:
    """Make the copies, draw the sample, and try it; a line for each fault shows how far it is."""
    began = time.monotonic()
    copies = [folder / str(number) for number in range(arguments.processes)]
    for copy in copies:
        shutil.copytree(ROOT, copy, ignore=LEFT_OUT)
        (copy / "tmp").mkdir()
    os.chdir(copies[0])
    mutants = [
        mutant for mutant in sample(copies[0], arguments.seed, arguments.mutants) if arguments.only in mutant.file
    ]
    for module in HEAVY.split():
        import_module(module)
    limits = limits_of(mutants, copies)
    end = began + 60 * arguments.minutes - 5
    mutants = [mutant for mutant in mutants if mutant.area.folder in limits]
    for number, done in enumerate(run_all(mutants, copies, limits, end), 1):
        place = f"{done.file}:{done.line}"
        print(f"[{number:3}/{len(mutants)}] {done.fate:8} {place} ({done.seconds} s)", flush=True)
    return mutants


def main() -> None:
    parser = argparse.ArgumentParser(description="Plant faults in a copy of the code; do the tests notice?")
    parser.add_argument("--seed", default="1", help="which sample is drawn")
    parser.add_argument("--mutants", type=int, default=150, help="how many faults")
    parser.add_argument("--minutes", type=float, default=10, help="stop after so long, tried or not")
    parser.add_argument("--processes", type=int, default=2, help="how many at once")
    parser.add_argument("--only", default="", help="only faults in files whose path has this in it")
    parser.add_argument("--json", type=Path, help="write everything to this file as well")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="mutants_", ignore_cleanup_errors=True) as folder:
        mutants = tried(arguments, Path(folder).resolve())
        os.chdir(ROOT)
    for mutant in mutants:
        if mutant.fate in {"survived", "error"}:
            print(f"\n{mutant.fate}: {mutant.file}:{mutant.line}\n{mutant.diff}")
    untried = sum(mutant.fate == "untried" for mutant in mutants)
    print("", f"seed {arguments.seed}, {len(mutants)} faults, {untried} not tried", *table(mutants), sep="\n")
    if arguments.json:
        kept = [{**vars(mutant), "area": mutant.area.folder, "room": mutant.area.room} for mutant in mutants]
        arguments.json.write_text(json.dumps(kept, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
