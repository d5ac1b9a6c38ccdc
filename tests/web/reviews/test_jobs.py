"""Reviews are asked for once, made by another process, seen by every server of the site, and kept."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from shanghaien import rules
from shanghaien.ai.review.json_form import to_dict
from shanghaien.ai.review.model import GameReview
from shanghaien.ai.review.reviewer import judgement, review
from shanghaien.rules import Record
from shanghaien.web.bots import fair_queue as paces
from shanghaien.web.bots.processes import Lost, WatchedProcess
from shanghaien.web.core import jobs as runner_module
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.jobs import JobStore
from shanghaien.web.reviews import jobs as review_runner
from shanghaien.web.reviews import service as module
from shanghaien.web.reviews import store as stored
from shanghaien.web.reviews.jobs import MOST_TRIES, ReviewRunner
from shanghaien.web.reviews.service import Busy, Reviews, UnderWay
from shanghaien.web.reviews.store import ReviewStore, record_in
from shanghaien.web.tables.errors import IllegalMove
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.records import key_of, table_of
from tests.ai.review.test_reviewer import random_game
from tests.web.core.database.databases import opened_database, with_database
from tests.web.patience import PATIENCE
from tests.web.reviews.accounts import claim_review, keep_review

RECORD = random_game(12)
TABLE = table_of(RECORD)


def service(database: Database, wake: Callable[[], None] = lambda: None) -> Reviews:
    return Reviews(ReviewStore(database), wake)


@asynccontextmanager
async def with_reviewer(database: Database) -> AsyncIterator[Reviews]:
    runner = ReviewRunner(ReviewStore(database))
    await runner.start()
    try:
        yield service(database, runner.wake)
    finally:
        await runner.close()


async def found(reviews: Reviews, table: Table) -> GameReview:
    async with asyncio.timeout(PATIENCE):
        while isinstance(review := await reviews.find(table), UnderWay):  # noqa: ASYNC110 - the page looks again, too
            await asyncio.sleep(0.02)
    return review


def visiting(folder: Path, visit: Callable[[Database], Awaitable[None]]) -> None:
    with_database(f"sqlite+aiosqlite:///{folder / 'games.db'}", visit)


def test_a_review_is_made_by_another_process_and_kept(database_url: str, tmp_path: Path) -> None:
    async def visit(database: Database) -> None:
        async with with_reviewer(database) as reviews:
            assert await reviews.find(TABLE) == UnderWay(0.0)
            made = await found(reviews, TABLE)
        assert to_dict(made)["totals"].keys() == {"A", "B"}
        assert [entry.text for entry in made.entries] == [e.text for e in review(RECORD, judgement()).entries]
        async with opened_database(database_url) as elsewhere:
            assert await service(elsewhere).find(TABLE) == made

    with_database(database_url, visit)


def test_the_review_of_a_game_that_somebody_brings_is_not_kept(database_url: str, tmp_path: Path) -> None:
    async def visit(database: Database) -> None:
        async with with_reviewer(database) as reviews, asyncio.timeout(PATIENCE):
            while isinstance(made := await reviews.find_passing(TABLE), UnderWay):  # noqa: ASYNC110 - as above
                await asyncio.sleep(0.02)
        assert await ReviewStore(database).find(key_of(TABLE)) is None
        assert await reviews.find_passing(TABLE) is made

    with_database(database_url, visit)


def test_the_review_of_a_game_played_here_stays_though_somebody_brings_its_record(tmp_path: Path) -> None:
    async def visit(database: Database) -> None:
        async with with_reviewer(database) as reviews:
            made = await found(reviews, TABLE)
        assert await reviews.find_passing(TABLE) == made
        assert await reviews.find(TABLE) == made
        assert await ReviewStore(database).find(key_of(TABLE)) is not None

    visiting(tmp_path, visit)


def test_only_so_many_reviews_of_games_that_were_brought_are_remembered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_PASSING", 1)

    async def visit(database: Database) -> None:
        async with with_reviewer(database) as reviews:
            made = await found(reviews, TABLE)
            assert await reviews.find_passing(TABLE) is await reviews.find_passing(TABLE)
            assert await reviews.find_passing(table_of(random_game(13))) == UnderWay(0.0)
            assert await reviews.find_passing(TABLE) is not made

    visiting(tmp_path, visit)


def test_asking_again_asks_nobody_again_and_tells_how_far_it_is(tmp_path: Path) -> None:
    async def visit(database: Database) -> None:
        wake_ups: list[str] = []
        reviews = service(database, lambda: wake_ups.append("wake"))
        for _ in range(3):
            assert await reviews.find(TABLE) == UnderWay(0.0)
        assert wake_ups == ["wake"]
        job = await claim_review(database)
        assert job is not None
        await JobStore(database).renew(job, 60_000, 0.25)
        assert await reviews.find(TABLE) == UnderWay(0.25)

    visiting(tmp_path, visit)


def test_the_record_that_waits_tells_nothing_of_the_players(tmp_path: Path) -> None:
    async def visit(database: Database) -> None:
        await service(database).find(table_of(Record(RECORD.options, RECORD.steps, {"Player-A": "Ann Onymous"})))
        job = await claim_review(database)
        assert job is not None
        assert "Ann" not in job.payload
        assert rules.load(record_in(job)).steps == RECORD.steps

    visiting(tmp_path, visit)


def test_only_so_many_games_wait_for_their_review_and_the_next_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 2)

    async def visit(database: Database) -> None:
        reviews = service(database)
        for number in (12, 13, 12):
            assert await reviews.find(table_of(random_game(number, steps_at_most=20))) == UnderWay()
        with pytest.raises(Busy):
            await reviews.find(table_of(random_game(14, steps_at_most=20)))

    visiting(tmp_path, visit)


def test_a_review_that_fails_is_not_tried_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "played", lambda table: "no record at all")

    async def visit(database: Database) -> None:
        async with with_reviewer(database) as reviews:
            with pytest.raises(IllegalMove, match="could not be reviewed"):
                await found(reviews, TABLE)

    visiting(tmp_path, visit)


def test_a_review_that_was_given_up_may_be_asked_for_again_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def visit(database: Database) -> None:
        reviews, store = service(database), ReviewStore(database)
        await reviews.find(TABLE)
        job = await claim_review(database)
        assert job is not None
        await store.finish(job, None)
        with pytest.raises(IllegalMove, match="ask again in an hour"):
            await reviews.find(TABLE)
        monkeypatch.setattr(stored, "GIVEN_UP_MS", -1)
        assert await reviews.find(TABLE) == UnderWay()
        again = await claim_review(database)
        assert again is not None
        assert (again.payload, again.tries) == (job.payload, 1)

    visiting(tmp_path, visit)


def test_a_review_that_takes_its_process_with_it_is_tried_again_after_a_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner_module, "FIRST_PAUSE_MS", 1)
    tries: list[str] = []

    async def do(worker: WatchedProcess, work: object, record: str, looks: int) -> str:
        tries.append(record)
        if len(tries) < MOST_TRIES:
            raise Lost("it died")
        return json.dumps(to_dict(review(RECORD, judgement())))

    monkeypatch.setattr(WatchedProcess, "do", do)

    async def visit(database: Database) -> None:
        async with with_reviewer(database) as reviews:
            assert (await found(reviews, TABLE)).finished
        assert len(tries) == MOST_TRIES

    visiting(tmp_path, visit)


def test_reviews_of_one_place_have_their_turns_between_those_of_others(tmp_path: Path) -> None:
    tables = [table_of(random_game(number, steps_at_most=20)) for number in (12, 13, 14)]

    async def visit(database: Database) -> None:
        reviews = service(database)
        for table, place in zip(tables, ("flood", "flood", "newcomer"), strict=True):
            await reviews.find(table, place)
        jobs = [await claim_review(database) for _ in tables]
        assert [job.subject for job in jobs if job] == [key_of(tables[number]) for number in (0, 2, 1)]

    visiting(tmp_path, visit)


def test_one_place_cannot_fill_the_queue_of_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paces, "MOST_WAITING", 1)
    tables = [table_of(random_game(number, steps_at_most=20)) for number in (12, 13, 14)]

    async def visit(database: Database) -> None:
        reviews = service(database)
        for table in tables[:2]:
            assert await reviews.find(table, "flood") == UnderWay()
        with pytest.raises(Busy):
            await reviews.find(tables[2], "flood")
        assert await reviews.find(tables[2], "newcomer") == UnderWay()

    visiting(tmp_path, visit)


def test_a_review_whose_worker_was_killed_is_made_by_the_next_one(tmp_path: Path) -> None:
    async def visit(database: Database) -> None:
        await service(database).find(TABLE)
        for _ in range(MOST_TRIES - 1):
            assert await claim_review(database, -1) is not None
        async with with_reviewer(database) as reviews:
            assert (await found(reviews, TABLE)).finished

    visiting(tmp_path, visit)


def test_a_review_at_which_workers_were_killed_again_and_again_is_given_up(tmp_path: Path) -> None:
    async def visit(database: Database) -> None:
        await service(database).find(TABLE)
        for _ in range(MOST_TRIES):
            assert await claim_review(database, -1) is not None
        async with with_reviewer(database) as reviews:
            with pytest.raises(IllegalMove, match="could not be reviewed"):
                await found(reviews, TABLE)

    visiting(tmp_path, visit)


class Absorbed(WatchedProcess):
    """Takes what it is asked for, and is busy with it for ever."""

    begun: asyncio.Event

    async def do(self, work: Callable[..., Any], *given: Any, looks: int) -> Any:
        self.begun.set()
        await asyncio.Event().wait()


def test_a_reviewer_that_is_stopped_hands_its_work_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_runner, "WatchedProcess", Absorbed)

    async def visit(database: Database) -> None:
        Absorbed.begun = asyncio.Event()
        await service(database).find(TABLE)
        runner = ReviewRunner(ReviewStore(database))
        await runner.start()
        await asyncio.wait_for(Absorbed.begun.wait(), PATIENCE)
        assert await claim_review(database) is None
        await runner.close()
        job = await claim_review(database)
        assert job is not None
        assert job.tries == 1

    visiting(tmp_path, visit)


def test_one_that_is_damaged_is_made_again(tmp_path: Path) -> None:
    async def visit(database: Database) -> None:
        await keep_review(database, key_of(TABLE), "{")
        async with with_reviewer(database) as reviews:
            assert (await found(reviews, TABLE)).finished

    visiting(tmp_path, visit)


def test_a_file_that_cannot_be_read_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / f"{key_of(TABLE)}.json").write_text("{", encoding="utf-8")

    async def visit(database: Database) -> None:
        assert await service(database).find(TABLE) == UnderWay()

    visiting(tmp_path, visit)


def test_the_key_follows_the_game_and_not_the_names() -> None:
    named = Record(RECORD.options, RECORD.steps, {"Player-A": "Ann"})
    assert key_of(table_of(named)) == key_of(TABLE)
    assert key_of(table_of(random_game(13))) != key_of(TABLE)
    first, second = (table_of(Record(RECORD.options, RECORD.steps[:50], resigned=seat)) for seat in (0, 1))
    assert key_of(first) != key_of(second)


def test_to_look_whether_a_review_is_there_plays_nothing_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "apply", _never)
    monkeypatch.setattr(Record, "replay", _never)
    assert key_of(TABLE)


def _never(*_: object) -> None:
    raise AssertionError("the key is made of what the table knows")


def test_progress_is_told_while_a_review_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner_module, "PROGRESS_EVERY", 0.01)
    told: list[float] = []

    async def visit(database: Database) -> None:
        async with with_reviewer(database) as reviews, asyncio.timeout(PATIENCE):
            while isinstance(review := await reviews.find(TABLE), UnderWay):
                told.append(review.progress)
                await asyncio.sleep(0.01)

    visiting(tmp_path, visit)
    assert told == sorted(told)
    assert any(0 < progress < 1 for progress in told)
