"""What a person wants on all their devices: language, light, sounds, questions, and which notices."""

import logging
from collections.abc import Callable, Collection, Mapping
from typing import Literal

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.database.dialects import insert_into, lock_until_commit
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.schema import preferences

log = logging.getLogger("shanghaien.people")
FLAGS = ("confirm", "sound", "guide", "worth", "keys")
"""Preferences that are yes or no; cookies of guests have the same names."""


class NoticePreferences(msgspec.Struct, frozen=True):
    """When and where a person wants notices of their games."""

    when: Literal["now", "later", "daily"] = "now"
    """At once; after `minutes` without a look at the game; or once a day at `hour` in their time zone."""
    minutes: int = 15
    hour: int = 18
    push: bool = True
    mail: bool = False
    webhook: bool = False
    turn: bool = True
    started: bool = True
    over: bool = True
    time: bool = True
    reminders: tuple[float, ...] = (0.5, 0.1)
    """At which fractions of the time left they are reminded."""


Shown = Literal["everybody", "opponents", "nobody"]
"""Who sees something of a person: all, those they have finished a game with, or only they themselves."""


class Privacy(msgspec.Struct, frozen=True):
    """What others see of a person."""

    profile: Shown = "everybody"
    """Their page at all."""
    games: Shown = "everybody"
    """The list of their games, and games that go on, to watch."""
    strength: Shown = "everybody"
    """Rating, skill, habits and luck, over time."""
    day: Shown = "everybody"
    """Their name on the table of the day."""
    here: bool = False
    """Whether they are named among those who are here."""


class TalkPreferences(msgspec.Struct, frozen=True):
    """What a person wants to hear and say at a table."""

    phrases: bool = True
    """Whether they hear what others say in ready-made phrases."""
    free: bool = False
    """Whether they want free text; it is there only where both do."""
    watchers: bool = False
    """Whether watchers may read what is said; they do only where both allow it."""


class PersonPreferences(msgspec.Struct, frozen=True):
    """Everything that a person can set for themselves, with its defaults."""

    language: str = ""
    """The code of a language; empty for what the browser asks for."""
    theme: str = "auto"
    confirm: bool = True
    sound: bool = False
    guide: bool = False
    worth: bool = True
    keys: bool = True
    time_zone: str = ""
    """As in Europe/Berlin; empty is UTC."""
    orders: str = ""
    """What is done for them in new games where nothing else is possible; empty: as the pace suggests."""
    notices: NoticePreferences = NoticePreferences()
    privacy: Privacy = Privacy()
    talk: TalkPreferences = TalkPreferences()
    feed_number: int = 0
    """Raised to revoke the private addresses of feeds and calendars."""

    def as_cookies(self) -> dict[str, str]:
        """The same settings as a guest's cookies."""
        cookies = {name: "1" if getattr(self, name) else "0" for name in FLAGS} | {"theme": self.theme}
        cookies |= {"zone": self.time_zone} if self.time_zone else {}
        cookies |= {"orders": self.orders} if self.orders else {}
        return cookies | ({"lang": self.language} if self.language else {})

    def with_cookies(self, cookies: Mapping[str, str]) -> "PersonPreferences":
        """A copy with what a guest's cookies say."""
        flags = {name: cookies[name] == "1" for name in FLAGS if name in cookies}
        language, theme = cookies.get("lang", self.language), cookies.get("theme", self.theme)
        return msgspec.structs.replace(self, language=language, theme=theme, **flags)


async def read_in(connection: AsyncConnection, person: PersonId) -> PersonPreferences:
    found = await connection.execute(select(preferences.c.text).where(preferences.c.person == person))
    return read(found.scalar_one_or_none())


async def write_in(connection: AsyncConnection, person: PersonId, changed: PersonPreferences) -> None:
    """Replace what is stored."""
    stored = written(changed)
    row = insert_into(connection, preferences).values(person=person, text=stored)
    await connection.execute(row.on_conflict_do_update(index_elements=["person"], set_={"text": stored}))


class PreferenceStore:
    """The preferences of accounts and guests, each stored as one JSON text. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.after_change: list[Callable[[PersonId], None]] = []
        """Called with the person whose preferences have changed."""

    async def of(self, person: PersonId) -> PersonPreferences:
        async with self._database.connect() as connection:
            return await read_in(connection, person)

    async def of_all(self, people: Collection[PersonId]) -> dict[PersonId, PersonPreferences]:
        rows = await self._database.fetch_all(
            select(preferences.c.person, preferences.c.text).where(preferences.c.person.in_(people))
        )
        texts = {row.person: row.text for row in rows}
        return {person: read(texts.get(person)) for person in people}

    async def change(self, person: PersonId, changed: Callable[[PersonPreferences], PersonPreferences]) -> None:
        """Store what `changed` returns; two concurrent changes both count."""
        async with self._database.write() as connection:
            await lock_until_commit(connection, f"preferences of {person}")
            await write_in(connection, person, changed(await read_in(connection, person)))
        for notify in self.after_change:
            notify(person)


def read(kept: str | None) -> PersonPreferences:
    """Stored preferences; what this version cannot read counts as not set."""
    if not kept:
        return PersonPreferences()
    try:
        return msgspec.json.decode(kept, type=PersonPreferences)
    except msgspec.MsgspecError:
        log.warning("stored preferences cannot be read and count as not set")
        return PersonPreferences()


def written(kept: PersonPreferences) -> str:
    return msgspec.json.encode(kept).decode()
