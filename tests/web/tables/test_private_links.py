"""Private links carry a seat to another device: once, for a quarter of an hour, and until they are withdrawn."""

import asyncio

import pytest
from sqlalchemy import text

from shanghaien.rules import Options
from shanghaien.web.core.ids import PersonId
from shanghaien.web.tables.errors import BadLink, NotYours
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.setup import Setup
from tests.web.persons import ADA, BOB, EVE
from tests.web.tables.tavern import Tavern, in_tavern

BOT = Setup(Mode.BOT, Options(), levels=("", "deckhand"))
PHONE = PersonId("phone")


async def seats(tavern: Tavern, table: Table, person: PersonId) -> frozenset[int]:
    return (await tavern.tables.look(table.id, person))[1].seats


def test_a_link_works_once_however_many_open_it_together(database_url: str) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(BOT, ADA)
        token = await tavern.seating.private_link(table.id, ADA)
        people = [PersonId(f"person {number}") for number in range(6)]
        asked = (tavern.seating.carry(token, person) for person in people)
        outcomes = await asyncio.gather(*asked, return_exceptions=True)
        assert sum(isinstance(outcome, Table) for outcome in outcomes) == 1
        assert sum(isinstance(outcome, BadLink) for outcome in outcomes) == 5
        assert sum([bool(await seats(tavern, table, person)) for person in people]) == 1

    in_tavern(database_url, visit)


def test_four_clicks_at_once_on_one_device_are_one_use(database_url: str) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(BOT, ADA)
        token = await tavern.seating.private_link(table.id, ADA)
        assert await asyncio.gather(*(tavern.seating.carry(token, PHONE) for _ in range(4))) == [table] * 4
        assert await seats(tavern, table, PHONE) == {0}
        with pytest.raises(BadLink, match="was used"):
            await tavern.seating.carry(token, EVE)

    in_tavern(database_url, visit)


def test_a_link_runs_out_and_goes_when_another_is_made(database_url: str) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(BOT, ADA)
        token = await tavern.seating.private_link(table.id, ADA)
        database = tavern.games.database
        async with database.write() as connection:
            await connection.execute(text("UPDATE links SET until = until - 15 * 60 * 1000"))
        with pytest.raises(BadLink, match="too long ago"):
            await tavern.seating.carry(token, PHONE)
        assert await seats(tavern, table, PHONE) == frozenset()
        await tavern.seating.private_link(table.id, ADA)
        async with database.read() as connection:
            assert (await connection.execute(text("SELECT count(*) FROM links"))).scalar_one() == 1

    in_tavern(database_url, visit)


def test_links_can_be_withdrawn_by_whoever_has_the_seat(database_url: str) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(BOT, ADA)
        tokens = [await tavern.seating.private_link(table.id, ADA) for _ in range(2)]
        with pytest.raises(NotYours):
            await tavern.seating.withdraw_links(table.id, BOB)
        assert [await tavern.seating.unused_links(table.id, person) for person in (ADA, BOB, None)] == [2, 0, 0]
        await tavern.seating.withdraw_links(table.id, ADA)
        assert await tavern.seating.unused_links(table.id, ADA) == 0
        for token in tokens:
            with pytest.raises(BadLink, match="withdrawn"):
                await tavern.seating.carry(token, PHONE)
        await tavern.seating.carry(await tavern.seating.private_link(table.id, ADA), PHONE)
        assert await seats(tavern, table, PHONE) == {0}

    in_tavern(database_url, visit)


def test_a_link_is_made_only_by_players_and_its_token_is_not_stored(database_url: str) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(BOT, ADA)
        for person in (EVE, None):
            with pytest.raises(NotYours):
                await tavern.seating.private_link(table.id, person)
        token = await tavern.seating.private_link(table.id, ADA)
        async with tavern.games.database.read() as connection:
            (row,) = (await connection.execute(text("SELECT * FROM links"))).all()
        assert not any(str(value) in token for value in (row.hash, row.until))
        assert token not in str(row)

    in_tavern(database_url, visit)


def test_a_link_that_was_signed_long_ago_and_never_stored_is_good_for_nothing(database_url: str) -> None:
    async def visit(tavern: Tavern) -> None:
        table = await tavern.tables.create(BOT, ADA)
        with pytest.raises(BadLink):
            await tavern.seating.carry(tavern.signer.sign("seat", table.id, 0), PHONE)

    in_tavern(database_url, visit)
