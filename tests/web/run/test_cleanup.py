"""Cleaning up removes what nobody has needed for long, and nothing else; never a finished game."""

import asyncio
import logging

import pytest
from sqlalchemy import func, select

from shanghaien.rules import Options
from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.retention import DAY_MS
from shanghaien.web.core.ids import GameId
from shanghaien.web.core.jobs import JobRunner, JobStore
from shanghaien.web.notices.schema import sent_notices
from shanghaien.web.people.schema import attempts, once, people
from shanghaien.web.reviews.schema import reviews
from shanghaien.web.reviews.store import ReviewStore
from shanghaien.web.run import cleanup as module
from shanghaien.web.run.cleanup import KIND, CleanUp, Removed, Retention, unfinished_games
from shanghaien.web.tables.errors import NoSuchGame
from shanghaien.web.tables.model import Mode
from shanghaien.web.tables.setup import Setup
from shanghaien.web.tables.store import schema
from shanghaien.web.tables.store.schema import visits
from tests.web.core.database.databases import add_game, with_database
from tests.web.persons import ADA
from tests.web.tables.tavern import opened

KEEP = Retention(games=365, invitations=30, reviews=180)
TAKEN, OPEN = ("human", "human"), ("human", "open")


async def played(database: Database, game: str) -> None:
    """Let a person have done something at the game."""
    entry = {"game": game, "number": 2, "kind": "act", "seat": 0, "text": "roll", "request_id": "r", "at": 1}
    async with database.write() as connection:
        await connection.execute(schema.entries.insert(), entry)


async def a_house(database: Database) -> None:
    """Old and young games of every kind; the names tell which ones may go."""
    for age, days in {"young": 0, "middling": 100, "old": 400}.items():
        at = now() - days * DAY_MS
        await add_game(database, f"{age} running", kinds=TAKEN, waits_for=0, updated=at)
        await add_game(database, f"{age} at a bot", waits_for=1, updated=at)
        await add_game(database, f"{age} unplayed", waits_for=0, updated=at)
        for game in ("running", "at a bot"):
            await played(database, f"{age} {game}")
        await add_game(database, f"{age} finished", kinds=TAKEN, waits_for=None, result='{"winner": 0}', updated=at)
        await add_game(database, f"{age} invitation", kinds=OPEN, waits_for=None, updated=at)
        await add_game(database, f"{age} called off", kinds=OPEN, waits_for=None, result='{"called_off"}', updated=at)
        async with database.write() as connection:
            row = {"key": f"{age} review", "looked": at, "text": "{}"}
            await connection.execute(reviews.insert(), row)


async def names(database: Database) -> set[str]:
    async with database.connect() as connection:
        games = await connection.scalars(select(schema.games.c.id))
    async with database.connect() as connection:
        return {*games, *(await connection.scalars(select(reviews.c.key)))}


MAY_GO = {
    *("old running", "old at a bot", "middling unplayed", "old unplayed"),
    *("middling invitation", "old invitation", "middling called off", "old called off"),
    "old review",
}


def test_what_is_old_goes_with_all_that_belongs_to_it_and_the_rest_stays(
    database_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "REMOVED_AT_ONCE", 1)
    caplog.set_level(logging.DEBUG, "shanghaien.cleanup")

    async def use(database: Database) -> None:
        await a_house(database)
        before, forgotten = await names(database), list[GameId]()
        cleanup = CleanUp(database, KEEP, forgotten.append)
        assert await cleanup.count() == Removed(4, 4, 1)
        assert await names(database) == before
        assert await cleanup.clean() == Removed(4, 4, 1)
        assert before - await names(database) == MAY_GO
        assert set(forgotten) == MAY_GO - {"old review"}
        assert await cleanup.clean() == Removed(0, 0, 0)
        for table in (schema.entries, schema.seats, schema.seated):
            async with database.connect() as connection:
                orphans = select(func.count()).where(table.c.game.in_(MAY_GO))
                assert (await connection.execute(orphans)).scalar_one() == 0

    with_database(database_url, use)
    told = [record for record in caplog.records if record.message == "removed"]
    assert {name for record in told for name in vars(record)["ids"]} == MAY_GO


def test_nothing_goes_that_is_to_be_kept_for_ever(database_url: str) -> None:
    async def use(database: Database) -> None:
        await a_house(database)
        cleanup = CleanUp(database, Retention(0, 0, 0))
        assert (await cleanup.count(), await cleanup.clean()) == (Removed(0, 0, 0), Removed(0, 0, 0))

    with_database(database_url, use)


def test_a_clock_that_has_jumped_ahead_makes_nothing_old(database_url: str) -> None:
    async def use(database: Database) -> None:
        await add_game(database, "g", updated=now() - 2000 * DAY_MS)
        await played(database, "g")
        await add_game(database, "h", updated=now() - 1990 * DAY_MS)
        assert await CleanUp(database, KEEP).clean() == Removed(0, 0, 0)

    with_database(database_url, use)


def test_a_game_that_is_played_on_meanwhile_stays(database_url: str) -> None:
    async def use(database: Database) -> None:
        await a_house(database)
        cleanup = CleanUp(database, KEEP)
        old = await cleanup._rows.games(unfinished_games(now() - 365 * DAY_MS), 9)
        assert set(old) == {"old running", "old at a bot", "old unplayed"}
        async with database.write() as connection:
            played = schema.games.update().where(schema.games.c.id == "old running").values(updated=now())
            await connection.execute(played)
        gone = await cleanup._rows.remove_games(old, unfinished_games(now() - 365 * DAY_MS))
        assert set(gone) == {"old at a bot", "old unplayed"}

    with_database(database_url, use)


def test_the_round_comes_once_a_day_and_sets_the_next_itself(database_url: str) -> None:
    async def use(database: Database) -> None:
        await a_house(database)
        due, cleanup = JobStore(database), CleanUp(database, KEEP)
        runner = JobRunner(due, {KIND: cleanup.daily})
        await cleanup.start()
        assert not await runner.look()
        await due.set(KIND, "", 1)
        await cleanup.start()  # as another process that starts: it changes nothing
        assert await runner.look()
        assert not await runner.look()
        wait = await due.wait_ms([KIND])
        assert wait is not None
        assert DAY_MS / 2 < wait <= DAY_MS
        assert MAY_GO.isdisjoint(await names(database))

    with_database(database_url, use)


def test_whoever_has_a_removed_game_open_is_told_that_there_is_none(database_url: str) -> None:
    async def run() -> None:
        async with opened(database_url) as tavern:
            database = tavern.games.database
            table = await tavern.tables.create(Setup(Mode.HOT_SEAT, Options()), ADA)
            async with database.write() as connection:
                await connection.execute(schema.games.update().values(updated=now() - 400 * DAY_MS))
            await add_game(database, "young", updated=now())
            assert (await CleanUp(database, KEEP, tavern.games.forget).clean()).games == 1
            with pytest.raises(NoSuchGame):
                await tavern.act(table, ADA)

    asyncio.run(run())


@pytest.mark.parametrize(("mode", "stays"), [("bot", False), ("hot-seat", False), ("bots", False), ("invite", True)])
def test_a_game_that_nobody_plays_is_gone_after_a_day_unless_two_people_sit_at_it(
    database_url: str, mode: str, stays: bool
) -> None:
    async def use(database: Database) -> None:
        await add_game(database, "g", kinds=TAKEN, updated=now() - 2 * DAY_MS)
        await add_game(database, "today", updated=now())
        async with database.write() as connection:
            await connection.execute(schema.games.update().where(schema.games.c.id == "g").values(mode=mode))
        assert (await CleanUp(database, KEEP).clean()).games == (0 if stays else 1)
        assert await names(database) == ({"g", "today"} if stays else {"today"})

    with_database(database_url, use)


def test_a_review_that_is_looked_at_stays(database_url: str) -> None:
    async def use(database: Database) -> None:
        await a_house(database)
        assert await ReviewStore(database).find("old review") is not None
        assert (await CleanUp(database, KEEP).clean()).reviews == 0

    with_database(database_url, use)


def test_old_marks_of_notices_looks_at_lost_games_and_what_has_expired_go(database_url: str) -> None:
    async def use(database: Database) -> None:
        await add_game(database, "there", kinds=TAKEN, waits_for=0, updated=now())
        mark = {"turn": 1, "person": "ada", "channel": "mail", "kind": "turn"}
        marks = [{"game": f"{days}", "at": now() - days * DAY_MS} | mark for days in (0, 59, 61, 100)]
        expiring = [{"hash": f"{word}", "until": now() + ms} for word, ms in (("past", -1), ("coming", DAY_MS))]
        async with database.write() as connection:
            await connection.execute(sent_notices.insert(), marks)
            await connection.execute(visits.insert(), [{"person": "ada", "game": game} for game in ("there", "gone")])
            await connection.execute(once.insert(), [{"kind": "k", "text": ""} | row for row in expiring])
            tries = [{"key": row["hash"], "count": 1, "until": row["until"]} for row in expiring]
            await connection.execute(attempts.insert(), tries)
        await CleanUp(database, KEEP).clean()
        kept = (sent_notices.c.game, visits.c.game, once.c.hash, attempts.c.key)
        async with database.read() as connection:
            left = [sorted(await connection.scalars(select(column))) for column in kept]
        assert left == [["0", "59"], ["there"], ["coming"], ["coming"]]

    with_database(database_url, use)


def test_a_game_of_somebody_who_keeps_theirs_stays_however_long_it_stands_still(database_url: str) -> None:
    async def use(database: Database) -> None:
        for game in ("kept", "guests"):
            await add_game(database, game, kinds=TAKEN, waits_for=0, updated=now() - 400 * DAY_MS)
            await played(database, game)
        await add_game(database, "young", updated=now())
        async with database.write() as connection:
            await connection.execute(people.insert(), {"id": "ines", "name": "Ines", "created": 1})
            await connection.execute(schema.seated.insert(), {"game": "kept", "seat": 1, "person": "ines"})
        await CleanUp(database, KEEP).clean()
        assert await names(database) == {"kept", "young"}

    with_database(database_url, use)
