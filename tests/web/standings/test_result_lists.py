"""Lists of results go page by page by keys, every game comes once, and no page looks at more than a fixed number."""

from typing import Any

import pytest
from sqlalchemy import text

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.standings import result_lists
from shanghaien.web.standings.result_lists import ALL, ResultLists, ResultPlace, WantedResults
from tests.web.core.database.databases import with_database
from tests.web.standings.result_rows import FIRST_DAY, add_account, add_results, add_seats, both_sides, result_row

ADA, BEN, CLEO = PersonId("ada"), PersonId("ben"), PersonId("cleo")


async def all_pages(lists: ResultLists, size: int, wanted: WantedResults = ALL) -> list[GameId]:
    found: list[GameId] = []
    place: ResultPlace | None = None
    while True:
        page = await lists.page(ADA, size, wanted, place)
        assert len(page.rows) <= size
        found += [row.game for row in page.rows]
        if page.next is None:
            return found
        place = ResultPlace.read(str(page.next))


def test_every_game_comes_once_the_latest_first_also_if_many_ended_at_one_moment(database_url: str) -> None:
    async def use(database: Database) -> None:
        rows = [result_row("ada", "ben") for _ in range(5)]
        rows += [result_row("ada", "ben", ended=FIRST_DAY) for _ in range(5)]
        await add_results(database, *rows, result_row("ben", "ada"))
        expected = [row["game"] for row in sorted(rows, key=lambda row: (row["ended"], row["game"]), reverse=True)]
        for size in (1, 2, 3, 9, 10, 100):
            assert await all_pages(ResultLists(database), size) == expected

    with_database(database_url, use)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (WantedResults(opponent=BEN), {"b1", "b2"}),
        (WantedResults(level="captain"), {"c1"}),
        (WantedResults(setup="online"), {"b2", "c1"}),
        (WantedResults(pace="days"), {"b2"}),
        (WantedResults(pace=""), {"n1"}),
        (WantedResults(score=0), {"b2", "n1"}),
        (WantedResults(opponent=BEN, setup="base", pace="live", score=2), {"b1"}),
        (WantedResults(opponent=CLEO), set()),
    ],
)
def test_filters_find_what_they_say(database_url: str, wanted: WantedResults, expected: set[str]) -> None:
    async def use(database: Database) -> None:
        await add_results(
            database,
            result_row("ada", "ben", game="b1"),
            result_row("ada", "ben", game="b2", setup="online", pace="days", score=0),
            result_row("ada", level="captain", game="c1", setup="online", score=1),
            result_row("ada", "guest", game="n1", pace="", score=0),
        )
        for size in (1, 10):
            assert set(await all_pages(ResultLists(database), size, wanted)) == expected

    with_database(database_url, use)


def test_a_page_looks_at_so_many_games_and_no_more_and_the_next_goes_on_there(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def use(database: Database) -> None:
        monkeypatch.setattr(result_lists, "LOOKED_AT", 4)
        rows = [result_row("ada", "ben", score=0 if number in {0, 5} else 2) for number in range(10)]
        await add_results(database, *rows)
        lists, lost = ResultLists(database), WantedResults(score=0)
        first = await lists.page(ADA, 10, lost)
        assert (first.rows, first.next) == ([], ResultPlace(rows[6]["ended"], 1))
        second = await lists.page(ADA, 10, lost, first.next)
        assert [row.game for row in second.rows] == [rows[5]["game"]]
        assert await all_pages(lists, 10, lost) == [rows[5]["game"], rows[0]["game"]]
        assert len(await lists.latest(ADA)) == 4

    with_database(database_url, use)


def test_who_has_finished_a_game_with_somebody_is_found_among_accounts(database_url: str) -> None:
    async def use(database: Database) -> None:
        for person in ("ada", "ben", "cleo"):
            await add_account(database, person, person.title(), person)
        await add_results(database, *both_sides("ada", "ben"), *both_sides("ada", "guest"))
        lists = ResultLists(database)
        assert await lists.met(ADA, {BEN, CLEO, PersonId("guest")}) == {BEN}
        assert await lists.met(BEN, {ADA}) == {ADA}
        assert await lists.met(CLEO, {ADA, BEN}) == frozenset()
        assert await lists.met(ADA, set()) == frozenset()

    with_database(database_url, use)


def test_names_at_seats_are_those_of_games_that_are_kept(database_url: str) -> None:
    async def use(database: Database) -> None:
        await add_seats(database, "kept", "Ada", "Ben")
        seats = await ResultLists(database).seats([GameId("kept"), GameId("gone")])
        assert {place: seat.name for place, seat in seats.items()} == {("kept", 0): "Ada", ("kept", 1): "Ben"}
        assert await ResultLists(database).seats([]) == {}

    with_database(database_url, use)


def test_what_names_no_place_is_none() -> None:
    for wrong in ("", "1", "1-", "-1", "x-1", "1-1-1", "1-1\n", "1-1000", "9" * 16 + "-1", "١-١"):
        assert ResultPlace.read(wrong) is None


QUERIES = {
    "all": "SELECT game FROM results WHERE person = 'p7' AND ended <= 9 ORDER BY ended DESC, game DESC LIMIT 21",
    "opponent": "SELECT game FROM results WHERE person = 'p7' AND opponent = 'p8' ORDER BY ended DESC, game DESC LIMIT 21",
    "level": "SELECT game FROM results WHERE person = 'p7' AND level = 'captain' ORDER BY ended DESC, game DESC LIMIT 21",
    "met": "SELECT id FROM people WHERE id IN ('p8', 'p9') "
    "AND EXISTS (SELECT * FROM results WHERE person = 'p7' AND opponent = people.id)",
    "strength": "SELECT rating FROM standings WHERE person = 'p7'",
    "habits": "SELECT loss FROM habits WHERE person = 'p7' ORDER BY habit",
}


@pytest.mark.parametrize("query", QUERIES)
def test_every_list_is_found_by_an_index(database_url: str, query: str) -> None:
    async def use(database: Database) -> None:
        many: list[dict[str, Any]] = [
            result_row(f"p{number % 40}", f"p{number * 7 % 40}", level="captain" if number % 5 == 0 else "")
            for number in range(2000)
        ]
        await add_results(database, *many)
        async with database.write() as connection:
            await connection.execute(text("ANALYZE"))
        ask = "EXPLAIN QUERY PLAN " if database.is_sqlite else "EXPLAIN "
        async with database.read() as connection:
            plan = " ".join(str(row) for row in await connection.execute(text(ask + QUERIES[query])))
        table = "results" if "FROM results" in QUERIES[query] else QUERIES[query].split("FROM ")[1].split()[0]
        assert f"Seq Scan on {table}" not in plan or table in {"standings", "habits"}, plan  # these two are empty here
        assert f"SCAN {table}" not in plan, plan
        assert "TEMP B-TREE" not in plan, plan

    with_database(database_url, use)
