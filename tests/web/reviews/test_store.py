"""A review waits as a row, is made by one worker at a time, and is kept with what it has come to."""

import asyncio

import pytest

from shanghaien.web.core.database.engine import Database
from shanghaien.web.reviews import store as module
from shanghaien.web.reviews.store import MOST_TRIES, ReviewState, ReviewStore
from tests.web.core.database.databases import with_database
from tests.web.reviews.accounts import keep_review

LONG, OVER = 600_000, -1


def test_of_many_workers_one_makes_it_and_everybody_sees_how_far_it_is(database_url: str) -> None:
    async def use(database: Database) -> None:
        store, elsewhere = ReviewStore(database), ReviewStore(database)
        assert await store.find("k") is None
        assert not await store.any_waiting()
        assert await store.ask("k", "the record", 5)
        assert await store.any_waiting()
        got = await asyncio.gather(*(store.claim(LONG) for _ in range(6)))
        (job,) = (job for job in got if job is not None)
        assert (job.key, job.record) == ("k", "the record")
        assert not await store.any_waiting()
        assert await store.tell(job, 3, 8, LONG)
        assert await elsewhere.find("k") == ReviewState(None, 3, 8)
        await store.finish(job, "the review")
        assert await elsewhere.find("k") == ReviewState("the review", 3, 8)

    with_database(database_url, use)


def test_who_has_waited_longest_comes_first(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(database: Database) -> None:
        store = ReviewStore(database)
        for at, key in enumerate("cab"):
            monkeypatch.setattr(module, "now", lambda at=at: at)
            await store.ask(key, "", 5)
        jobs = [await store.claim(LONG) for _ in range(4)]
        assert [job.key if job else None for job in jobs] == ["c", "a", "b", None]

    with_database(database_url, use)


def test_only_so_many_wait_and_asking_again_takes_no_second_place(database_url: str) -> None:
    async def use(database: Database) -> None:
        store = ReviewStore(database)
        assert [await store.ask(key, "", 2) for key in "aabcb"] == [True, True, True, False, True]
        job = await store.claim(LONG)
        assert job is not None
        assert not await store.ask("c", "", 2)  # the one at work counts too
        await store.finish(job, "done")
        assert await store.ask("c", "", 2)

    with_database(database_url, use)


def test_a_worker_that_crashes_loses_the_review_to_the_next_and_can_do_no_harm(database_url: str) -> None:
    async def use(database: Database) -> None:
        store = ReviewStore(database)
        await store.ask("k", "", 5)
        dead, alive = await store.claim(OVER), await store.claim(LONG)
        assert dead is not None
        assert alive is not None
        assert not await store.tell(dead, 8, 8, LONG)
        await store.fail(dead)
        assert await store.claim(LONG) is None
        await store.finish(alive, "the review")
        await store.finish(dead, "another")
        assert await store.find("k") == ReviewState("the review")

    with_database(database_url, use)


def test_after_so_many_tries_it_is_given_up_for_a_while(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSES_MS", (0,))

    async def use(database: Database) -> None:
        store = ReviewStore(database)
        await store.ask("k", "", 1)
        for _ in range(MOST_TRIES):
            assert (await store.find("k")) == ReviewState(None)
            job = await store.claim(LONG)
            assert job is not None
            await store.fail(job)
        assert await store.claim(LONG) is None
        assert await store.find("k") == ReviewState(None, given_up=True)
        monkeypatch.setattr(module, "GIVEN_UP_MS", 0)
        assert await store.find("k") == ReviewState(None, given_up=True, rested=True)
        assert await store.ask("next", "", 1)

    with_database(database_url, use)


def test_one_that_took_its_worker_with_it_rests_and_one_that_cannot_be_made_is_given_up(database_url: str) -> None:
    async def use(database: Database) -> None:
        store = ReviewStore(database)
        for key in ("rests", "hopeless"):
            await store.ask(key, "", 5)
        rests, hopeless = await store.claim(LONG), await store.claim(LONG)
        assert rests is not None
        assert hopeless is not None
        await store.fail(rests)
        await store.give_up(hopeless)
        assert not await store.any_waiting()
        assert [await store.find(job.key) for job in (rests, hopeless)] == [
            ReviewState(None),
            ReviewState(None, given_up=True),
        ]

    with_database(database_url, use)


def test_turns_decide_the_order_and_not_the_moment_of_asking(database_url: str) -> None:
    async def use(database: Database) -> None:
        store = ReviewStore(database)
        for key, turn in {"one": 10, "much later": 30, "newcomer": 20}.items():
            await store.ask(key, "", 5, turn)
        jobs = [await store.claim(LONG) for _ in range(3)]
        assert [job.key for job in jobs if job] == ["one", "newcomer", "much later"]

    with_database(database_url, use)


def test_a_try_that_a_stop_cut_short_does_not_count(database_url: str) -> None:
    async def use(database: Database) -> None:
        store = ReviewStore(database)
        await store.ask("k", "", 1)
        for _ in range(2 * MOST_TRIES):
            job = await store.claim(LONG)
            assert job is not None
            await store.hand_back(job)
        assert await store.any_waiting()

    with_database(database_url, use)


def test_one_that_cannot_be_read_is_forgotten(database_url: str) -> None:
    async def use(database: Database) -> None:
        store = ReviewStore(database)
        await keep_review(database, "k", "{")
        assert await store.find("k") == ReviewState("{")
        await store.forget("k")
        assert await store.find("k") is None

    with_database(database_url, use)
