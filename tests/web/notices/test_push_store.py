"""Browsers and addresses that notices go to: a few for each person, one person for each, silent after long silence."""

import asyncio
from dataclasses import replace

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.notices.place_store import APART_MS, SILENT, PushRow, PushStore, WebhookStore
from tests.web.core.database.databases import with_database

ADA, BOB = PersonId("ada"), PersonId("bob")
MOST = 5


def row(number: int, person: PersonId = ADA) -> PushRow:
    return PushRow(f"i{number}", person, f"https://push.example/{number}", "key", "auth", "Firefox", "en", number)


def test_a_person_has_five_browsers_however_many_are_added_at_once(database_url: str) -> None:
    async def use(database: Database) -> None:
        store = PushStore(database)
        taken = await asyncio.gather(*(store.add(row(number), MOST) for number in range(8)))
        assert sum(taken) == MOST == len(await store.of(ADA))
        assert await store.add(row(9, BOB), MOST)

    with_database(database_url, use)


def test_a_browser_tells_of_whoever_switched_it_on_last(database_url: str) -> None:
    async def use(database: Database) -> None:
        store = PushStore(database)
        await store.add(row(1), MOST)
        await store.add(replace(row(1, BOB), id="new"), MOST)
        assert await store.of(ADA) == []
        assert [found.id for found in await store.of(BOB)] == ["new"]

    with_database(database_url, use)


def test_a_full_list_still_takes_a_browser_that_is_on_it_and_no_other_persons(database_url: str) -> None:
    async def use(database: Database) -> None:
        store = PushStore(database)
        for number in range(MOST):
            await store.add(row(number), MOST)
        await store.add(row(7, BOB), MOST)
        assert await store.add(replace(row(2), label="Laptop"), MOST)
        assert not await store.add(row(7), MOST)
        assert [found.label for found in await store.of(ADA)].count("Laptop") == 1
        assert len(await store.of(BOB)) == 1

    with_database(database_url, use)


def test_a_silent_browser_makes_room(database_url: str) -> None:
    async def use(database: Database) -> None:
        store = PushStore(database)
        for number in range(MOST):
            await store.add(row(number), MOST)
        for day in range(SILENT):
            await store.failed("i3", 10 + day * APART_MS)
        assert await store.add(row(8), MOST)
        assert "i3" not in {found.id for found in await store.of(ADA)}

    with_database(database_url, use)


def test_it_is_silent_after_three_failures_over_time_not_after_a_bad_hour(database_url: str) -> None:
    async def use(database: Database) -> None:
        store = PushStore(database)
        await store.add(row(1), MOST)
        for minute in range(20):
            await store.failed("i1", 1000 + minute)
        assert [found.silent for found in await store.of(ADA)] == [False]
        await store.failed("i1", 1000 + APART_MS)
        await store.failed("i1", 1000 + 2 * APART_MS)
        (found,) = await store.of(ADA)
        assert (found.silent, found.failed_since) == (True, 1000)
        await store.answered("i1")
        assert (await store.of(ADA))[0] == row(1)

    with_database(database_url, use)


def test_only_their_owner_removes_them(database_url: str) -> None:
    async def use(database: Database) -> None:
        store = PushStore(database)
        await store.add(row(1), MOST)
        await store.add(row(2), MOST)
        await store.remove(BOB, "i1")
        await store.remove_endpoint(BOB, row(2).endpoint)
        assert len(await store.of(ADA)) == 2
        await store.remove(ADA, "i1")
        await store.remove_endpoint(ADA, row(2).endpoint)
        assert await store.of(ADA) == []
        assert await store.get("i1") is None

    with_database(database_url, use)


def test_a_person_has_one_webhook_and_a_new_one_begins_without_failures(database_url: str) -> None:
    async def use(database: Database) -> None:
        store = WebhookStore(database)
        await store.set(ADA, "https://one.example/", "secret")
        for day in range(SILENT):
            await store.failed(ADA, day * APART_MS)
        found = await store.of(ADA)
        assert found is not None
        assert found.silent
        await store.set(ADA, "https://two.example/", "other")
        found = await store.of(ADA)
        assert found is not None
        assert (found.address, found.secret, found.failures, found.failed_since) == (
            *("https://two.example/", "other"),
            *(0, None),
        )
        await store.remove(ADA)
        assert await store.of(ADA) is None

    with_database(database_url, use)
