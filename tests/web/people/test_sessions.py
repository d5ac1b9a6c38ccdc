"""Sessions: stored as hashes, remembered for a moment, over after a year without use."""

import hashlib

import pytest
from sqlalchemy import update

from shanghaien.web.core.cache import REMEMBERED_FOR
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people import schema as people_schema
from shanghaien.web.people.preferences import PersonPreferences, PreferenceStore
from shanghaien.web.people.sessions import LASTS_MS, SEEN_EVERY_MS, Sessions
from shanghaien.web.people.store import PeopleStore
from tests.web.core.database.databases import with_database
from tests.web.people.databases import rows_of

INES, OTTO = PersonId("ines"), PersonId("otto")


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


async def keep(database: Database, *people: PersonId) -> None:
    for person in people:
        async with database.write() as connection:
            await PeopleStore(database).add(connection, person, person.title())


async def let_time_pass(database: Database, milliseconds: int) -> None:
    """Let sessions have been used so much earlier."""
    sessions = people_schema.sessions
    async with database.write() as connection:
        await connection.execute(update(sessions).values(seen=sessions.c.seen - milliseconds))


def test_whoever_shows_a_session_is_its_person_and_nobody_else_is(database_url: str) -> None:
    async def test(database: Database) -> None:
        await keep(database, INES)
        sessions = Sessions(database)
        shown = await sessions.begin(INES, "Firefox on Linux")
        visitor = await sessions.visitor(shown)
        assert visitor.account is not None
        assert (visitor.person, visitor.account.name) == (INES, "Ines")
        digest = hashlib.sha256(shown.encode()).hexdigest()
        assert await rows_of(database, people_schema.sessions, "hash") == [(digest,)]
        for forged in ("", digest, shown[:-1], shown + "x", shown.upper(), "é" * 40, "x" * 5000):
            assert (await sessions.visitor(forged)).account is None

    with_database(database_url, test)


def test_a_session_that_ended_elsewhere_holds_for_a_few_seconds_only(database_url: str) -> None:
    async def test(database: Database) -> None:
        await keep(database, INES)
        clock = Clock()
        here, elsewhere = Sessions(database, clock), Sessions(database)
        shown = await here.begin(INES, "")
        session = (await here.visitor(shown)).session
        await elsewhere.end(OTTO, session)
        clock.time += REMEMBERED_FOR + 1
        assert (await here.visitor(shown)).account is not None
        await elsewhere.end(INES, session)
        clock.time += REMEMBERED_FOR - 1
        assert (await here.visitor(shown)).account is not None
        clock.time += 2
        assert (await here.visitor(shown)).account is None

    with_database(database_url, test)


def test_all_sessions_but_one_end_at_once_here(database_url: str) -> None:
    async def test(database: Database) -> None:
        await keep(database, INES, OTTO)
        sessions = Sessions(database)
        first, second, other = [
            await sessions.begin(who, label) for who, label in ((INES, "a"), (INES, "b"), (OTTO, ""))
        ]
        kept = (await sessions.visitor(first)).session
        await sessions.visitor(second)
        await sessions.end_all(INES, kept)
        signed_in = [(await sessions.visitor(shown)).person for shown in (first, second, other)]
        assert signed_in == [INES, None, OTTO]
        assert [row.label for row in await sessions.of(INES)] == ["a"]

    with_database(database_url, test)


@pytest.mark.parametrize(("idle", "holds"), [(LASTS_MS - SEEN_EVERY_MS, True), (LASTS_MS + SEEN_EVERY_MS, False)])
def test_a_session_lasts_a_year_from_its_last_use(database_url: str, idle: int, holds: bool) -> None:
    async def test(database: Database) -> None:
        await keep(database, INES)
        shown = await Sessions(database).begin(INES, "")
        await let_time_pass(database, idle)
        visitor = await Sessions(database).visitor(shown)
        assert (visitor.account is not None, visitor.renewed) == (holds, holds)
        again = await Sessions(database).visitor(shown)
        assert (again.account is not None, again.renewed) == (holds, False)

    with_database(database_url, test)


def test_what_is_wished_on_one_device_is_wished_on_all_at_once(database_url: str) -> None:
    async def test(database: Database) -> None:
        await keep(database, INES)
        sessions, preferences = Sessions(database), PreferenceStore(database)
        preferences.after_change.append(sessions.forget)
        laptop, phone = await sessions.begin(INES, "laptop"), await sessions.begin(INES, "phone")
        assert (await sessions.visitor(phone)).settings["theme"] == "auto"
        await preferences.change(INES, lambda kept: kept.with_cookies({"theme": "dark", "lang": "de", "sound": "1"}))
        for shown in (laptop, phone):
            wished = (await sessions.visitor(shown)).settings
            assert (wished["theme"], wished["lang"], wished["sound"], wished["confirm"]) == ("dark", "de", "1", "1")
        assert await preferences.of(OTTO) == PersonPreferences()

    with_database(database_url, test)
