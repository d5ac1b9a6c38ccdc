"""The table of a day: places by what was given away, pages by keys, and nothing that grows with the players."""

import asyncio
from collections.abc import Awaitable, Callable

from sqlalchemy import insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.daily.ranks import MOST_LOSS, DayRanks, Scored, drop_tries
from shanghaien.web.daily.schema import day_counts, day_tries, days
from shanghaien.web.daily.store import DayRow, DayStore, add_day, add_try
from shanghaien.web.people.person_data import transfer_rows
from shanghaien.web.tables.dice.daily_dice import later
from tests.web.core.database.databases import opened_database, with_database

DAY = "2026-11-16"
SPAN = (DAY, later(DAY, 9))
ADA, BOB, CLEO, DAN, GUEST = (PersonId(name) for name in ("ada", "bob", "cleo", "dan", "guest"))


async def promise(database: Database, *wanted: str) -> None:
    async with database.write() as connection:
        for day in wanted:
            await add_day(connection, DayRow(day, 0, bytes(32), "c" * 64, 1))


async def played(
    database: Database, person: PersonId, loss: int | None, day: str = DAY, at: int = 5, *, ranked: bool = True
) -> GameId:
    """Let somebody play a day to its end; with a loss its review is there, too."""
    game, ranks = GameId(f"{day} {person}"), DayRanks(database)
    async with database.write() as connection:
        await add_try(connection, day, person, game, 1, ranked=ranked)
    await ranks.finish(game, at, (20, 18), "a review", ranked=ranked)
    if loss is not None:
        await ranks.rank(game, Scored(loss, "0 0 0 0 0 0 0 0;0"))
    return game


async def best(database: Database) -> int | None:
    """The least that was given away on the day."""
    day = await DayStore(database).of(DAY)
    return None if day is None else day.best


def on_a_day(url: str, use: Callable[[Database], Awaitable[None]]) -> None:
    async def run() -> None:
        async with opened_database(url) as database:
            await promise(database, DAY, *(later(DAY, number) for number in range(1, 7)))
            await use(database)

    asyncio.run(run())


def test_a_place_is_shared_by_those_who_gave_away_the_same(database_url: str) -> None:
    async def test(database: Database) -> None:
        for person, loss in ((ADA, 31), (BOB, 6), (CLEO, 31), (DAN, 40)):
            await played(database, person, loss)
        ranks = DayRanks(database)
        assert [await ranks.place(DAY, loss) for loss in (6, 31, 40, 41)] == [1, 2, 4, 5]
        assert await ranks.places(DAY, [6, 31, 31, 40]) == {6: 1, 31: 2, 40: 4}
        day = await DayStore(database).of(DAY)
        assert day is not None
        assert (day.played, day.best) == (4, 6)

    on_a_day(database_url, test)


def test_a_try_gets_its_place_once(database_url: str) -> None:
    async def test(database: Database) -> None:
        game, ranks = await played(database, ADA, 31), DayRanks(database)
        assert not await ranks.rank(game, Scored(0, ""))
        assert await ranks.place(DAY, 31) == 1
        assert await best(database) == 31

    on_a_day(database_url, test)


def test_what_is_not_ranked_is_in_no_table(database_url: str) -> None:
    async def test(database: Database) -> None:
        await played(database, ADA, 5, ranked=False)
        await played(database, BOB, None)
        given_up = GameId("given up")
        async with database.write() as connection:
            await add_try(connection, DAY, CLEO, given_up, 1, ranked=True)
        await DayRanks(database).give_up(given_up, 5)
        assert await DayRanks(database).after(DAY, None, 9) == []
        assert await best(database) is None

    on_a_day(database_url, test)


def test_pages_go_on_behind_a_row_and_back_before_it(database_url: str) -> None:
    async def test(database: Database) -> None:
        people = [PersonId(f"p{number}") for number in range(9)]
        for number, person in enumerate(people):
            await played(database, person, number // 3, at=2_000_000_000_000 + number)
        ranks = DayRanks(database)
        first = await ranks.after(DAY, None, 4)
        second = await ranks.after(DAY, first[-1].key, 9)
        assert [row.key.person for row in (*first, *second)] == people
        assert [row.key.person for row in await ranks.before(DAY, second[0].key, 2)] == people[2:4]

    on_a_day(database_url, test)


def test_however_much_is_given_away_the_counts_stay_few(database_url: str) -> None:
    async def test(database: Database) -> None:
        await played(database, ADA, 10**7)
        (row,) = await DayRanks(database).after(DAY, None, 9)
        assert row.key.loss == MOST_LOSS

    on_a_day(database_url, test)


def test_days_in_a_row_are_counted_and_a_missed_day_begins_anew(database_url: str) -> None:
    async def test(database: Database) -> None:
        store = DayStore(database)
        for number in (0, 1, 2, 4):
            await played(database, ADA, 1, later(DAY, number))
        assert [each.streak for each in (await store.own_days(ADA, SPAN)).tries.values()] == [1, 2, 3, 1]
        assert (await store.own_days(ADA, SPAN)).best_streak == 3
        await played(database, ADA, 1, later(DAY, 3), ranked=False)
        assert (await store.own_days(ADA, SPAN)).best_streak == 3

    on_a_day(database_url, test)


def test_a_day_that_is_finished_after_midnight_still_belongs_to_the_row(database_url: str) -> None:
    async def test(database: Database) -> None:
        for number in (0, 2, 1):
            await played(database, ADA, 1, later(DAY, number))
        tries = (await DayStore(database).own_days(ADA, SPAN)).tries.values()
        assert [each.streak for each in tries] == [1, 2, 3]

    on_a_day(database_url, test)


def test_whoever_leaves_is_counted_no_more(database_url: str) -> None:
    async def test(database: Database) -> None:
        await played(database, ADA, 5)
        await played(database, BOB, 9)
        async with database.write() as connection:
            await drop_tries(connection, day_tries, ADA)
        assert await DayRanks(database).place(DAY, 9) == 1
        assert await best(database) == 9
        day = await DayStore(database).of(DAY)
        assert day is not None
        assert day.played == 1

    on_a_day(database_url, test)


def test_a_guests_try_becomes_the_accounts_own_unless_it_has_one(database_url: str) -> None:
    async def test(database: Database) -> None:
        second = later(DAY, 1)
        await played(database, GUEST, 5)
        await played(database, ADA, 9)
        kept = await played(database, GUEST, 7, second)
        async with database.write() as connection:
            await transfer_rows(connection, GUEST, ADA)
        tries = list((await DayStore(database).own_days(ADA, (DAY, second))).tries.values())
        assert [(each.day, each.loss) for each in tries] == [(DAY, 9), (second, 7)]
        assert tries[1].game == kept
        assert await DayRanks(database).place(DAY, 9) == 1
        assert (await DayStore(database).own_days(GUEST, (DAY, second))).tries == {}

    on_a_day(database_url, test)


def test_a_person_has_one_try_at_a_day(database_url: str) -> None:
    async def test(database: Database) -> None:
        await played(database, ADA, 5)
        async with database.read() as connection:
            rows = (await connection.execute(select(day_tries.c.person).where(day_tries.c.day == DAY))).all()
        assert len(rows) == 1
        assert {("day", "person")} <= {
            tuple(column.name for column in constraint.columns)
            for constraint in day_tries.constraints
            if constraint is day_tries.primary_key
        }

    on_a_day(database_url, test)


BEHIND = """SELECT game FROM day_tries WHERE day = :day AND ranked = 1 AND loss IS NOT NULL
AND (loss, finished, person) > (400, 5, 'ada') ORDER BY loss, finished, person LIMIT 50"""
PLACE = "SELECT sum(tries) FROM day_counts WHERE day = :day AND loss < 40"
STREAK = "SELECT max(streak) FROM day_tries WHERE person = 'p7'"
OWN = "SELECT game FROM day_tries WHERE day = :day AND person = 'p7'"


def test_the_queries_of_the_table_use_indexes(database_url: str) -> None:
    async def test(database: Database) -> None:
        await _many(database)
        async with database.read() as connection:
            for query in (BEHIND, PLACE, STREAK, OWN):
                plan = await _plan(database, connection, query)
                assert "index" in plan, plan
                assert "seq scan" not in plan, plan
                assert "scan day_" not in plan, plan

    on_a_day(database_url, test)


async def _many(database: Database) -> None:
    """Many people on many days."""
    told = [(later(DAY, number % 20), number) for number in range(6000)]
    rows = [
        {"day": day, "person": f"p{n // 20}", "game": f"g{n}", "began": 1, "ranked": 1, "finished": n, "loss": n % 900}
        for day, n in told
    ]
    counts = [{"day": later(DAY, day), "loss": loss, "tries": 3} for day in range(20) for loss in range(300)]
    async with database.write() as connection:
        await connection.execute(insert(day_tries), rows)
        await connection.execute(insert(day_counts), counts)
        await connection.execute(text("ANALYZE"))


async def _plan(database: Database, connection: AsyncConnection, query: str) -> str:
    explain = "EXPLAIN QUERY PLAN " if database.is_sqlite else "EXPLAIN "
    rows = await connection.execute(text(explain + query), {"day": DAY} if ":day" in query else {})
    return "\n".join(str(row[-1]) for row in rows).lower() + "\n"


def test_days_are_numbered_without_gaps_and_never_promised_twice(database_url: str) -> None:
    async def test(database: Database) -> None:
        await promise(database, DAY, later(DAY, 1))
        async with database.write() as connection:
            assert not await add_day(connection, DayRow(DAY, 0, b"x" * 32, "another", 9))
        async with database.read() as connection:
            rows = (await connection.execute(select(days.c.number, days.c.commitment).order_by(days.c.number))).all()
        assert [row.number for row in rows] == list(range(1, 8))
        assert {row.commitment for row in rows} == {"c" * 64}

    on_a_day(database_url, test)


def test_nobody_has_played_where_there_is_no_day(database_url: str) -> None:
    async def test(database: Database) -> None:
        assert await DayStore(database).of(DAY) is None
        assert await DayStore(database).first() is None
        assert await DayStore(database).try_of(DAY, None) is None

    with_database(database_url, test)
