"""A process that dies, stands still or takes too long is ended and replaced by one other, and its work is done again."""

import asyncio
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from shanghaien.web.workers import watched_process as module
from shanghaien.web.workers.watched_process import Lost, WatchedProcess
from tests.web.server import PATIENCE

ANY = 10_000


def ask_first(folder: str, what: str) -> int:
    """In the process: the first one who is asked leaves a mark and comes to grief, the next one tells who they are."""
    mark = Path(folder) / "mark"
    if mark.exists():
        return os.getpid()
    mark.write_text(str(os.getpid()))
    if what == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if what == "freeze":
        os.kill(os.getpid(), signal.SIGSTOP)
    while True:
        time.sleep(1)


def always_die() -> None:
    """In the process: never come back."""
    os._exit(1)


@pytest.fixture
def short_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that nobody waits 20 s; a heart that beats every half second is heard at every other look of 0.3 s."""
    monkeypatch.setattr(module, "LOOK_EVERY", 0.3)
    monkeypatch.setattr(module, "SILENT_LOOKS", 10)
    monkeypatch.setattr(module, "STARTING_LOOKS", ANY)


async def until(true: Callable[[], bool]) -> None:
    while not true():  # noqa: ASYNC110 - nobody tells when a process ends
        await asyncio.sleep(0.01)


def state_of(process: int) -> str:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except FileNotFoundError:
        return "X"


def runs(process: int) -> bool:
    return state_of(process) not in "ZX"


def stopped(process: int) -> bool:
    return state_of(process) == "T"


def children() -> set[int]:
    tasks = Path("/proc/self/task").glob("*/children")
    return {int(child) for task in tasks for child in task.read_text().split() if runs(int(child))}


@pytest.mark.usefixtures("short_looks")
@pytest.mark.parametrize(("what", "looks"), [("die", ANY), ("freeze", ANY), ("loop", 3)])
def test_work_that_takes_its_process_with_it_is_done_again_by_another(tmp_path: Path, what: str, looks: int) -> None:
    async def run() -> None:
        process = WatchedProcess()
        answer = await asyncio.wait_for(process.do(ask_first, str(tmp_path), what, looks=looks), PATIENCE)
        first = int((tmp_path / "mark").read_text())
        assert answer != first
        await until(lambda: not runs(first))
        process.close()

    asyncio.run(run())


def test_one_dead_process_with_25_pieces_of_work_waiting_starts_one_other() -> None:
    async def run() -> None:
        before, process = children(), WatchedProcess()
        first = await process.do(os.getpid, looks=ANY)
        os.kill(first, signal.SIGKILL)
        most, waiting = 0, [asyncio.create_task(process.do(os.getpid, looks=ANY)) for _ in range(25)]
        while not all(task.done() for task in waiting):
            most = max(most, len(children() - before - {first}))
            await asyncio.sleep(0.01)
        answers = {task.result() for task in waiting} - {first}
        assert (most, len(answers)) == (1, 1)
        process.close()

    asyncio.run(run())


def test_work_that_ends_every_process_is_given_up_and_each_start_waits_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        pauses.append(seconds)
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", noted)

    async def run() -> None:
        process = WatchedProcess()
        for _ in range(2):
            with pytest.raises(Lost):
                await asyncio.wait_for(process.do(always_die, looks=ANY), PATIENCE)
        assert pauses == [0.5, 1.0]
        assert await process.do(os.getpid, looks=ANY) != os.getpid()
        assert process._losses == 0
        process.close()

    asyncio.run(run())


def test_a_process_that_stands_still_does_not_keep_anybody_from_closing(tmp_path: Path) -> None:
    async def run() -> int:
        process = WatchedProcess()
        task = asyncio.create_task(process.do(ask_first, str(tmp_path), "freeze", looks=ANY))
        mark = tmp_path / "mark"
        await until(lambda: mark.exists() and stopped(int(mark.read_text() or 0)))
        process.close()
        task.cancel()
        assert isinstance((await asyncio.gather(task, return_exceptions=True))[0], asyncio.CancelledError)
        return int(mark.read_text())

    frozen = asyncio.run(run())
    asyncio.run(asyncio.wait_for(until(lambda: not runs(frozen)), PATIENCE))
