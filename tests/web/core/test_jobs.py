"""A job is claimed by one worker at a time and never lost, however many of them crash."""

import asyncio
import random
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from shanghaien.web.core.clock import now
from shanghaien.web.core.database import schema
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.jobs import JobRow, JobStore, schedule, schedule_once, unschedule
from tests.web.core.database.databases import with_database

LONG, OVER = 600_000, -1
PAST, FUTURE = 1, now() + 10**9
ALARM = ["alarm"]


def test_it_is_claimed_by_one_and_gone_when_done(database_url: str) -> None:
    async def use(database: Database) -> None:
        jobs = JobStore(database)
        await jobs.set("alarm", "g", PAST, "wake up")
        got = await asyncio.gather(*(jobs.claim(ALARM, 5, LONG) for _ in range(6)))
        (row,) = (row for rows in got for row in rows)
        assert (row.kind, row.subject, row.payload, row.at, row.tries) == ("alarm", "g", "wake up", PAST, 1)
        assert await jobs.done(row)
        assert await jobs.wait_ms(ALARM) is None

    with_database(database_url, use)


def test_only_what_is_due_and_of_these_kinds_is_claimed_longest_due_first(database_url: str) -> None:
    async def use(database: Database) -> None:
        jobs = JobStore(database)
        for subject, at in {"c": 3, "a": 1, "b": 2, "tomorrow": FUTURE}.items():
            await jobs.set("alarm", subject, at)
        await jobs.set("other", "z", PAST)
        assert [row.subject for row in await jobs.claim(ALARM, 2, LONG)] == ["a", "b"]
        assert [row.subject for row in await jobs.claim([*ALARM, "other"], 9, LONG)] == ["z", "c"]
        assert await jobs.claim([*ALARM, "other"], 9, LONG) == []

    with_database(database_url, use)


def test_set_anew_it_moves_and_whoever_works_on_it_does_not_finish_it(database_url: str) -> None:
    async def use(database: Database) -> None:
        jobs = JobStore(database)
        await jobs.set("alarm", "g", PAST, "old")
        (row,) = await jobs.claim(ALARM, 1, LONG)
        await jobs.set("alarm", "g", PAST, "new")
        assert not await jobs.done(row)
        assert await jobs.renew(row, LONG) is None
        await jobs.later(row, LONG)
        (again,) = await jobs.claim(ALARM, 1, LONG)
        assert (again.payload, again.tries) == ("new", 1)

    with_database(database_url, use)


def test_a_worker_whose_lease_has_run_out_does_not_finish_what_another_has(database_url: str) -> None:
    async def use(database: Database) -> None:
        jobs = JobStore(database)
        await jobs.set("alarm", "g", PAST)
        (slow,) = await jobs.claim(ALARM, 1, OVER)
        (other,) = await jobs.claim(ALARM, 1, LONG)
        assert not await jobs.done(slow)
        assert other.tries == 2
        assert await jobs.done(other)

    with_database(database_url, use)


def test_what_is_renewed_is_kept(database_url: str) -> None:
    async def use(database: Database) -> None:
        jobs = JobStore(database)
        await jobs.set("alarm", "g", PAST)
        (row,) = await jobs.claim(ALARM, 1, OVER)
        kept = await jobs.renew(row, LONG)
        assert kept is not None
        assert await jobs.claim(ALARM, 1, LONG) == []
        assert await jobs.done(kept)

    with_database(database_url, use)


def test_what_fails_is_due_again_later_and_its_tries_are_counted(database_url: str) -> None:
    async def use(database: Database) -> None:
        jobs = JobStore(database)
        await jobs.set("alarm", "g", PAST)
        (row,) = await jobs.claim(ALARM, 1, LONG)
        await jobs.later(row, LONG)
        assert await jobs.claim(ALARM, 1, LONG) == []
        wait = await jobs.wait_ms(ALARM)
        assert wait is not None
        assert LONG - 60_000 < wait <= LONG
        await jobs.set("alarm", "h", PAST)
        (row,) = await jobs.claim(ALARM, 1, LONG)
        await jobs.later(row, -1)
        (again,) = await jobs.claim(ALARM, 1, LONG)
        assert (again.subject, again.tries) == ("h", 2)

    with_database(database_url, use)


def test_set_once_leaves_alone_what_is_set(database_url: str) -> None:
    async def use(database: Database) -> None:
        jobs = JobStore(database)
        await jobs.set_once("alarm", "g", PAST, "first")
        await jobs.set_once("alarm", "g", FUTURE, "second")
        (row,) = await jobs.claim(ALARM, 1, LONG)
        assert row.payload == "first"

    with_database(database_url, use)


def test_a_try_that_a_stop_cut_short_does_not_count(database_url: str) -> None:
    async def use(database: Database) -> None:
        jobs = JobStore(database)
        await jobs.set("alarm", "g", PAST)
        for _ in range(3):
            (row,) = await jobs.claim(ALARM, 1, LONG)
            assert row.tries == 1
            await jobs.release(row)

    with_database(database_url, use)


def test_of_jobs_whose_time_has_come_those_with_the_lowest_priority_come_first(database_url: str) -> None:
    async def use(database: Database) -> None:
        jobs = JobStore(database)
        async with database.write() as connection:
            for at, (subject, priority) in enumerate({"last": 30, "second": 20, "first": -5}.items()):
                await schedule_once(connection, "alarm", subject, at, priority=priority)
        assert [row.subject for row in await jobs.claim(ALARM, 2, LONG)] == ["first", "second"]

    with_database(database_url, use)


FIRST, SECOND = 9, 10
"""Versions of a subject on which a lease is taken; as texts they would have another order."""


def test_of_many_processes_exactly_one_takes_a_lease_and_no_runner_finds_a_job(empty_postgres: str) -> None:
    async def use(database: Database) -> None:
        jobs = JobStore(database)
        got = await asyncio.gather(*(jobs.take("alarm", "g", FIRST, LONG) for _ in range(10)))
        assert sum(lease is not None for lease in got) == 1
        assert await jobs.take("alarm", "another", FIRST, OVER) is not None
        assert await jobs.claim(ALARM, 9, LONG) == []
        assert await jobs.wait_ms(ALARM) is None

    with_database(empty_postgres, use)


def test_a_lease_that_has_run_out_passes_to_one_other(empty_postgres: str) -> None:
    async def use(database: Database) -> None:
        jobs = JobStore(database)
        dead = await jobs.take("alarm", "g", FIRST, OVER)
        assert dead is not None
        got = await asyncio.gather(*(jobs.take("alarm", "g", FIRST, LONG) for _ in range(10)))
        assert sum(lease is not None for lease in got) == 1
        assert not await dead.extend(LONG)
        await dead.release()  # it has nothing to release any more
        assert await jobs.take("alarm", "g", FIRST, LONG) is None

    with_database(empty_postgres, use)


def test_a_lease_on_a_later_version_is_free_and_on_an_earlier_one_never_again(empty_postgres: str) -> None:
    async def use(database: Database) -> None:
        jobs = JobStore(database)
        assert await jobs.take("alarm", "g", FIRST, LONG) is not None
        assert await jobs.take("alarm", "g", SECOND, OVER) is not None
        assert await jobs.take("alarm", "g", FIRST, LONG) is None
        assert await jobs.take("alarm", "g", SECOND, LONG) is not None

    with_database(empty_postgres, use)


def test_a_lease_that_is_extended_is_kept_and_one_that_is_released_is_free_at_once(empty_postgres: str) -> None:
    async def use(database: Database) -> None:
        jobs = JobStore(database)
        lease = await jobs.take("alarm", "g", FIRST, OVER)
        assert lease is not None
        assert await lease.extend(LONG)
        assert await jobs.take("alarm", "g", FIRST, LONG) is None
        await lease.release()
        assert await jobs.take("alarm", "g", FIRST, LONG) is not None

    with_database(empty_postgres, use)


def test_where_one_process_has_the_database_to_itself_a_lease_is_not_written_down(tmp_path: Path) -> None:
    async def use(database: Database) -> None:
        lease = await JobStore(database).take("alarm", "g", FIRST, LONG)
        assert lease is not None
        assert not await lease.extend(LONG)
        await lease.release()
        async with database.connect() as connection:
            assert (await connection.execute(select(schema.jobs.c.id))).all() == []

    with_database(f"sqlite+aiosqlite:///{tmp_path / 'jobs.db'}", use)


async def change_and_fail(database: Database) -> None:
    async with database.write() as connection:
        await schedule(connection, "alarm", "never", PAST)
        await unschedule(connection, "alarm", "kept")
        raise ZeroDivisionError


def test_it_is_set_or_cancelled_with_the_transaction_around_it_or_not_at_all(database_url: str) -> None:
    async def use(database: Database) -> None:
        jobs = JobStore(database)
        await jobs.set("alarm", "kept", PAST)
        with pytest.raises(ZeroDivisionError):
            await change_and_fail(database)
        assert [row.subject for row in await jobs.claim(ALARM, 9, OVER)] == ["kept"]
        async with database.write() as connection:
            await schedule(connection, "alarm", "now", PAST)
            await unschedule(connection, "alarm", "kept")
            await unschedule(connection, "alarm", "nothing at all")
        assert [row.subject for row in await jobs.claim(ALARM, 9, OVER)] == ["now"]

    with_database(database_url, use)


async def work(jobs: JobStore, crashes: random.Random, did: "Counter[str]") -> None:
    """Do what is due until nothing is left; a crash leaves what was claimed as it is, and a new worker comes."""
    while await jobs.wait_ms(ALARM) is not None:
        for row in await jobs.claim(ALARM, 7, 30):
            if crashes.random() < 0.1:
                break
            did[row.subject] += 1
            if crashes.random() < 0.1:
                break  # after the work, before it could be told
            await jobs.done(row)


def test_none_is_lost_by_workers_that_crash(database_url: str) -> None:
    subjects = {f"game {number}" for number in range(60)}

    async def use(database: Database) -> None:
        jobs, did = JobStore(database), Counter[str]()
        async with database.write() as connection:
            for subject in sorted(subjects):
                await schedule(connection, "alarm", subject, PAST)
        await asyncio.gather(*(work(jobs, random.Random(seed), did) for seed in range(3)))
        assert set(did) == subjects

    with_database(database_url, use)


STEPS = st.lists(
    st.tuples(st.sampled_from(["set", "move", "cancel", "claim", "crash", "done", "later"]), st.sampled_from("ab")),
    max_size=25,
)


def test_whatever_happens_in_between_what_was_set_last_is_done_last(database_url: str) -> None:
    @given(STEPS)
    @settings(max_examples=20, deadline=None)
    def whatever_happens(steps: list[tuple[str, str]]) -> None:
        with_database(database_url, lambda database: play(JobStore(database), steps))

    whatever_happens()


async def play(jobs: JobStore, steps: list[tuple[str, str]]) -> None:
    """Follow the steps, and hold beside them what ought to be left."""
    for subject in "ab":
        await jobs.cancel("alarm", subject)
    left: dict[str, str] = {}
    held: dict[str, JobRow] = {}
    for number, (step, subject) in enumerate(steps):
        if step in {"set", "move"}:
            left[subject] = str(number)
            await jobs.set("alarm", subject, PAST if step == "set" else PAST + number, str(number))
        elif step == "cancel":
            left.pop(subject, None)
            await jobs.cancel("alarm", subject)
        elif step in {"claim", "crash"}:
            held |= {row.subject: row for row in await jobs.claim(ALARM, 1, LONG if step == "claim" else OVER)}
        elif subject in held:
            row = held.pop(subject)
            if step == "later":
                await jobs.later(row, OVER)
            elif await jobs.done(row):
                assert left.pop(subject) == row.payload
    for row in held.values():  # those that are still at work lose their lease
        await jobs.later(row, OVER)
    assert {row.subject: row.payload for row in await jobs.claim(ALARM, 9, LONG)} == left
