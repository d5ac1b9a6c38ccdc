"""Passkeys, addresses and codes are kept for one person each, and the last way in stays."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import insert

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people import schema as people_schema
from shanghaien.web.people.credential_store import (
    Credentials,
    CredentialStore,
    MailboxStore,
    MailboxTaken,
    OneTimeStore,
    PasskeyRow,
    add_passkey,
)
from shanghaien.web.people.credentials import CODES, Recovery, WrongCode
from shanghaien.web.people.passkeys import Passkeys
from tests.web.core.database.databases import with_database

ADA, BOB = PersonId("ada"), PersonId("bob")
KEY = PasskeyRow(b"1" * 300, ADA, b"public", 0, "Blue phone", 1, 1)
OTHER = replace(KEY, credential=b"2", label="Laptop", created=2)


async def settle(database: Database, *keys: PasskeyRow) -> None:
    """Ada and Bob, and passkeys of theirs."""
    async with database.write() as connection:
        for person in (ADA, BOB):
            await connection.execute(insert(people_schema.people), {"id": person, "name": person, "created": 1})
            await connection.execute(insert(people_schema.names), {"folded": person, "person": person})
        for key in keys:
            await add_passkey(connection, key)


def test_a_passkey_is_found_listed_and_renamed_by_its_owner(database_url: str) -> None:
    async def use(database: Database) -> None:
        await settle(database, OTHER, KEY)
        passkeys = Passkeys(database, OneTimeStore(database))
        assert await passkeys._find(KEY.hash) == KEY
        assert await passkeys._find("0" * 64) is None
        await passkeys.rename(BOB, KEY.hash, "Bob was here")
        await passkeys.rename(ADA, KEY.hash, "Old phone")
        assert [key.label for key in await passkeys.of(ADA)] == ["Old phone", "Laptop"]
        assert await passkeys.of(BOB) == []

    with_database(database_url, use)


def test_a_passkey_that_counts_never_counts_back(database_url: str) -> None:
    async def use(database: Database) -> None:
        await settle(database, KEY)
        passkeys = Passkeys(database, OneTimeStore(database))
        assert await passkeys._used(KEY.hash, 0)
        assert await passkeys._used(KEY.hash, 3)
        assert not await passkeys._used(KEY.hash, 3)
        assert not await passkeys._used(KEY.hash, 0)
        (row,) = await passkeys.of(ADA)
        assert row == replace(KEY, count=3, used=row.used)
        assert row.used > KEY.used

    with_database(database_url, use)


def test_of_two_last_passkeys_that_are_removed_at_once_one_stays(database_url: str) -> None:
    async def use(database: Database) -> None:
        await settle(database, KEY, OTHER)
        ways = CredentialStore(database)
        removed = await asyncio.gather(*(ways.remove_passkey(ADA, key.hash, mail=True) for key in (KEY, OTHER)))
        assert sorted(removed) == [False, True]
        assert await ways.of(ADA) == Credentials(1, 0, 0)

    with_database(database_url, use)


def test_the_last_passkey_goes_when_there_is_another_way(database_url: str) -> None:
    async def use(database: Database) -> None:
        await settle(database, KEY)
        ways = CredentialStore(database)
        await MailboxStore(database).set(ADA, "ada@example.org")
        assert not await ways.remove_passkey(ADA, KEY.hash, mail=False)
        assert await ways.remove_passkey(ADA, KEY.hash, mail=True)
        assert not await ways.remove_mailbox(ADA)
        await Recovery(database).renew(ADA)
        assert await ways.remove_mailbox(ADA)
        assert await ways.of(ADA) == Credentials(0, 0, CODES)

    with_database(database_url, use)


def test_nobody_removes_what_is_somebody_elses(database_url: str) -> None:
    async def use(database: Database) -> None:
        await settle(
            database, KEY, OTHER, replace(KEY, credential=b"3", person=BOB), replace(KEY, credential=b"4", person=BOB)
        )
        await CredentialStore(database).remove_passkey(BOB, KEY.hash, mail=True)
        assert await CredentialStore(database).of(ADA) == Credentials(2, 0, 0)

    with_database(database_url, use)


def test_an_address_has_one_owner_and_a_person_one_address(database_url: str) -> None:
    async def use(database: Database) -> None:
        await settle(database)
        mailboxes = MailboxStore(database)
        claims = await asyncio.gather(
            mailboxes.set(ADA, "us@example.org"), mailboxes.set(BOB, "us@example.org"), return_exceptions=True
        )
        assert sorted(type(claim).__name__ for claim in claims) == ["MailboxTaken", "NoneType"]
        owner = await mailboxes.person("us@example.org")
        assert owner is not None
        await mailboxes.set(owner, "new@example.org")
        assert await mailboxes.of(owner) == "new@example.org"
        assert await mailboxes.person("us@example.org") is None

    with_database(database_url, use)


def test_whoever_asks_for_a_taken_address_keeps_their_own(database_url: str) -> None:
    async def use(database: Database) -> None:
        await settle(database)
        mailboxes = MailboxStore(database)
        await mailboxes.set(ADA, "ada@example.org")
        await mailboxes.set(BOB, "bob@example.org")
        with pytest.raises(MailboxTaken):
            await mailboxes.set(BOB, "ada@example.org")
        assert await mailboxes.of(BOB) == "bob@example.org"
        assert await mailboxes.person("ada@example.org") == ADA

    with_database(database_url, use)


def test_a_code_is_good_once_and_only_with_its_name(database_url: str) -> None:
    async def use(database: Database) -> None:
        await settle(database)
        recovery = Recovery(database)
        first, second, *_ = await recovery.renew(ADA)
        for name, code in (("bob", first), ("nobody", first)):
            with pytest.raises(WrongCode):
                await recovery.use(name, code)
        got = await asyncio.gather(*(recovery.use("ada", first) for _ in range(4)), return_exceptions=True)
        assert sorted(type(each).__name__ for each in got) == ["WrongCode", "WrongCode", "WrongCode", "str"]
        assert await recovery.left(ADA) == CODES - 1
        new, *_ = await recovery.renew(ADA)
        with pytest.raises(WrongCode):
            await recovery.use("ada", second)
        assert await recovery.use("ada", new) == ADA

    with_database(database_url, use)
