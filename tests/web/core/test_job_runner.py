"""Each job is done by one of all processes, again after a failure, and at once by others after a stop."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from sqlalchemy import select

from shanghaien.web.core import jobs as module
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.schema import jobs
from shanghaien.web.core.jobs import JobRow, JobRunner, JobStore
from tests.web.core.database.databases import with_database

PAST = 1


def visiting(folder: Path, visit: Callable[[Database], Awaitable[None]]) -> None:
    with_database(f"sqlite+aiosqlite:///{folder / 'jobs.db'}", visit)


def test_of_two_processes_one_does_each_thing(database_url: str) -> None:
    async def visit(database: Database) -> None:
        store, did, all_done = JobStore(database), list[str](), asyncio.Event()

        async def ring(row: JobRow) -> None:
            did.append(row.payload)
            if len(did) == 30:
                all_done.set()

        for number in range(30):
            await store.set("alarm", str(number), PAST, f"alarm {number}")
        await store.set("other", "x", PAST)
        runners = [JobRunner(store, {"alarm": ring}) for _ in range(2)]
        for runner in runners:
            await runner.start()
        await asyncio.wait_for(all_done.wait(), 60)
        while await store.wait_ms(["alarm"]) is not None:
            pass  # until the last one has been told
        for runner in runners:
            await runner.close()
        assert sorted(did) == sorted(f"alarm {number}" for number in range(30))
        assert await store.wait_ms(["other"]) == 0

    with_database(database_url, visit)


def test_what_fails_is_tried_again_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST_PAUSE_MS", 1)
    tries: list[int] = []
    rung = asyncio.Event()

    async def ring(row: JobRow) -> None:
        tries.append(row.tries)
        if row.tries < 3:
            raise RuntimeError("the bell is stuck")
        rung.set()

    async def visit(database: Database) -> None:
        store = JobStore(database)
        await store.set("alarm", "g", PAST)
        runner = JobRunner(store, {"alarm": ring})
        await runner.start()
        await asyncio.wait_for(rung.wait(), 60)
        while await store.wait_ms(["alarm"]) is not None:
            pass
        await runner.close()
        assert tries == [1, 2, 3]

    visiting(tmp_path, visit)


def test_a_handler_may_set_the_next_time_itself(tmp_path: Path) -> None:
    async def visit(database: Database) -> None:
        store = JobStore(database)

        async def ring(row: JobRow) -> None:
            await store.set(row.kind, row.subject, 10**15, "next")

        await store.set("alarm", "g", PAST)
        runner = JobRunner(store, {"alarm": ring})
        assert await runner.look()
        assert not await runner.look()
        wait = await store.wait_ms(["alarm"])
        assert wait is not None
        assert wait > 10**9

    visiting(tmp_path, visit)


def test_all_that_was_begun_when_a_process_stops_is_left_to_others_at_once(tmp_path: Path) -> None:
    async def visit(database: Database) -> None:
        store, begun, all_begun = JobStore(database), list[JobRow](), asyncio.Event()

        async def ring(row: JobRow) -> None:
            begun.append(row)
            if len(begun) == 5:
                all_begun.set()
            await asyncio.Event().wait()

        for number in range(5):
            await store.set("alarm", str(number), PAST)
        runner, before = JobRunner(store, {"alarm": ring}), asyncio.all_tasks()
        await runner.start()
        await asyncio.wait_for(all_begun.wait(), 60)
        assert await store.claim(["alarm"], 5, 1) == []
        await runner.close()
        assert asyncio.all_tasks() == before, "somebody still works, and the database may be closed now"
        assert len(await store.claim(["alarm"], 5, 1)) == 5

    visiting(tmp_path, visit)


def test_what_is_nearly_done_when_a_process_stops_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SECONDS_TO_END", 60)

    async def visit(database: Database) -> None:
        store, begun, nearly = JobStore(database), asyncio.Event(), asyncio.Event()

        async def ring(row: JobRow) -> None:
            begun.set()
            await nearly.wait()

        await store.set("alarm", "g", PAST)
        runner = JobRunner(store, {"alarm": ring})
        await runner.start()
        await asyncio.wait_for(begun.wait(), 60)
        asyncio.get_running_loop().call_later(0.01, nearly.set)
        await runner.close()
        assert await store.wait_ms(["alarm"]) is None

    visiting(tmp_path, visit)


def test_a_lease_is_renewed_as_long_as_the_work_takes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LEASE_MS", 60)

    async def visit(database: Database) -> None:
        store = JobStore(database)

        async def ring(row: JobRow) -> None:
            while await value_of("leased_until", database) <= row.leased_until:
                pass

        await store.set("alarm", "g", PAST)
        assert await JobRunner(store, {"alarm": ring}).look()
        assert await store.wait_ms(["alarm"]) is None

    visiting(tmp_path, visit)


def test_whoever_waits_sees_how_far_a_job_has_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PROGRESS_EVERY", 0.001)

    async def visit(database: Database) -> None:
        async def ring(row: JobRow) -> None:
            while await value_of("progress", database) != 0.25:
                pass

        await JobStore(database).set("alarm", "g", PAST)
        assert await JobRunner(JobStore(database), {"alarm": ring}, 1, lambda: 0.25).look()

    visiting(tmp_path, visit)


async def value_of(column: str, database: Database) -> float:
    async with database.connect() as connection:
        return float((await connection.execute(select(jobs.c[column]))).scalar_one())
