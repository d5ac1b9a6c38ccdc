"""What comes of a try: its review is asked for before all others, gives it its place, and its mistakes are kept."""

import asyncio
import json
from pathlib import Path

import pytest
from sqlalchemy import select

from shanghaien.fairness.day import commitment
from shanghaien.web.core.database.schema import jobs
from shanghaien.web.core.jobs import JobRow
from shanghaien.web.daily.day_table import losses_of, marks, worst_step
from shanghaien.web.daily.jobs import ReviewsFull
from shanghaien.web.daily.mistake_store import MistakeStore
from shanghaien.web.daily.ranks import DayRanks
from shanghaien.web.daily.service import Daily
from shanghaien.web.daily.store import DayRow, TryRow, add_day
from shanghaien.web.reviews.child import reviewed
from shanghaien.web.reviews.store import ReviewStore, record_in
from shanghaien.web.tables.change import DAY_OVER
from shanghaien.web.tables.dice.daily_dice import day_at, opens
from tests.web.daily.test_tables import finish
from tests.web.moving_time import MONDAY, moving_time
from tests.web.persons import ADA, BOB
from tests.web.reviews.accounts import claim_review
from tests.web.tables.tavern import Tavern, opened, request

TODAY = day_at(MONDAY)
SEED = bytes(range(32))
DAY = DayRow(TODAY, 1, SEED, commitment(TODAY, SEED), 0)


async def promised(tavern: Tavern) -> Daily:
    async with tavern.games.database.write() as connection:
        await add_day(connection, DAY)
    return Daily.of(tavern.days, tavern.games)


def over(game: str) -> JobRow:
    """The word that a game of a day has ended."""
    return JobRow(1, DAY_OVER, game, "", 0, 0, 1)


async def try_of(tavern: Tavern, person: str) -> TryRow:
    found = await tavern.days.store.try_of(TODAY, ADA if person == ADA else BOB)
    assert found is not None
    return found


def test_a_review_gives_two_equal_games_the_same_place_and_keeps_the_mistakes_of_both(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as tavern:
            daily, store = await promised(tavern), ReviewStore(tavern.games.database)
            await store.ask("somebody's", "{}", 9)
            for person in (ADA, BOB):
                table = await finish(tavern, await tavern.days.begin(DAY, person, ""), person, seed=5)
                await daily.results.over(over(table.id))
            waiting = await try_of(tavern, ADA)
            assert (waiting.over, waiting.loss) == (True, None)
            assert waiting.finished is not None
            job = await claim_review(tavern.games.database)
            assert job is not None
            assert job.subject != "somebody's"  # which was asked for before
            await store.finish(job, reviewed(record_in(job), lambda done, of: None))
            await daily.reviewed(job.subject)
            await daily.reviewed(job.subject)  # told twice
            await _check(tavern)

    with moving_time():
        asyncio.run(run())


async def _check(tavern: Tavern) -> None:
    mine, other = await try_of(tavern, ADA), await try_of(tavern, BOB)
    losses = losses_of(mine.rounds)
    assert mine.loss == other.loss == sum(losses)
    assert mine.loss
    assert mine.loss > 100  # whoever chooses at random gives a lot away
    assert len(marks(losses)) == 8
    database = tavern.games.database
    assert await DayRanks(database).place(TODAY, mine.loss) == 1
    assert len(await DayRanks(database).after(TODAY, None, 9)) == 2
    for own in (mine, other):
        kept = await MistakeStore(database).of(own.person, own.game, worst_step(own.rounds))
        assert kept is not None
        assert (kept.step - 1) == len(_steps(kept.puzzle))
    assert mine.streak == 1


def _steps(puzzle: str) -> list[str]:
    steps: list[str] = json.loads(puzzle)["record"]["steps"]
    return steps


def test_a_game_that_was_given_up_uses_the_try_and_has_no_place(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as tavern:
            daily = await promised(tavern)
            table = await tavern.tables.resign(request(await tavern.days.begin(DAY, ADA, ""), ADA))
            await daily.results.over(over(table.id))
            own = await try_of(tavern, ADA)
            assert (own.over, own.ranked, own.loss, own.points, own.streak) == (True, False, None, None, 0)
            assert await claim_review(tavern.games.database) is None

    with moving_time():
        asyncio.run(run())


def test_a_game_that_ends_after_its_day_was_opened_is_not_ranked(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as tavern:
            daily, table = await promised(tavern), await tavern.days.begin(DAY, ADA, "")
            with moving_time(opens(TODAY)):
                await finish(tavern, table, ADA)
                await daily.results.over(over(table.id))
            own = await try_of(tavern, ADA)
            assert (own.ranked, own.streak) == (False, 0)
            assert own.points is not None

    with moving_time():
        asyncio.run(run())


def test_the_end_of_a_game_is_due_with_the_move_that_ends_it(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as tavern:
            await promised(tavern)
            table = await finish(tavern, await tavern.days.begin(DAY, ADA, ""), ADA)
            async with tavern.games.database.read() as connection:
                found = (await connection.execute(select(jobs.c.subject).where(jobs.c.kind == DAY_OVER))).all()
            assert [row.subject for row in found] == [table.id]

    with moving_time():
        asyncio.run(run())


def test_where_too_many_reviews_wait_it_is_asked_for_again_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shanghaien.web.daily.jobs.MOST_WAITING", 0)

    async def run() -> None:
        async with opened(tmp_path) as tavern:
            daily = await promised(tavern)
            table = await finish(tavern, await tavern.days.begin(DAY, ADA, ""), ADA)
            with pytest.raises(ReviewsFull):
                await daily.results.over(over(table.id))
            monkeypatch.setattr("shanghaien.web.daily.jobs.MOST_WAITING", 5)
            await daily.results.over(over(table.id))
            job = await claim_review(tavern.games.database)
            assert job is not None
            assert (json.loads(job.payload)["game"], job.priority) == (table.id, 0)

    with moving_time():
        asyncio.run(run())
