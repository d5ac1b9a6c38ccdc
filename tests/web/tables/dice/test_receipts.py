"""Receipts are signed with one key for each log, which all processes agree on and nobody is told."""

import asyncio

from sqlalchemy import select

from shanghaien.fairness.receipts import Receipt, ReceiptSigner, is_signed
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.schema import facts
from shanghaien.web.tables.dice.log_writer import (
    ReceiptStore,
    add_to_log,
    begin_epoch,
    public_keys,
    retire_keys,
    signer_of,
)
from tests.web.core.database.databases import opened_database, with_database
from tests.web.tables.dice.entries import some_entries


async def given(database: Database, name: str = "game") -> tuple[str, str]:
    """A receipt for something that was just logged, and the key that it is said to be signed with."""
    receipts, entries = ReceiptStore(database), some_entries(1, name)
    async with database.write() as connection:
        logged = await add_to_log(connection, entries)
        line = await receipts.receipt(connection, entries[0].game, entries[0].hash, "-", logged)
        return line, await receipts.public_key(connection, logged)


async def begin_anew(database: Database) -> None:
    async with database.write() as connection:
        await retire_keys(connection)
        await begin_epoch(connection)


def test_a_receipt_names_what_was_fixed_and_the_log_with_it_in(database_url: str) -> None:
    async def use(database: Database) -> None:
        line, key = await given(database)
        (entry,) = some_entries(1)
        receipt = Receipt.read(line)
        assert (receipt.game_id, receipt.reservation, receipt.contract) == (entry.game, entry.hash, "-")
        assert (receipt.head.size, receipt.head.root) == (1, entry.leaf)
        assert is_signed(receipt, key)

    with_database(database_url, use)


def test_processes_that_need_the_key_at_once_agree_on_one(database_url: str) -> None:
    async def ask() -> str:
        async with opened_database(database_url) as database, database.write() as connection:
            return (await signer_of(connection, 1)).public

    async def all_ask() -> None:
        async with opened_database(database_url):
            assert len(set(await asyncio.gather(*(ask() for _ in range(4))))) == 1

    asyncio.run(all_ask())


def test_after_a_new_beginning_earlier_receipts_can_be_checked_and_no_more_be_made(database_url: str) -> None:
    async def use(database: Database) -> None:
        first, first_key = await given(database, "first")
        await begin_anew(database)
        second, second_key = await given(database, "second")
        await begin_anew(database)
        receipts = ReceiptStore(database)
        assert await receipts.public_keys() == {1: first_key, 2: second_key}
        assert [await receipts.key_of(first), await receipts.key_of(second)] == [first_key, second_key]
        assert first_key != second_key
        assert await receipts.key_of(first[:-128] + second[-128:]) == ""
        async with database.read() as connection:
            kept = {row.name: row.value for row in await connection.execute(select(facts))}
            assert await public_keys(connection) == {1: first_key, 2: second_key}
        assert not [name for name in kept if name.startswith("receipt-key")]

    with_database(database_url, use)


def test_whoever_signs_does_not_tell_the_key_when_shown(database_url: str) -> None:
    async def use(database: Database) -> None:
        async with database.write() as connection:
            signer = await signer_of(connection, 1)
            private = await connection.scalar(select(facts.c.value).where(facts.c.name == "receipt-key:1"))
        assert private
        assert ReceiptSigner(bytes.fromhex(private)).public == signer.public
        assert private not in f"{signer!r} {vars(signer)!r} {signer.public}"

    with_database(database_url, use)
