"""A review waits as a job, is made by one worker at a time, and is kept."""

import asyncio
import json

import pytest

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.jobs import JobStore
from shanghaien.web.reviews import store as module
from shanghaien.web.reviews.schema import reviews
from shanghaien.web.reviews.store import ReviewState, ReviewStore, record_in
from tests.web.core.database.databases import with_database
from tests.web.reviews.accounts import claim_review, keep_review

LONG, OVER = 600_000, -1


def test_of_many_workers_one_makes_it_and_everybody_sees_how_far_it_is(database_url: str) -> None:
    async def use(database: Database) -> None:
        store, elsewhere = ReviewStore(database), ReviewStore(database)
        assert await store.find("k") is None
        assert await store.ask("k", "the record", 5)
        got = await asyncio.gather(*(claim_review(database) for _ in range(6)))
        (job,) = (job for job in got if job is not None)
        assert (job.subject, record_in(job)) == ("k", "the record")
        assert await JobStore(database).renew(job, LONG, 0.375)
        assert await elsewhere.find("k") == ReviewState(None, 0.375)
        await store.finish(job, "the review")
        assert await elsewhere.find("k") == ReviewState("the review")

    with_database(database_url, use)


def test_who_has_waited_longest_comes_first(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(database: Database) -> None:
        store = ReviewStore(database)
        for at, key in enumerate("cab"):
            monkeypatch.setattr(module, "now", lambda at=at: at)
            await store.ask(key, "", 5)
        jobs = [await claim_review(database) for _ in range(4)]
        assert [job.subject if job else None for job in jobs] == ["c", "a", "b", None]

    with_database(database_url, use)


def test_only_so_many_wait_and_asking_again_takes_no_second_place(database_url: str) -> None:
    async def use(database: Database) -> None:
        store = ReviewStore(database)
        assert [await store.ask(key, "", 2) for key in "aabcb"] == [True, True, True, False, True]
        job = await claim_review(database)
        assert job is not None
        assert not await store.ask("c", "", 2)  # the one at work counts too
        await store.finish(job, "done")
        assert await store.ask("c", "", 2)

    with_database(database_url, use)


def test_a_review_that_is_made_is_not_made_again_however_often_it_is_asked_for(database_url: str) -> None:
    async def use(database: Database) -> None:
        store = ReviewStore(database)
        await keep_review(database, "k", "the review")
        assert await store.ask("k", "", 1)
        assert await claim_review(database) is None

    with_database(database_url, use)


def test_a_worker_that_comes_back_after_its_lease_can_do_no_harm(database_url: str) -> None:
    async def use(database: Database) -> None:
        store = ReviewStore(database)
        await store.ask("k", "", 5)
        slow, other = await claim_review(database, OVER), await claim_review(database)
        assert slow is not None
        assert other is not None
        assert await JobStore(database).renew(slow, LONG, 1) is None
        await JobStore(database).later(slow, OVER)
        assert await claim_review(database) is None
        await store.finish(other, "the review")
        await store.finish(slow, "another")
        await store.finish(slow, None)
        assert await store.find("k") == ReviewState("the review")

    with_database(database_url, use)


def test_one_that_could_not_be_made_is_given_up_for_a_while(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(database: Database) -> None:
        store = ReviewStore(database)
        await store.ask("k", "", 1)
        job = await claim_review(database)
        assert job is not None
        await store.finish(job, None)
        assert await store.find("k") == ReviewState(None, given_up=True)
        assert await store.ask("k", "", 1)
        assert await claim_review(database) is None
        assert await store.ask("next", "", 1)  # it waits no longer
        monkeypatch.setattr(module, "GIVEN_UP_MS", -1)
        assert await store.find("k") is None
        assert await store.ask("k", "", 2)
        assert await store.find("k") == ReviewState(None)

    with_database(database_url, use)


def test_turns_decide_the_order_and_not_the_moment_of_asking(database_url: str) -> None:
    async def use(database: Database) -> None:
        store = ReviewStore(database)
        for key, turn in {"one": 10, "much later": 30, "newcomer": 20}.items():
            await store.ask(key, "", 5, turn)
        jobs = [await claim_review(database) for _ in range(3)]
        assert [job.subject for job in jobs if job] == ["one", "newcomer", "much later"]

    with_database(database_url, use)


def test_one_that_cannot_be_read_is_forgotten(database_url: str) -> None:
    async def use(database: Database) -> None:
        store = ReviewStore(database)
        await keep_review(database, "k", "{")
        assert await store.find("k") == ReviewState("{")
        await store.forget("k")
        assert await store.find("k") is None

    with_database(database_url, use)


def test_the_game_that_it_was_asked_for_is_remembered(database_url: str) -> None:
    async def use(database: Database) -> None:
        store = ReviewStore(database)
        await store.ask("k", "", 5, game="g")
        job = await claim_review(database)
        assert job is not None
        assert json.loads(job.payload) == {"game": "g", "record": ""}
        await store.finish(job, "the review")
        async with database.connect() as connection:
            rows = await connection.execute(reviews.select())
            assert [(row.key, row.game) for row in rows] == [("k", "g")]

    with_database(database_url, use)
