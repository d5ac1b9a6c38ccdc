"""What people wish is kept as a whole, and changed by several at once without loss."""

import asyncio
from dataclasses import dataclass

import msgspec
import pytest

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people import schema as people_schema
from shanghaien.web.people.preferences import NoticePreferences, PersonPreferences, PreferenceStore, read, written
from tests.web.core.database.databases import with_database
from tests.web.people.databases import add

INES = PersonId("ines")


@dataclass
class Times:
    """Changes preferences by one at a time."""

    preferences: PreferenceStore

    async def once_more(self) -> None:
        await self.preferences.change(
            INES, lambda kept: msgspec.structs.replace(kept, feed_number=kept.feed_number + 1)
        )


def test_changes_at_once_all_count(database_url: str) -> None:
    async def test(database: Database) -> None:
        preferences = PreferenceStore(database)
        await asyncio.gather(*(Times(preferences).once_more() for _ in range(10)))
        assert (await preferences.of(INES)).feed_number == 10

    with_database(database_url, test)


@pytest.mark.parametrize("text", ["", "nonsense", '{"theme": 7}', "[]"])
def test_preferences_that_cannot_be_read_count_as_not_set(tmp_path: object, text: str) -> None:
    async def test(database: Database) -> None:
        await add(database, people_schema.preferences, {"person": INES, "text": text})
        assert await PreferenceStore(database).of(INES) == PersonPreferences()

    with_database(f"sqlite+aiosqlite:///{tmp_path}/games.db", test)


def test_preferences_survive_being_written_and_what_a_newer_program_adds_is_passed_over() -> None:
    preferences = PersonPreferences(
        "de", "dark", time_zone="Europe/Berlin", notices=NoticePreferences("daily", hour=7, reminders=(0.2,))
    )
    assert read(written(preferences)) == preferences
    assert read('{"theme": "light", "colour_of_the_sea": "blue"}').theme == "light"


def test_cookies_of_a_guest_become_preferences_and_preferences_say_what_cookies_would() -> None:
    cookies = {"theme": "dark", "lang": "it", "confirm": "0", "sound": "1", "guide": "0", "worth": "1", "keys": "0"}
    preferences = PersonPreferences().with_cookies(cookies)
    assert preferences.as_cookies() == cookies
    assert (preferences.language, preferences.confirm, preferences.sound) == ("it", False, True)
