"""What can be used once is used once, in time, by whoever has the secret; nothing else is stored of it."""

import asyncio

from sqlalchemy import select

from shanghaien.web.core.database.engine import Database
from shanghaien.web.people import schema as people_schema
from shanghaien.web.people.credential_store import OneTimeStore
from tests.web.core.database.databases import with_database

LONG, OVER = 600_000, -1


def test_of_many_who_take_it_at_once_one_gets_it(database_url: str) -> None:
    async def use(database: Database) -> None:
        once = OneTimeStore(database)
        await once.put("link", "secret", "what it says", LONG)
        got = await asyncio.gather(*(once.take("link", "secret") for _ in range(6)))
        assert sorted(got, key=str) == [None] * 5 + ["what it says"]
        assert await once.take("link", "secret") is None

    with_database(database_url, use)


def test_another_secret_or_another_kind_takes_nothing(database_url: str) -> None:
    async def use(database: Database) -> None:
        once = OneTimeStore(database)
        await once.put("link", "secret", "what it says", LONG)
        assert await once.take("link", "Secret") is None
        assert await once.take("challenge", "secret") is None
        assert await once.take("link", "secret") == "what it says"

    with_database(database_url, use)


def test_what_is_over_is_not_given_and_goes_with_the_next(database_url: str) -> None:
    async def use(database: Database) -> None:
        once = OneTimeStore(database)
        await once.put("link", "old", "too late", OVER)
        assert await once.take("link", "old") is None
        await once.put("link", "new", "in time", LONG)
        async with database.read() as connection:
            rows = (await connection.execute(select(people_schema.once))).all()
        assert [row.text for row in rows] == ["in time"]
        assert "new" not in str(rows[0].hash)

    with_database(database_url, use)
