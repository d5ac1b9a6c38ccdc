"""The store of talk and order: numbers without gaps, pages by keys, an audit that only grows, plans with indexes."""

import asyncio
import inspect

import pytest
from sqlalchemy import text

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.moderation.store import AuditAction, AuditStore, NewReport, ReportStore, add_audit_row, close_report
from shanghaien.web.people.blocks import Blocks
from shanghaien.web.people.person_data import transfer_rows
from shanghaien.web.people.sanctions import MUTE, SanctionStore, impose, revoke
from shanghaien.web.talk.store import Allowed, SaidRow, SaidStore, Saying, Wait, read_note, write_note
from tests.web.core.database.databases import with_database

GAME, ADA, BEN = GameId("game"), PersonId("ada"), PersonId("ben")
MUCH = Allowed(times=1000, within_ms=60_000, in_all=1000)


def saying(seat: int = 0, words: str = "hello") -> Saying:
    return Saying(GAME, seat, ADA if seat == 0 else BEN, "phrase", words, 7)


def report(number: int, person: PersonId = ADA) -> NewReport:
    return NewReport(f"r{number:02}", person, BEN, "Ben", GAME, "words", "", "{}")


def test_what_is_said_at_once_is_numbered_without_gaps(database_url: str) -> None:
    async def test(database: Database) -> None:
        store = SaidStore(database)
        await asyncio.gather(*(store.add(saying(number % 2), MUCH) for number in range(20)))
        rows = await store.since(GAME, 0, 100)
        assert [row.number for row in rows] == list(range(1, 21))
        assert [row.number for row in await store.since(GAME, 5, 3)] == [18, 19, 20]
        assert await store.newest(GAME) == 20
        assert await store.newest(GameId("another")) == 0

    with_database(database_url, test)


def test_each_seat_has_an_allowance_of_its_own(database_url: str) -> None:
    async def test(database: Database) -> None:
        store, few = SaidStore(database), Allowed(times=2, within_ms=60_000, in_all=1000)
        said = [await store.add(saying(), few) for _ in range(3)]
        assert [isinstance(row, SaidRow) for row in said] == [True, True, False]
        assert isinstance(said[2], Wait)
        assert 0 < (said[2].ms or 0) <= 60_000
        assert isinstance(await store.add(saying(1), few), SaidRow)
        assert await store.add(saying(), Allowed(times=10, within_ms=60_000, in_all=2)) == Wait(None)

    with_database(database_url, test)


def test_notes_are_kept_for_each_person_and_game(database_url: str) -> None:
    async def test(database: Database) -> None:
        await write_note(database, ADA, GAME, "one")
        await write_note(database, ADA, GAME, "two")
        await write_note(database, BEN, GAME, "three")
        assert [await read_note(database, person, GAME) for person in (ADA, BEN)] == ["two", "three"]
        await write_note(database, ADA, GAME, "")
        assert await read_note(database, ADA, GAME) == ""

    with_database(database_url, test)


def test_the_queue_goes_page_by_page_from_the_oldest(database_url: str) -> None:
    async def test(database: Database) -> None:
        store = ReportStore(database)
        for number in range(5):
            assert await store.add(report(number), 10)
        first = await store.waiting(None, 2)
        second = await store.waiting((first[-1].at, first[-1].id), 2)
        third = await store.waiting((second[-1].at, second[-1].id), 2)
        assert [row.id for row in (*first, *second, *third)] == [f"r{number:02}" for number in range(5)]
        async with database.write() as connection:
            assert await close_report(connection, "r01", "done", "Thanks.")
            assert not await close_report(connection, "r01", "done", "Again.")
        assert [row.id for row in await store.dealt_with(None, 10)] == ["r01"]
        assert "r01" not in [row.id for row in await store.waiting(None, 10)]
        assert await store.is_open(ADA, BEN, GAME)
        assert not await store.add(report(9), 5)

    with_database(database_url, test)


def test_a_mute_holds_until_its_time_or_until_it_is_lifted(database_url: str) -> None:
    async def test(database: Database) -> None:
        store, far = SanctionStore(database), 99_999_999_999_999
        async with database.write() as connection:
            await impose(connection, "one", ADA, MUTE, "why", 1)
            await impose(connection, "two", BEN, MUTE, "why", far)
        assert await store.muted_until([ADA]) is None
        assert await store.muted_until([ADA, BEN]) == far
        async with database.write() as connection:
            assert await revoke(connection, BEN, MUTE)
            assert not await revoke(connection, BEN, MUTE)
        assert await store.muted_until([BEN]) is None

    with_database(database_url, test)


def test_what_a_guest_said_and_got_stays_with_them_when_they_keep_their_games(database_url: str) -> None:
    async def test(database: Database) -> None:
        guest = PersonId("guest")
        await SaidStore(database).add(Saying(GAME, 0, guest, "text", "mine", 1), MUCH)
        await write_note(database, guest, GAME, "a note")
        await ReportStore(database).add(report(1, guest), 10)
        async with database.write() as connection:
            await impose(connection, "one", guest, MUTE, "why", 99_999_999_999_999)
            await transfer_rows(connection, guest, ADA)
        assert [row.person for row in await SaidStore(database).since(GAME, 0, 5)] == [ADA]
        assert await read_note(database, ADA, GAME) == "a note"
        assert len(await ReportStore(database).by(ADA, 5)) == 1
        assert await SanctionStore(database).muted_until([ADA]) is not None

    with_database(database_url, test)


def test_the_audit_only_grows(database_url: str) -> None:
    async def test(database: Database) -> None:
        async with database.write() as connection:
            for number in range(4):
                await add_audit_row(connection, AuditAction(ADA, "Ada", "mute", BEN, "Ben", f"why {number}"))
        store = AuditStore(database)
        page = await store.page(None, 3)
        assert [row.reason for row in page] == ["why 3", "why 2", "why 1"]
        assert [row.reason for row in await store.page(page[-1].number, 3)] == ["why 0"]
        assert await store.page(None, 3, ADA) == []

    with_database(database_url, test)
    source = inspect.getsource(AuditStore) + inspect.getsource(add_audit_row)
    assert "update(" not in source
    assert "delete(" not in source


PLANS = {
    "ix_reports_open": "SELECT * FROM reports WHERE closed IS NULL ORDER BY at, id LIMIT 26",
    "ix_reports_closed": "SELECT * FROM reports WHERE closed IS NOT NULL ORDER BY closed DESC, id DESC LIMIT 26",
    "ix_reports_about": "SELECT * FROM reports WHERE about = 'x' ORDER BY at DESC, id DESC LIMIT 50",
    "ix_reports_person": "SELECT * FROM reports WHERE person = 'x' ORDER BY at DESC, id DESC LIMIT 50",
    "ix_audit_person": "SELECT * FROM audit WHERE person = 'x' ORDER BY number DESC LIMIT 50",
    "ix_sanctions_person": "SELECT max(time) FROM sanctions WHERE person IN ('x', 'y') AND kind = 'mute'",
    "said": "SELECT * FROM said WHERE game = 'x' AND number > 3 ORDER BY number DESC LIMIT 60",
    "ix_people_role": "SELECT id, name FROM people WHERE role != ''",
}


@pytest.mark.parametrize("index", PLANS)
def test_every_question_is_answered_by_an_index(database_url: str, index: str) -> None:
    async def test(database: Database) -> None:
        sqlite = database.is_sqlite
        async with database.write() as connection:
            if not sqlite:
                await connection.execute(text("SET LOCAL enable_seqscan = off"))
            explain = "EXPLAIN QUERY PLAN " if sqlite else "EXPLAIN "
            plan = " ".join(str(row) for row in await connection.execute(text(explain + PLANS[index])))
        assert index in plan
        assert "SCAN reports" not in plan.replace("SCAN reports USING INDEX", "")

    with_database(database_url, test)


def test_pairs_who_keep_apart_are_found_among_some(database_url: str) -> None:
    async def test(database: Database) -> None:
        blocks, cleo = Blocks(database), PersonId("cleo")
        await blocks.block(ADA, BEN, "Ben")
        assert await blocks.any_apart({ADA, cleo}, {BEN})
        assert await blocks.any_apart({BEN}, {ADA, cleo})
        assert not await blocks.any_apart({BEN, cleo}, {cleo})
        assert not await blocks.any_apart({ADA}, {ADA, cleo})
        assert [(row.other, row.name) for row in await blocks.list_of(ADA)] == [(BEN, "Ben")]

    with_database(database_url, test)
