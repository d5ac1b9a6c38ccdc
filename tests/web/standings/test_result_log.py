"""Each game that ends is in the log of results once, and counts in the transaction that puts it there."""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from shanghaien.ratings.glicko import Rating, rated
from shanghaien.rules import Options
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.jobs import JobRow
from shanghaien.web.people.person_data import LEAVE, delete_person, transfer_rows
from shanghaien.web.standings import rating as working_out
from shanghaien.web.standings import result_log
from shanghaien.web.standings.jobs import StandingJobs, standing_jobs
from shanghaien.web.standings.model import ListName, Unrated
from shanghaien.web.standings.schema import habits, watches
from shanghaien.web.standings.service import Standings
from shanghaien.web.standings.unrating import Unrating
from shanghaien.web.tables.change import Change
from shanghaien.web.tables.jobs import DepartureJob
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.setup import Setup
from tests.web.persons import ADA, BOB, EVE
from tests.web.reviews.accounts import keep_review
from tests.web.standings.games import (
    DAYS,
    LIVE,
    against,
    all_standings,
    begun,
    both_choose,
    keeping,
    logged,
    lost_by,
    resigned,
    run_due,
    settle,
)
from tests.web.standings.results import account_text
from tests.web.tables.tavern import Tavern, opened, request


def test_a_game_of_two_people_is_logged_from_both_sides_and_rates_both(database_url: str) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        table = await lost_by(tavern, ADA, BOB)
        await run_due(duties)
        ada, bob = await logged(duties.results.database)
        assert (ada.game, ada.person, ada.opponent, ada.score) == (table.id, ADA, BOB, 0)
        assert (bob.game, bob.person, bob.opponent, bob.score) == (table.id, BOB, ADA, 2)
        assert (ada.number, ada.setup, ada.pace, ada.unrated, ada.reason) == (1, "base", "live", "", "resigned")
        assert (ada.points, ada.points_against) == (bob.points_against, bob.points)
        standings = Standings(duties.results.database)
        loser, winner = (await standings.of(ADA))[ListName.LIVE], (await standings.of(BOB))[ListName.LIVE]
        assert loser.rating.value < 1500 < winner.rating.value
        assert loser.rating.value + winner.rating.value == pytest.approx(3000)
        assert (ada.rating_before, ada.rating_after) == (1500, loser.rating.value)
        assert loser.provisional
        assert loser.games == 1

    keeping(database_url, visit)


def test_taking_a_game_in_again_changes_nothing(database_url: str) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        table = await lost_by(tavern, ADA, BOB)
        await run_due(duties)
        log, standings = await logged(duties.results.database), await all_standings(duties.results.database)
        for _ in range(3):
            await duties.log.take_in(table.id)
        assert await logged(duties.results.database) == log
        assert await all_standings(duties.results.database) == standings

    keeping(database_url, visit)


def test_a_worker_that_is_stopped_anywhere_loses_and_doubles_nothing(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        table = await lost_by(tavern, ADA, BOB)
        true_rate = working_out.rate

        async def stopped(*args: Any) -> None:
            await true_rate(*args)
            raise asyncio.CancelledError

        monkeypatch.setattr(result_log, "rate", stopped)
        with suppress(asyncio.CancelledError):
            await duties.log.take_in(table.id)
        assert await logged(duties.results.database) == []
        assert await all_standings(duties.results.database) == []
        monkeypatch.setattr(result_log, "rate", true_rate)
        await run_due(duties)
        assert [row.number for row in await logged(duties.results.database)] == [1, 1]

    keeping(database_url, visit)


def test_several_workers_number_games_in_one_order(empty_postgres: str) -> None:
    async def test() -> None:
        async with opened(empty_postgres, alone=False) as here, opened(empty_postgres, alone=False, name="b ") as there:
            await settle(here.games.database, ADA, BOB, EVE)
            games = [await lost_by(here, ADA, BOB) for _ in range(6)] + [
                await lost_by(there, EVE, ADA) for _ in range(6)
            ]
            both = [standing_jobs(tavern.games) for tavern in (here, there)]
            twice = [results.log.take_in(game.id, game.version) for game in games for results in both]
            await asyncio.gather(*twice)
            rows = await logged(here.games.database)
            assert sorted(row.number for row in rows) == sorted([*range(1, 13), *range(1, 13)])
            before = await all_standings(here.games.database)
            await both[0].rebuild.begin()
            await both[1].rebuild.finish()
            assert await all_standings(here.games.database) == before

    asyncio.run(test())


async def _not_wished(tavern: Tavern) -> None:
    await lost_by(tavern, ADA, BOB, rated=False)


async def _guest(tavern: Tavern) -> None:
    await lost_by(tavern, ADA, PersonId("guest"))


async def _called_off(tavern: Tavern) -> None:
    table = await begun(tavern)
    change = Change((await tavern.games.open(table.id))[0])
    change.note(EntryKind.ABANDONED)
    await tavern.games.change(change)


async def _same(tavern: Tavern) -> None:
    table = await begun(tavern, by=ADA, other=PersonId("guest"))
    async with tavern.games.database.write() as connection:
        await transfer_rows(connection, PersonId("guest"), ADA)
    tavern.games.forget(table.id)
    table = await both_choose(tavern, table, ADA, ADA)
    await resigned(tavern, table, ADA)


async def _shared(tavern: Tavern) -> None:
    table = await begun(tavern)
    await tavern.games.seat(table.id, [(0, EVE)])
    table = await both_choose(tavern, table, ADA, BOB)
    await resigned(tavern, table, ADA)


async def _bot_resigns(tavern: Tavern, table: Table) -> None:
    change = Change((await tavern.games.open(table.id))[0])
    change.note(EntryKind.RESIGN, 1)
    await tavern.games.change(change)


async def _hint(tavern: Tavern) -> None:
    table = await both_choose(tavern, await against(tavern, "deckhand"), ADA, ADA)
    while table.waits_for != 0:
        table = await tavern.act_for_bot(table, 1)
    table = await tavern.tables.note_help(request(table, ADA))
    await _bot_resigns(tavern, table)


async def _setup(tavern: Tavern) -> None:
    await lost_by(tavern, ADA, BOB, options=Options(starter="alternate"))


async def _clock(tavern: Tavern) -> None:
    await lost_by(tavern, ADA, BOB, pace=None)


async def _short(tavern: Tavern) -> None:
    await resigned(tavern, await begun(tavern), BOB)


@pytest.mark.parametrize(
    ("play", "why"),
    [
        (_not_wished, Unrated.WISH),
        (_guest, Unrated.GUEST),
        (_called_off, Unrated.CALLED_OFF),
        (_same, Unrated.SAME),
        (_shared, Unrated.SHARED),
        (_hint, Unrated.HINT),
        (_setup, Unrated.SETUP),
        (_clock, Unrated.CLOCK),
        (_short, Unrated.SHORT),
    ],
)
def test_a_game_that_does_not_count_is_logged_with_the_reason(tmp_path: Path, play: Any, why: Unrated) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        await play(tavern)
        await run_due(duties)
        rows = await logged(duties.results.database)
        assert {row.unrated for row in rows} == {why}
        assert await all_standings(duties.results.database) == []

    keeping(tmp_path, visit)


def test_a_game_that_is_lost_after_a_hint_counts_by_its_result_alone(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        table = await both_choose(tavern, await against(tavern, "deckhand"), ADA, ADA)
        while table.waits_for != 0:
            table = await tavern.act_for_bot(table, 1)
        table = await tavern.tables.note_help(request(table, ADA))
        await resigned(tavern, table, ADA)
        await run_due(duties)
        (row,) = await logged(duties.results.database)
        assert (row.unrated, row.score, row.hinted) == ("", 0, 1)
        assert row.rating_after is not None
        assert row.rating_after < 1500
        await keep_review(duties.results.database, row.review, account_text())
        await duties.intake.reviewed(row.review)
        (row,) = await logged(duties.results.database)
        standing = (await Standings(duties.results.database).of(ADA))[ListName.LIVE_BOTS]
        assert row.reviewed == 1
        assert standing.skill is not None
        assert standing.skill.value < 1500
        assert standing.balance.games == 0
        async with duties.results.database.read() as connection:
            assert (await connection.execute(select(habits))).all() == []
            assert (await connection.execute(select(watches))).all() == []

    keeping(tmp_path, visit)


async def _leaves(tavern: Tavern, person: PersonId) -> None:
    """Delete an account and give up its seats."""
    async with tavern.games.database.write() as connection:
        assert await delete_person(connection, person)
    await DepartureJob(tavern.games).carry_out(JobRow(1, LEAVE, person, "", 0, 0, 1))


def test_a_loser_who_deletes_the_account_leaves_the_winner_the_points(database_url: str) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        await lost_by(tavern, EVE, ADA)  # so that Ada is stronger than somebody unknown
        await run_due(duties)
        await both_choose(tavern, await begun(tavern), ADA, BOB)
        await _leaves(tavern, ADA)
        await run_due(duties)
        log, before = await logged(duties.results.database), await all_standings(duties.results.database)
        gone, bob = log[-2:]
        assert (gone.person, bob.person, bob.opponent, bob.unrated, bob.score) == ("", BOB, "", "", 2)
        assert {row.person for row in log} == {"", BOB, EVE}
        assert gone.rating_before is not None
        assert gone.deviation_before is not None
        assert gone.rating_before > 1500
        won = rated(Rating(), [(Rating(gone.rating_before, gone.deviation_before), 1)], 0.0)
        assert (bob.rating_before, bob.rating_after) == (1500, won.value)
        await duties.rebuild.begin()
        await duties.rebuild.finish()
        assert await all_standings(duties.results.database) == before
        assert await logged(duties.results.database) == log

    keeping(database_url, visit)


def test_a_game_counts_though_the_loser_deleted_the_account_before_it_was_logged(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        await lost_by(tavern, ADA, BOB)
        async with tavern.games.database.write() as connection:
            assert await delete_person(connection, ADA)
        await run_due(duties)  # the seat is not given up yet
        gone, bob = await logged(duties.results.database)
        assert (gone.person, bob.opponent, bob.unrated, bob.rating_before) == ("", "", "", 1500)

    keeping(tmp_path, visit)


def test_a_game_against_somebody_who_has_handed_the_seat_to_a_guest_and_left_counts(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        table = await both_choose(tavern, await begun(tavern), ADA, BOB)
        await tavern.games.seat(table.id, [(0, PersonId("phone"))])
        await _leaves(tavern, ADA)
        table = (await tavern.games.open(table.id))[0].table()
        await resigned(tavern, table, PersonId("phone"))
        await run_due(duties)
        assert [row.unrated for row in await logged(duties.results.database)] == ["", ""]

    keeping(tmp_path, visit)


def test_whose_games_do_not_count_gives_no_points_by_deleting_the_account(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        await both_choose(tavern, await begun(tavern), ADA, BOB)
        unrating = Unrating(duties.results)
        async with unrating.changing() as connection:
            await unrating.bar(connection, ADA)
        await _leaves(tavern, ADA)
        await run_due(duties)
        assert {row.unrated for row in await logged(duties.results.database)} == {Unrated.GONE}

    keeping(tmp_path, visit)


def test_games_against_bots_have_a_list_of_their_own_where_the_bots_stay_as_strong_as_they_are(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        for level in ("captain", "cabin-boy"):
            table = await both_choose(tavern, await against(tavern, level), ADA, ADA)
            await resigned(tavern, table, ADA)
            await run_due(duties)
        strong, weak = await logged(duties.results.database)
        assert (strong.level, strong.opponent, strong.seat) == ("captain", "", 0)
        standing = await Standings(duties.results.database).of(ADA)
        assert list(standing) == [ListName.LIVE_BOTS]
        assert standing[ListName.LIVE_BOTS].games == 2
        assert strong.rating_after is not None
        assert strong.rating_before is not None
        assert weak.rating_after is not None
        assert weak.rating_before is not None
        # To lose to the Captain says little, to lose to the Cabin Boy much.
        assert strong.rating_before - strong.rating_after < weak.rating_before - weak.rating_after

    keeping(tmp_path, visit)


def test_each_pace_has_a_list_of_its_own(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        await lost_by(tavern, ADA, BOB, pace=LIVE)
        await lost_by(tavern, BOB, ADA, pace=DAYS)
        await run_due(duties)
        standing = await Standings(duties.results.database).of(ADA)
        assert standing[ListName.LIVE].rating.value < 1500 < standing[ListName.DAYS].rating.value

    keeping(tmp_path, visit)


def test_other_tables_are_not_logged(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        for mode in (Mode.HOT_SEAT, Mode.BOTS):
            levels = ("deckhand", "deckhand") if mode is Mode.BOTS else ("", "")
            table = await tavern.create(Setup(mode, Options(), ("A", "B"), levels=levels), ADA)
            if mode is Mode.HOT_SEAT:
                await resigned(tavern, table, ADA)
        open_ = await tavern.create(Setup(Mode.INVITE, Options(), ("Ada", ""), rated=True), ADA)
        await tavern.seating.call_off(request(open_, ADA))
        await run_due(duties)
        assert await logged(duties.results.database) == []

    keeping(tmp_path, visit)


@pytest.mark.long  # nothing has been released: nobody has such games yet
def test_games_that_ended_before_there_was_a_log_are_taken_in_once(database_url: str) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        games = [await lost_by(tavern, ADA, BOB, rated=False) for _ in range(25)]
        async with tavern.games.database.write() as connection:
            await connection.exec_driver_sql("DELETE FROM jobs")
        for _ in range(2):
            await duties.start()
            for _ in range(4):
                await run_due(duties)
                await asyncio.sleep(0.25)  # the rest is due a little later
        rows = await logged(duties.results.database)
        assert {row.game for row in rows} == {table.id for table in games}
        assert {row.unrated for row in rows} == {Unrated.WISH}
        assert len(rows) == 50

    keeping(database_url, visit)
