"""Rated games are reviewed in the background, and what a review says counts once."""

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import select

from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.schema import jobs
from shanghaien.web.core.jobs import JobRunner, JobStore
from shanghaien.web.reviews.jobs import ReviewedDuty
from shanghaien.web.reviews.service import Reviews
from shanghaien.web.reviews.store import REVIEW, ReviewStore
from shanghaien.web.standings import jobs as review_requests
from shanghaien.web.standings.jobs import StandingJobs, standing_jobs
from shanghaien.web.standings.model import ListName
from shanghaien.web.standings.result_lists import StrengthStore
from shanghaien.web.standings.service import Standings
from shanghaien.web.standings.unrating import Unrating
from shanghaien.web.tables.model import Table
from shanghaien.web.tables.records import key_of
from tests.web.persons import ADA, BOB, EVE
from tests.web.reviews.accounts import claim_review, keep_review
from tests.web.standings.games import (
    against,
    all_standings,
    both_choose,
    keeping,
    logged,
    lost_by,
    resigned,
    run_due,
    settle,
)
from tests.web.standings.results import account, account_text
from tests.web.tables.tavern import Tavern, opened


async def waiting(database: Database) -> dict[str, int]:
    """The reviews that wait, with their turns."""
    async with database.read() as connection:
        query = select(jobs.c.subject, jobs.c.priority).where(jobs.c.kind == REVIEW)
        return {row.subject: row.priority for row in await connection.execute(query)}


async def make(duties: StandingJobs, table: Table) -> None:
    """Make the review of a game, as a worker does, and let everybody be told who waits for it."""
    store = ReviewStore(duties.results.database)
    job = await claim_review(duties.results.database)
    assert job is not None
    assert job.subject == key_of(table)
    await store.finish(job, account_text())
    told = ReviewedDuty()
    told.after_review.append(duties.intake.reviewed)
    runner = JobRunner(JobStore(duties.results.database), {**told.handlers(), **duties.handlers()})
    while await runner.look():
        pass


def test_a_rated_game_is_reviewed_though_nobody_asks_and_the_review_counts(database_url: str) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        table = await lost_by(tavern, ADA, BOB)
        await run_due(duties)
        assert list(await waiting(duties.results.database)) == [key_of(table)]
        await make(duties, table)
        ada, bob = await logged(duties.results.database)
        first, second = account().totals
        assert ada.luck == pytest.approx(first.luck)
        assert ada.loss == pytest.approx(first.loss)
        assert ada.decisions == first.decisions
        assert ada.reviewed == bob.reviewed == 1
        assert bob.luck == pytest.approx(second.luck)
        known = (await Standings(duties.results.database).of(BOB))[ListName.LIVE]
        assert known.skill is not None
        assert known.balance.games == 1
        assert known.balance.decisions == second.decisions
        assert len(known.curve.skill) == 1
        assert await waiting(duties.results.database) == {}

    keeping(database_url, visit)


def test_a_review_that_is_told_of_twice_counts_once(database_url: str) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        table = await lost_by(tavern, ADA, BOB)
        await run_due(duties)
        await make(duties, table)
        before, habits = (
            await all_standings(duties.results.database),
            await StrengthStore(duties.results.database).habits(ADA),
        )
        for _ in range(2):
            await duties.intake.reviewed(key_of(table))
        assert await all_standings(duties.results.database) == before
        assert await StrengthStore(duties.results.database).habits(ADA) == habits

    keeping(database_url, visit)


def test_habits_are_counted_by_kind_and_by_round(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        table = await lost_by(tavern, ADA, BOB)
        await run_due(duties)
        await make(duties, table)
        habits = await StrengthStore(duties.results.database).habits(ADA)
        kinds = [row[1:] for row in habits if row.habit.startswith("kind ")]
        rounds = [row[1:] for row in habits if row.habit.startswith("round ")]
        totals = account().totals[0]
        for parts in (kinds, rounds):
            assert sum(decisions for decisions, _, _ in parts) == totals.decisions
            assert sum(loss for _, loss, _ in parts) == pytest.approx(totals.loss)
        assert {f"round {number}" for number in range(1, 9)} >= {
            row.habit for row in habits if row.habit.startswith("round")
        }

    keeping(tmp_path, visit)


def test_few_wait_at_once_and_the_rest_follows_after_a_restart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_requests, "AGAIN_MS", 0)

    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        games = [await lost_by(tavern, ADA, BOB) for _ in range(review_requests.FEW + 2)]
        for table in games:
            await duties.log.take_in(table.id)
        runner = JobRunner(JobStore(duties.results.database), duties.handlers())
        for _ in range(4):
            await runner.look()
        assert set(await waiting(duties.results.database)) == {key_of(table) for table in games[: review_requests.FEW]}
        again = standing_jobs(tavern.games)  # another process
        store = ReviewStore(again.results.database)
        for _ in games:
            job = await claim_review(again.results.database)
            assert job is not None
            await store.finish(job, account_text())
            await again.intake.reviewed(job.subject)
            await JobRunner(JobStore(again.results.database), again.handlers()).look()
        assert [row.reviewed for row in await logged(again.results.database)] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5]

    keeping(tmp_path, visit)


def test_a_review_that_nobody_waits_for_lets_people_go_first_until_somebody_does(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        table, store = await lost_by(tavern, ADA, BOB), ReviewStore(duties.results.database)
        await run_due(duties)
        await store.ask("somebody's", "", 10)
        job = await claim_review(duties.results.database)
        assert job is not None
        assert job.subject == "somebody's"
        await Reviews(store, lambda: None).find(table)
        assert (await waiting(duties.results.database))[key_of(table)] <= now()

    keeping(tmp_path, visit)


def test_a_review_that_cannot_be_made_holds_nothing_up(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        await lost_by(tavern, ADA, BOB)
        await run_due(duties)
        job = await claim_review(duties.results.database)
        assert job is not None
        await ReviewStore(duties.results.database).finish(job, None)
        await JobStore(duties.results.database).set("unreviewed", "", 0)
        await run_due(duties)
        assert {row.reviewed for row in await logged(duties.results.database)} == {0}

    keeping(tmp_path, visit)


def test_games_that_do_not_count_are_not_reviewed_of_themselves_but_tell_of_habits_when_they_are(
    tmp_path: Path,
) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        table = await lost_by(tavern, ADA, BOB, rated=False)
        await run_due(duties)
        assert await waiting(duties.results.database) == {}
        await keep_review(duties.results.database, key_of(table), account_text())
        await duties.intake.reviewed(key_of(table))
        assert await all_standings(duties.results.database) == []
        assert {row.reviewed for row in await logged(duties.results.database)} == {1}
        assert await StrengthStore(duties.results.database).habits(ADA)

    keeping(tmp_path, visit)


def test_evidence_of_perfect_play_is_one_for_all_lists_and_moderators_see_the_strongest_first(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        games = [await lost_by(tavern, ADA, BOB), await lost_by(tavern, ADA, EVE)]
        bot = await both_choose(tavern, await against(tavern, "captain"), ADA, ADA)
        games.append(await resigned(tavern, bot, ADA))
        for table in games:
            await duties.log.take_in(table.id)
            await keep_review(duties.results.database, key_of(table), account_text())
            await duties.intake.reviewed(key_of(table))
        suspicions = await Unrating(duties.results).suspicions(10)
        assert {row.person for row in suspicions} == {ADA, BOB, EVE}
        assert [row.evidence for row in suspicions] == sorted((row.evidence for row in suspicions), reverse=True)
        unrating = Unrating(duties.results)
        ada = await unrating.suspicion(ADA)
        assert ada is not None
        assert (ada.watch.games, ada.name) == (3, "Ada")
        assert await unrating.suspicions(10, after=suspicions[0].key) == suspicions[1:]
        strong = [row for row in suspicions if row.evidence >= suspicions[1].evidence]
        assert await unrating.suspicions(10, suspicions[1].evidence) == strong

    keeping(tmp_path, visit)


def test_whoever_was_looked_at_and_cleared_is_watched_anew(database_url: str) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        unrating = Unrating(duties.results)
        for _ in range(3):
            table = await lost_by(tavern, ADA, BOB)
            await duties.log.take_in(table.id)
            await keep_review(duties.results.database, key_of(table), account_text())
            await duties.intake.reviewed(key_of(table))
            watched = await unrating.suspicion(ADA)
            async with unrating.changing() as connection:
                await unrating.clear(connection, ADA)
            assert watched is not None
            assert watched.watch.games == 1
        bob = await unrating.suspicion(BOB)
        assert bob is not None
        assert bob.watch.games == 3
        before = await all_standings(duties.results.database)
        await duties.rebuild.begin()
        await duties.rebuild.finish()
        assert await all_standings(duties.results.database) == before
        assert await unrating.suspicion(ADA) is None

    keeping(database_url, visit)


def test_two_processes_take_one_review_in_once(empty_postgres: str) -> None:
    async def test() -> None:
        async with opened(empty_postgres, alone=False) as here, opened(empty_postgres, alone=False, name="b ") as there:
            database = here.games.database
            await settle(database, ADA, BOB)
            table = await lost_by(here, ADA, BOB)
            both = [standing_jobs(tavern.games) for tavern in (here, there)]
            await both[0].log.take_in(table.id)
            await keep_review(database, key_of(table), account_text())
            await asyncio.gather(*(results.intake.reviewed(key_of(table)) for results in both * 3))
            assert (await Standings(database).of(ADA))[ListName.LIVE].balance.games == 1

    asyncio.run(test())
