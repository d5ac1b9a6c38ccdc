"""Names in the store: one person for each, and one that was given up waits for its owner."""

import asyncio

import pytest
from sqlalchemy import update

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import LimitReached
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people import schema as people_schema
from shanghaien.web.people.account_names import HELD_MS, MOST_HELD, AccountNaming, NameTaken, take_name
from shanghaien.web.people.names import normalised_name
from shanghaien.web.people.store import PeopleStore
from tests.web.core.database.databases import with_database

INES, OTTO = PersonId("ines"), PersonId("otto")


async def keep(database: Database, person: PersonId, name: str) -> bool:
    """Keep somebody under a name if it is free."""
    async with database.write() as connection:
        free = await take_name(connection, person, normalised_name(name))
        if free:
            await PeopleStore(database).add(connection, person, name)
        return free


async def let_time_pass(database: Database, milliseconds: int) -> None:
    """Let names have been given up so much earlier."""
    names = people_schema.names
    async with database.write() as connection:
        earlier = update(names).where(names.c.held_until.is_not(None))
        await connection.execute(earlier.values(held_until=names.c.held_until - milliseconds))


def test_of_two_who_want_a_name_at_once_one_gets_it(database_url: str) -> None:
    async def test(database: Database) -> None:
        got = await asyncio.gather(keep(database, INES, "Ines"), keep(database, OTTO, "INÉS"))
        assert sorted(got) == [False, True]
        found = await PeopleStore(database).named(normalised_name("ines"))
        assert found is not None
        assert found.id == (INES if got[0] else OTTO)

    with_database(database_url, test)


def test_a_name_that_was_given_up_is_free_for_others_after_ninety_days(database_url: str) -> None:
    async def test(database: Database) -> None:
        naming = AccountNaming(database)
        await keep(database, INES, "Ines")
        await keep(database, OTTO, "Otto")
        await naming.rename(INES, "Ina")
        await let_time_pass(database, HELD_MS - 60_000)
        assert not await naming.is_free("Ines")
        assert await naming.is_free("Ines", INES)
        with pytest.raises(NameTaken, match=r"The name Ines is taken\. Ines of the quay is available\."):
            await naming.rename(OTTO, "Ines")
        await let_time_pass(database, 120_000)
        assert await naming.is_free("Ines")
        assert await naming.rename(OTTO, "Ines") == "Ines"

    with_database(database_url, test)


def test_nobody_keeps_many_names_from_others_by_renaming_themselves(database_url: str) -> None:
    async def test(database: Database) -> None:
        naming = AccountNaming(database)
        await keep(database, INES, "Ines")
        for number in range(MOST_HELD):
            await naming.rename(INES, f"Ines {number + 2}")
        with pytest.raises(LimitReached):
            await naming.rename(INES, "Ina")
        assert await naming.rename(INES, "Ines") == "Ines"
        assert await naming.rename(INES, "INES") == "INES"

    with_database(database_url, test)


def test_where_all_names_alike_are_taken_another_is_asked_for(database_url: str) -> None:
    async def test(database: Database) -> None:
        naming = AccountNaming(database)
        long = "A" + "b" * 19
        await keep(database, INES, long)
        assert str(await naming.taken(long)).startswith(f"The name {long} is taken. Abbbb")
        for number, like in enumerate([long[:17] + f" {number}" for number in range(2, 12)]):
            await keep(database, PersonId(f"other {number}"), like)
        assert str(await naming.taken(long)) == f"The name {long} is taken. Choose another one."

    with_database(database_url, test)
