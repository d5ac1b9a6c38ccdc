"""What a guest has goes over to an account as a whole, once, and never over what the account has."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import update

from shanghaien.web.core.database import schema as database_schema
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.notices import schema as notice_schema
from shanghaien.web.people import schema as people_schema
from shanghaien.web.people.person_data import transfer_rows
from shanghaien.web.tables.store import schema
from shanghaien.web.tables.store import schema as store_schema
from tests.web.core.database.databases import with_database
from tests.web.people.databases import add, add_game, rows_of

GUEST, INES, OTTO = PersonId("guest_1"), PersonId("ines"), PersonId("otto")
TOKEN = {"name": "bot", "created": 1}
PUSH = {"endpoint": "e", "p256dh": "p", "auth": "a", "label": "l", "language": "en", "created": 1}
SENT = {"turn": 3, "channel": "mail", "kind": "turn", "at": 1}


async def moved(database: Database, account: PersonId = INES, session: str = "", *, new: bool = True) -> list[str]:
    async with database.write() as connection:
        return [str(game) for game in await transfer_rows(connection, GUEST, account, session, new=new)]


def seat(game: str, at: int, person: str) -> dict[str, Any]:
    return {"game": game, "seat": at, "person": person}


def test_seats_and_notices_of_the_guest_are_the_account_s_then(database_url: str) -> None:
    async def test(database: Database) -> None:
        for game in ("one", "two", "three"):
            await add_game(database, game)
        held = [seat("one", 0, GUEST), seat("two", 1, GUEST), seat("two", 1, INES), seat("three", 0, OTTO)]
        await add(database, schema.seated, *held)
        await add(database, people_schema.push_subscriptions, {"id": "p", "hash": "h", "person": GUEST, **PUSH})
        await add(database, notice_schema.sent_notices, {"game": "one", "person": GUEST, **SENT})
        assert await moved(database, session="first") == ["one", "two"]
        seats = [("one", 0, INES), ("three", 0, OTTO), ("two", 1, INES)]
        assert await rows_of(database, schema.seated, "game", "seat", "person") == seats
        assert await rows_of(database, people_schema.push_subscriptions, "person", "session") == [(INES, "first")]
        assert await rows_of(database, notice_schema.sent_notices, "game", "person") == [("one", INES)]
        assert await moved(database) == []

    with_database(database_url, test)


def test_a_seat_of_a_rated_game_that_another_account_has_stays_with_that_account(database_url: str) -> None:
    async def test(database: Database) -> None:
        await add(database, people_schema.people, {"id": OTTO, "name": "Otto", "created": 1})
        for game in ("rated", "friendly"):
            await add_game(database, game)
            await add(database, schema.seated, seat(game, 0, OTTO), seat(game, 0, GUEST), seat(game, 1, GUEST))
        async with database.write() as connection:
            await connection.execute(update(schema.games).where(schema.games.c.id == "rated").values(rated=1))
        assert await moved(database) == ["friendly", "rated"]
        seats = {("friendly", 0, INES), ("friendly", 0, OTTO), ("friendly", 1, INES), ("rated", 1, INES)}
        assert set(await rows_of(database, schema.seated, "game", "seat", "person")) == {*seats, ("rated", 0, OTTO)}

    with_database(database_url, test)


def test_nothing_that_was_left_in_a_browser_opens_an_account_that_was_there_before(database_url: str) -> None:
    async def test(database: Database) -> None:
        hooks, pushes = notice_schema.webhooks, people_schema.push_subscriptions
        await add(database, people_schema.tokens, {"id": "t", "hash": "h", "person": GUEST, **TOKEN})
        await add(database, hooks, {"person": GUEST, "address": "guest's", "secret": "s"})
        await add(database, pushes, {"id": "p", "hash": "h", "person": GUEST, **PUSH})
        await moved(database, session="", new=False)
        for table in (people_schema.tokens, hooks, pushes):
            assert await rows_of(database, table, "person") == []

    with_database(database_url, test)


@pytest.mark.parametrize("new", [True, False])
def test_tokens_of_the_guest_end_and_those_of_the_account_stay(database_url: str, new: bool) -> None:
    async def test(database: Database) -> None:
        for number, person in enumerate((GUEST, INES)):
            await add(
                database, people_schema.tokens, {"id": f"{number}", "hash": f"{number}", "person": person, **TOKEN}
            )
        await moved(database, new=new)
        assert await rows_of(database, people_schema.tokens, "person") == [(INES,)]

    with_database(database_url, test)


def test_what_the_account_has_set_wins_and_what_it_lacks_is_filled_in(database_url: str) -> None:
    async def test(database: Database) -> None:
        preferences, hooks, visits = people_schema.preferences, notice_schema.webhooks, store_schema.visits
        await add(database, preferences, {"person": GUEST, "text": "guest's"}, {"person": INES, "text": "hers"})
        await add(database, hooks, {"person": GUEST, "address": "guest's", "secret": "s"})
        looks = [(GUEST, "one", 5), (INES, "one", 9), (GUEST, "two", 9), (INES, "two", 5), (GUEST, "three", 1)]
        await add(
            database, visits, *({"person": who, "game": game, "at": at, "version": at} for who, game, at in looks)
        )
        await moved(database)
        assert await rows_of(database, preferences, "person", "text") == [(INES, "hers")]
        assert await rows_of(database, hooks, "person", "address") == [(INES, "guest's")]
        seen = [(INES, "one", 9), (INES, "three", 1), (INES, "two", 9)]
        assert await rows_of(database, visits, "person", "game", "at") == seen

    with_database(database_url, test)


def test_what_waits_to_be_told_is_told_to_the_account(database_url: str) -> None:
    async def test(database: Database) -> None:
        subjects = {"notice": f"{GUEST} one", "remind": f"{GUEST} one 2", "digest": GUEST, "clock": GUEST}
        others = [("notice", f"{GUEST}x one"), ("notice", "guestx1 one")]
        rows = [{"kind": kind, "subject": subject, "at": 7} for kind, subject in (*subjects.items(), *others)]
        await add(database, database_schema.jobs, *rows)
        await moved(database)
        waiting = set(await rows_of(database, database_schema.jobs, "kind", "subject", "at"))
        told = [("notice", f"{INES} one", 7), ("remind", f"{INES} one 2", 7), ("digest", INES, 7), ("clock", GUEST, 7)]
        assert waiting == {*told, *((kind, subject, 7) for kind, subject in others)}

    with_database(database_url, test)


def test_of_two_who_take_over_one_guest_at_once_one_gets_it_all(database_url: str) -> None:
    async def test(database: Database) -> None:
        games = [f"game {number}" for number in range(20)]
        for game in games:
            await add_game(database, game)
            await add(database, schema.seated, seat(game, 0, GUEST))
        got = await asyncio.gather(moved(database, INES), moved(database, OTTO))
        assert sorted(map(len, got)) == [0, len(games)]
        owners = {row[0] for row in await rows_of(database, schema.seated, "person")}
        assert len(owners) == 1
        assert len(await rows_of(database, schema.seated, "game")) == len(games)

    with_database(database_url, test)
