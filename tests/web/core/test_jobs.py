"""What is due is claimed by one worker at a time and never lost, however many of them crash."""

import asyncio
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.jobs import JobRow, JobStore, schedule, unschedule
from tests.web.core.database.databases import with_database

LONG, OVER = 600_000, -1
PAST, FUTURE = 1, now() + 10**9
ALARM = ["alarm"]


def test_it_is_claimed_by_one_and_gone_when_done(database_url: str) -> None:
    async def use(database: Database) -> None:
        due = JobStore(database)
        await due.set("alarm", "g", PAST, "wake up")
        got = await asyncio.gather(*(due.claim(ALARM, 5, LONG) for _ in range(6)))
        (row,) = (row for rows in got for row in rows)
        assert (row.kind, row.subject, row.text, row.at, row.tries) == ("alarm", "g", "wake up", PAST, 1)
        assert await due.done(row)
        assert await due.wait_ms(ALARM) is None

    with_database(database_url, use)


def test_only_what_is_due_and_of_these_kinds_is_claimed_longest_due_first(database_url: str) -> None:
    async def use(database: Database) -> None:
        due = JobStore(database)
        for subject, at in {"c": 3, "a": 1, "b": 2, "tomorrow": FUTURE}.items():
            await due.set("alarm", subject, at)
        await due.set("other", "z", PAST)
        assert [row.subject for row in await due.claim(ALARM, 2, LONG)] == ["a", "b"]
        assert [row.subject for row in await due.claim([*ALARM, "other"], 9, LONG)] == ["z", "c"]
        assert await due.claim([*ALARM, "other"], 9, LONG) == []

    with_database(database_url, use)


def test_set_anew_it_moves_and_whoever_works_on_it_does_not_finish_it(database_url: str) -> None:
    async def use(database: Database) -> None:
        due = JobStore(database)
        await due.set("alarm", "g", PAST, "old")
        (row,) = await due.claim(ALARM, 1, LONG)
        await due.set("alarm", "g", PAST, "new")
        assert not await due.done(row)
        assert await due.renew(row, LONG) is None
        await due.later(row, LONG)
        (again,) = await due.claim(ALARM, 1, LONG)
        assert (again.text, again.tries) == ("new", 1)

    with_database(database_url, use)


def test_a_worker_whose_lease_has_run_out_does_not_finish_what_another_has(database_url: str) -> None:
    async def use(database: Database) -> None:
        due = JobStore(database)
        await due.set("alarm", "g", PAST)
        (slow,) = await due.claim(ALARM, 1, OVER)
        (other,) = await due.claim(ALARM, 1, LONG)
        assert not await due.done(slow)
        assert other.tries == 2
        assert await due.done(other)

    with_database(database_url, use)


def test_what_is_renewed_is_kept(database_url: str) -> None:
    async def use(database: Database) -> None:
        due = JobStore(database)
        await due.set("alarm", "g", PAST)
        (row,) = await due.claim(ALARM, 1, OVER)
        kept = await due.renew(row, LONG)
        assert kept is not None
        assert await due.claim(ALARM, 1, LONG) == []
        assert await due.done(kept)

    with_database(database_url, use)


def test_what_fails_is_due_again_later_and_its_tries_are_counted(database_url: str) -> None:
    async def use(database: Database) -> None:
        due = JobStore(database)
        await due.set("alarm", "g", PAST)
        (row,) = await due.claim(ALARM, 1, LONG)
        await due.later(row, LONG)
        assert await due.claim(ALARM, 1, LONG) == []
        wait = await due.wait_ms(ALARM)
        assert wait is not None
        assert LONG - 60_000 < wait <= LONG
        await due.set("alarm", "h", PAST)
        (row,) = await due.claim(ALARM, 1, LONG)
        await due.later(row, -1)
        (again,) = await due.claim(ALARM, 1, LONG)
        assert (again.subject, again.tries) == ("h", 2)

    with_database(database_url, use)


def test_set_once_leaves_alone_what_is_set(database_url: str) -> None:
    async def use(database: Database) -> None:
        due = JobStore(database)
        await due.set_once("alarm", "g", PAST, "first")
        await due.set_once("alarm", "g", FUTURE, "second")
        (row,) = await due.claim(ALARM, 1, LONG)
        assert row.text == "first"

    with_database(database_url, use)


async def change_and_fail(database: Database) -> None:
    async with database.write() as connection:
        await schedule(connection, "alarm", "never", PAST)
        await unschedule(connection, "alarm", "kept")
        raise ZeroDivisionError


def test_it_is_set_or_cancelled_with_the_transaction_around_it_or_not_at_all(database_url: str) -> None:
    async def use(database: Database) -> None:
        due = JobStore(database)
        await due.set("alarm", "kept", PAST)
        with pytest.raises(ZeroDivisionError):
            await change_and_fail(database)
        assert [row.subject for row in await due.claim(ALARM, 9, OVER)] == ["kept"]
        async with database.write() as connection:
            await schedule(connection, "alarm", "now", PAST)
            await unschedule(connection, "alarm", "kept")
            await unschedule(connection, "alarm", "nothing at all")
        assert [row.subject for row in await due.claim(ALARM, 9, OVER)] == ["now"]

    with_database(database_url, use)


async def work(due: JobStore, crashes: random.Random, did: "Counter[str]") -> None:
    """Do what is due until nothing is left; a crash leaves what was claimed as it is, and a new worker comes."""
    while await due.wait_ms(ALARM) is not None:
        for row in await due.claim(ALARM, 7, 30):
            if crashes.random() < 0.1:
                break
            did[row.subject] += 1
            if crashes.random() < 0.1:
                break  # after the work, before it could be told
            await due.done(row)


def test_none_is_lost_by_workers_that_crash(database_url: str) -> None:
    subjects = {f"game {number}" for number in range(60)}

    async def use(database: Database) -> None:
        due, did = JobStore(database), Counter[str]()
        async with database.write() as connection:
            for subject in sorted(subjects):
                await schedule(connection, "alarm", subject, PAST)
        await asyncio.gather(*(work(due, random.Random(seed), did) for seed in range(3)))
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


async def play(due: JobStore, steps: list[tuple[str, str]]) -> None:
    """Follow the steps, and hold beside them what ought to be left."""
    for subject in "ab":
        await due.cancel("alarm", subject)
    left: dict[str, str] = {}
    held: dict[str, JobRow] = {}
    for number, (step, subject) in enumerate(steps):
        if step in {"set", "move"}:
            left[subject] = str(number)
            await due.set("alarm", subject, PAST if step == "set" else PAST + number, str(number))
        elif step == "cancel":
            left.pop(subject, None)
            await due.cancel("alarm", subject)
        elif step in {"claim", "crash"}:
            held |= {row.subject: row for row in await due.claim(ALARM, 1, LONG if step == "claim" else OVER)}
        elif subject in held:
            row = held.pop(subject)
            if step == "later":
                await due.later(row, OVER)
            elif await due.done(row):
                assert left.pop(subject) == row.text
    for row in held.values():  # those that are still at work lose their lease
        await due.later(row, OVER)
    assert {row.subject: row.text for row in await due.claim(ALARM, 9, LONG)} == left
