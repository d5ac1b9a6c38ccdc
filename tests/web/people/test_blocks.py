"""Whoever blocks somebody sees nothing of them any more, nor they of them, until it is taken back."""

import pytest

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people import blocks as stored
from shanghaien.web.people.blocks import Blocks, CannotBlock
from shanghaien.web.people.person_data import transfer_rows
from tests.web.core.database.databases import with_database

ADA, BEN, CLEO, GUEST = PersonId("ada"), PersonId("ben"), PersonId("cleo"), PersonId("guest")


def test_a_block_hides_both_from_each_other_and_nobody_else(database_url: str) -> None:
    async def test(database: Database) -> None:
        blocks = Blocks(database)
        await blocks.block(ADA, BEN)
        assert await blocks.apart(ADA, BEN)
        assert await blocks.apart(BEN, ADA)
        assert not await blocks.apart(ADA, CLEO)
        assert not await blocks.apart(None, ADA)
        assert await blocks.hidden_from(BEN) == {ADA}
        assert await blocks.hidden_from(CLEO) == frozenset()

    with_database(database_url, test)


def test_taking_a_block_back_leaves_the_other_ones_block(database_url: str) -> None:
    async def test(database: Database) -> None:
        blocks = Blocks(database)
        await blocks.block(ADA, BEN)
        await blocks.block(BEN, ADA)
        await blocks.unblock(ADA, BEN)
        assert await blocks.apart(ADA, BEN)
        assert await blocks.list_of(ADA) == []
        await blocks.unblock(BEN, ADA)
        assert not await blocks.apart(ADA, BEN)

    with_database(database_url, test)


def test_nobody_blocks_themselves_nor_everybody(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(database: Database) -> None:
        blocks = Blocks(database)
        with pytest.raises(CannotBlock):
            await blocks.block(ADA, ADA)
        monkeypatch.setattr(stored, "MOST_BLOCKS", 1)
        await blocks.block(ADA, BEN)
        with pytest.raises(CannotBlock):
            await blocks.block(ADA, CLEO)

    with_database(database_url, test)


def test_what_a_guest_blocked_stays_blocked_once_they_keep_their_games(database_url: str) -> None:
    async def test(database: Database) -> None:
        blocks = Blocks(database)
        await blocks.block(GUEST, BEN)
        await blocks.block(CLEO, GUEST)
        await blocks.block(ADA, GUEST)
        async with database.write() as connection:
            await transfer_rows(connection, GUEST, ADA)
        assert await blocks.hidden_from(ADA) == {BEN, CLEO}
        assert await blocks.hidden_from(GUEST) == frozenset()

    with_database(database_url, test)
