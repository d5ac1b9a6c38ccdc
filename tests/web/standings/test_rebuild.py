"""All standings can be worked out anew from the log of results, with the same numbers to the last bit."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.people.person_data import delete_person
from shanghaien.web.standings import rebuild
from shanghaien.web.standings.jobs import StandingJobs
from shanghaien.web.standings.model import ListName
from shanghaien.web.standings.schema import standings
from shanghaien.web.standings.service import Standings
from shanghaien.web.standings.unrating import Unrating
from tests.web.persons import ADA, BOB, EVE
from tests.web.reviews.accounts import keep_review
from tests.web.standings.games import all_standings, keeping, logged, run_due
from tests.web.standings.results import REVIEW, account_text, an_evening, pair, put
from tests.web.tables.tavern import Tavern

CREW = tuple(PersonId(name) for name in ("ada", "bob", "eve", "ines", "otto", "zoe"))


async def an_evening_with_reviews(duties: StandingJobs, *, games: int = 60) -> None:
    await an_evening(duties.results, *CREW, games=games)
    await keep_review(duties.results.database, REVIEW, account_text())
    await duties.intake.reviewed(REVIEW)


async def decide(duties: StandingJobs, what: str, *values: Any) -> Any:
    """Let a moderator decide something about what counts."""
    unrating = Unrating(duties.results)
    async with unrating.changing() as connection:
        return await getattr(unrating, what)(connection, *values)


def test_working_everything_out_anew_gives_the_same_numbers(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rebuild, "GAMES_AT_ONCE", 7)

    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        await an_evening_with_reviews(duties)
        log, before = await logged(duties.results.database), await all_standings(duties.results.database)
        await duties.rebuild.begin()
        await duties.rebuild.finish()
        assert await all_standings(duties.results.database) == before
        assert await logged(duties.results.database) == log
        assert {row[0] for row in before} == set(CREW)

    keeping(database_url, visit, *CREW)


def test_the_same_numbers_come_out_when_somebody_has_gone(database_url: str) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        await an_evening_with_reviews(duties)
        async with duties.results.database.write() as connection:
            assert await delete_person(connection, ADA)
        before = await all_standings(duties.results.database)
        assert ADA not in {row[0] for row in before}
        await duties.rebuild.begin()
        await duties.rebuild.finish()
        assert await all_standings(duties.results.database) == before

    keeping(database_url, visit, *CREW)


def test_while_it_goes_on_everybody_sees_what_counted_before_and_games_that_end_are_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rebuild, "GAMES_AT_ONCE", 5)

    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        await an_evening_with_reviews(duties, games=30)
        reading = Standings(duties.results.database)
        before = await reading.of(BOB)
        await decide(duties, "mark_game", GameId("game 0 3"))
        await duties.rebuild.begin()
        for _ in range(3):
            assert not (await duties.rebuild.step()).over
            assert (await reading.of(BOB)).keys() == before.keys()
            assert (await reading.of(BOB))[ListName.LIVE].games == before[ListName.LIVE].games
        await put(duties.results, pair("late", BOB, EVE))
        await duties.rebuild.finish()
        anew = await all_standings(duties.results.database)
        await duties.rebuild.begin()
        await duties.rebuild.finish()
        assert await all_standings(duties.results.database) == anew

    keeping(tmp_path, visit, *CREW)


def test_whoever_goes_on_after_a_stop_comes_to_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rebuild, "GAMES_AT_ONCE", 5)

    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        await an_evening_with_reviews(duties, games=30)
        before = await all_standings(duties.results.database)
        await duties.rebuild.begin()
        await duties.rebuild.step()
        await duties.rebuild.begin()  # another process takes over
        await duties.rebuild.finish()
        assert await all_standings(duties.results.database) == before

    keeping(tmp_path, visit, *CREW)


def test_a_game_that_a_moderator_marks_counts_no_more_and_counts_again_when_that_is_taken_back(
    database_url: str,
) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        await an_evening_with_reviews(duties, games=20)
        before = await all_standings(duties.results.database)
        game = (await logged(duties.results.database))[-1].game
        assert await decide(duties, "mark_game", game)
        assert not await decide(duties, "mark_game", game)
        await run_due(duties)
        assert {row.unrated for row in await logged(duties.results.database) if row.game == game} == {"marked"}
        assert await all_standings(duties.results.database) != before
        assert await decide(duties, "take_game_back", game)
        await run_due(duties)
        assert await all_standings(duties.results.database) == before

    keeping(database_url, visit, *CREW)


def test_games_of_somebody_who_is_barred_do_not_count_from_then_on(database_url: str) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        await an_evening_with_reviews(duties, games=40)
        before = await all_standings(duties.results.database)
        ends = [row.ended for row in await logged(duties.results.database) if row.person == ADA]
        since = sorted(ends)[len(ends) // 2]
        assert await decide(duties, "bar", ADA, since)
        await decide(duties, "bar", BOB, since)
        assert await Unrating(duties.results).barred_since(ADA) == since
        await run_due(duties)
        for row in await logged(duties.results.database):
            concerned = {row.person, row.opponent} & {ADA, BOB} and row.ended >= since
            assert row.unrated == ("barred" if concerned else "")
        await decide(duties, "unbar", ADA)
        await run_due(duties)
        assert await all_standings(duties.results.database) != before
        await decide(duties, "unbar", BOB)
        await run_due(duties)
        assert await all_standings(duties.results.database) == before

    keeping(database_url, visit, *CREW)


def test_a_game_that_is_taken_back_does_not_count_while_one_of_its_players_is_barred(database_url: str) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        await an_evening_with_reviews(duties, games=10)
        before, row = await all_standings(duties.results.database), (await logged(duties.results.database))[-1]
        await decide(duties, "mark_game", row.game)
        await decide(duties, "bar", row.person)
        await decide(duties, "take_game_back", row.game)
        assert {each.unrated for each in await logged(duties.results.database) if each.game == row.game} == {"barred"}
        assert await decide(duties, "unbar", row.person)
        assert not await decide(duties, "unbar", row.person)
        await run_due(duties)
        assert await all_standings(duties.results.database) == before

    keeping(database_url, visit, *CREW)


def test_a_check_finds_standings_that_are_not_what_the_log_says_and_changes_nothing(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        await an_evening_with_reviews(duties, games=20)
        for wrong in (False, True):
            if wrong:
                async with duties.results.database.write() as connection:
                    spoilt = update(standings).where(standings.c.person == EVE, standings.c.list == "live")
                    await connection.execute(spoilt.values(rating=1.0))
            await duties.rebuild.begin(check=True)
            steps = [step async for step in duties.rebuild.steps()]
            assert steps[-1].different == (((EVE, "live"),) if wrong else ())
        async with duties.results.database.read() as connection:
            found = select(standings.c.rating).where(standings.c.person == EVE, standings.c.list == "live")
            assert (await connection.scalars(found)).all() == [1.0]

    keeping(tmp_path, visit, *CREW)


def test_ratings_of_two_newcomers_stay_balanced_however_they_play(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        for number, score in enumerate((2, 0, 1, 2, 2, 1, 0, 0, 2)):
            await put(duties.results, pair(f"g{number}", ADA, BOB, score=score, at=number * 1000))
            ada, bob = [
                (await Standings(duties.results.database).of(each))[ListName.LIVE].rating for each in (ADA, BOB)
            ]
            assert ada.value + bob.value == pytest.approx(3000, abs=1e-6)
            assert ada.deviation == pytest.approx(bob.deviation, abs=1e-6)

    keeping(tmp_path, visit)
