"""Tries are counted together, however many processes count, and forgotten when their time is over."""

import asyncio

from sqlalchemy import select

from shanghaien.web.core.database.engine import Database
from shanghaien.web.people import schema as people_schema
from shanghaien.web.people.attempts import Attempts
from tests.web.core.database.databases import with_database

LONG, OVER = 600_000, -1


def test_none_of_many_at_once_is_missed(database_url: str) -> None:
    async def use(database: Database) -> None:
        attempts = Attempts(database, b"key")
        keys = (["a", "b"], ["b", "a"])
        told = await asyncio.gather(*(attempts.count(keys[number % 2], LONG) for number in range(10)))
        for key in "ab":
            assert sorted(tried[key].times for tried in told) == list(range(1, 11))
            assert all(0 < tried[key].left_ms <= LONG for tried in told)

    with_database(database_url, use)


def test_counting_begins_anew_when_the_time_is_over(database_url: str) -> None:
    async def use(database: Database) -> None:
        attempts = Attempts(database, b"key")
        assert (await attempts.count(["a"], OVER))["a"].times == 1
        assert (await attempts.count(["a"], LONG))["a"].times == 1
        assert (await attempts.count(["a"], LONG))["a"].times == 2

    with_database(database_url, use)


def test_what_is_over_does_not_stay(database_url: str) -> None:
    async def use(database: Database) -> None:
        attempts = Attempts(database, b"key")
        await attempts.count(["old"], OVER)
        await attempts.count(["new"], LONG)
        async with database.read() as connection:
            assert [row.key for row in await connection.execute(select(people_schema.attempts))] == ["new"]

    with_database(database_url, use)
