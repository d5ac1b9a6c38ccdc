"""Mistakes in the store: the newest of each person, the one that is due longest first, and each person's alone."""

import pytest

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.daily import mistake_store as stored
from shanghaien.web.daily.mistake_store import MistakeCounts, MistakeRow, MistakeStore
from shanghaien.web.people.person_data import transfer_rows
from tests.web.core.database.databases import with_database

ADA, BOB = PersonId("ada"), PersonId("bob")


def row(person: PersonId, step: int, due: int = 10, made: int = 1, sits: int = 0) -> MistakeRow:
    return MistakeRow(person, GameId("g"), step, "{}", "roll", f"card {step}", due, made, sits)


def test_the_one_that_is_due_longest_comes_first_and_what_sits_comes_last(database_url: str) -> None:
    async def test(database: Database) -> None:
        store = MistakeStore(database)
        await store.add(
            ADA, [row(ADA, 1, due=20), row(ADA, 2, due=10), row(ADA, 3, due=5, sits=1), row(ADA, 4, due=99)]
        )
        found = await store.next_due(ADA, 50)
        assert found == row(ADA, 2, due=10)
        assert await store.counts(ADA, 50) == MistakeCounts(due=3, waiting=1, sitting=0)
        assert await store.next_time(ADA, 50) == 99
        assert await store.next_due(ADA, 4) is None

    with_database(database_url, test)


def test_nobody_finds_anothers(database_url: str) -> None:
    async def test(database: Database) -> None:
        store = MistakeStore(database)
        await store.add(ADA, [row(ADA, 1)])
        assert await store.of(BOB, GameId("g"), 1) is None
        assert await store.next_due(BOB, 50) is None
        await store.drop(BOB, GameId("g"), 1)
        assert await store.of(ADA, GameId("g"), 1) is not None

    with_database(database_url, test)


def test_an_answer_that_was_sent_twice_is_noted_once(database_url: str) -> None:
    async def test(database: Database) -> None:
        store, before = MistakeStore(database), row(ADA, 1)
        await store.add(ADA, [before])
        assert await store.repeat(before, "later", 77, sits=False)
        assert not await store.repeat(before, "much later", 99, sits=True)
        kept = await store.of(ADA, GameId("g"), 1)
        assert kept is not None
        assert (kept.card, kept.due) == ("later", 77)

    with_database(database_url, test)


def test_a_review_that_is_told_twice_forgets_nothing_that_was_learned(database_url: str) -> None:
    async def test(database: Database) -> None:
        store, before = MistakeStore(database), row(ADA, 1)
        await store.add(ADA, [before])
        await store.repeat(before, "later", 77, sits=False)
        await store.add(ADA, [before])
        kept = await store.of(ADA, GameId("g"), 1)
        assert kept is not None
        assert kept.card == "later"

    with_database(database_url, test)


def test_the_newest_are_kept(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "MOST", 3)

    async def test(database: Database) -> None:
        store = MistakeStore(database)
        for step in range(1, 6):
            await store.add(ADA, [row(ADA, step, made=step)])
        await store.add(BOB, [row(BOB, 9, made=0)])
        left = [step for step in range(1, 6) if await store.of(ADA, GameId("g"), step) is not None]
        assert left == [3, 4, 5]
        assert await store.of(BOB, GameId("g"), 9) is not None

    with_database(database_url, test)


def test_what_a_guest_repeats_goes_on_in_their_account(database_url: str) -> None:
    async def test(database: Database) -> None:
        store = MistakeStore(database)
        await store.add(ADA, [row(ADA, 1)])
        async with database.write() as connection:
            await transfer_rows(connection, ADA, BOB)
        assert await store.of(BOB, GameId("g"), 1) is not None

    with_database(database_url, test)
