"""A process that dies, stands still or takes too long is ended and replaced by one other, and its work is done again."""

import asyncio
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from bench.load.processes import children, runs, state, thinks
from shanghaien.web.bots import processes as module
from shanghaien.web.bots.processes import Lost, WatchedProcess
from tests.web.patience import PATIENCE

ANY = 10_000


def ask_first(folder: str, what: str) -> int:
    """In the process: the first one who is asked leaves a mark and comes to grief, the next one tells who they are."""
    mark = Path(folder) / "mark"
    if mark.exists():
        return os.getpid()
    mark.write_text(str(os.getpid()))
    if what == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    os.kill(os.getpid(), signal.SIGSTOP)
    return os.getpid()


def always_die() -> None:
    """In the process: never come back."""
    os._exit(1)


def never_end() -> None:
    """In the process: be busy for ever, in good health."""
    while True:
        time.sleep(1)


@pytest.fixture
def short_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that nobody waits 20 s. However busy the machine is, nobody is taken for frozen before the test says so."""
    monkeypatch.setattr(module, "LOOK_EVERY", 0.05)
    monkeypatch.setattr(module, "SILENT_LOOKS", ANY)
    monkeypatch.setattr(module, "STARTING_LOOKS", ANY)


async def until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - nobody tells when a process ends
            await asyncio.sleep(0.01)


def started_here() -> set[int]:
    return {child for child in children(os.getpid()) if thinks(child)}


@pytest.mark.usefixtures("short_looks")
def test_work_that_kills_its_process_is_done_again_by_another(tmp_path: Path) -> None:
    async def run() -> None:
        process = WatchedProcess()
        answer = await asyncio.wait_for(process.do(ask_first, str(tmp_path), "die", looks=ANY), PATIENCE)
        first = int((tmp_path / "mark").read_text())
        assert answer != first
        await until(lambda: not runs(first))
        process.close()

    asyncio.run(run())


def test_work_whose_process_stands_still_is_done_again_by_another(
    tmp_path: Path, short_looks: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def run() -> None:
        process, mark = WatchedProcess(), tmp_path / "mark"
        task = asyncio.create_task(process.do(ask_first, str(tmp_path), "freeze", looks=ANY))
        await until(lambda: mark.exists() and state(int(mark.read_text() or 0)) == "T")
        first = int(mark.read_text())
        with monkeypatch.context() as impatient:
            impatient.setattr(module, "SILENT_LOOKS", 3)
            await until(lambda: not runs(first))
        assert await asyncio.wait_for(task, PATIENCE) != first
        process.close()

    asyncio.run(run())


@pytest.mark.usefixtures("short_looks")
def test_work_that_never_ends_is_given_to_one_other_process_and_then_given_up(caplog: pytest.LogCaptureFixture) -> None:
    async def run() -> None:
        before, process = started_here(), WatchedProcess()
        with pytest.raises(Lost, match="it took too long"):
            await asyncio.wait_for(process.do(never_end, looks=3), PATIENCE)
        await until(lambda: not started_here() - before)

    asyncio.run(run())
    told = [record.__dict__["reason"] for record in caplog.records if record.name == module.log.name]
    assert told == ["it took too long"]


def test_one_dead_process_with_25_pieces_of_work_waiting_starts_one_other() -> None:
    async def run() -> None:
        before, process = started_here(), WatchedProcess()
        first = await process.do(os.getpid, looks=ANY)
        os.kill(first, signal.SIGKILL)
        most, waiting = 0, [asyncio.create_task(process.do(os.getpid, looks=ANY)) for _ in range(25)]
        while not all(task.done() for task in waiting):
            most = max(most, len(started_here() - before - {first}))
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
        await until(lambda: mark.exists() and state(int(mark.read_text() or 0)) == "T")
        process.close()
        task.cancel()
        assert isinstance((await asyncio.gather(task, return_exceptions=True))[0], asyncio.CancelledError)
        return int(mark.read_text())

    frozen = asyncio.run(run())
    asyncio.run(asyncio.wait_for(until(lambda: not runs(frozen)), PATIENCE))
