"""What a person wants on all their devices: language, light, sounds, questions, and which notices."""

import logging
from collections.abc import Callable, Collection, Mapping
from typing import Literal

import msgspec

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.store import WishTexts

log = logging.getLogger("shanghaien.people")
FLAGS = ("confirm", "sound", "guide", "worth", "keys")
"""The wishes that are yes or no; cookies of guests have the same names."""


class NoticePreferences(msgspec.Struct, frozen=True):
    """When and where a person wants to be told that a game waits for them."""

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
"""Who sees something of a person: everybody, those they have finished a game with, or nobody but themselves."""


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
    """Everything that a person can set for themselves; whoever has set nothing has these."""

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
        """What a guest's cookies would say if they wished the same."""
        told = {name: "1" if getattr(self, name) else "0" for name in FLAGS} | {"theme": self.theme}
        told |= {"zone": self.time_zone} if self.time_zone else {}
        told |= {"orders": self.orders} if self.orders else {}
        return told | ({"lang": self.language} if self.language else {})

    def with_cookies(self, cookies: Mapping[str, str]) -> "PersonPreferences":
        """The same, except for what a guest's cookies say."""
        flags = {name: cookies[name] == "1" for name in FLAGS if name in cookies}
        language, theme = cookies.get("lang", self.language), cookies.get("theme", self.theme)
        return msgspec.structs.replace(self, language=language, theme=theme, **flags)


class PreferenceStore:
    """What each person wishes, guest or not. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._texts = WishTexts(database)
        self.after_change: list[Callable[[PersonId], None]] = []
        """Called with whoever wishes something else now."""

    async def of(self, person: PersonId) -> PersonPreferences:
        """What the person wishes."""
        return read(await self._texts.of(person))

    async def of_all(self, people: Collection[PersonId]) -> dict[PersonId, PersonPreferences]:
        """What each of these people wishes."""
        texts = await self._texts.of_all(people)
        return {person: read(texts.get(person)) for person in people}

    async def change(self, person: PersonId, changed: Callable[[PersonPreferences], PersonPreferences]) -> None:
        """Keep what `changed` makes of the person's wishes; two changes at once both count."""
        await self._texts.change(person, lambda kept: written(changed(read(kept))))
        for tell in self.after_change:
            tell(person)


def read(kept: str | None) -> PersonPreferences:
    """Wishes as they were kept; what an older or newer program wrote and this one cannot read counts as not wished."""
    if not kept:
        return PersonPreferences()
    try:
        return msgspec.json.decode(kept, type=PersonPreferences)
    except msgspec.MsgspecError:
        log.warning("somebody's wishes cannot be read and count as not set")
        return PersonPreferences()


def written(wishes: PersonPreferences) -> str:
    """Wishes as they are kept."""
    return msgspec.json.encode(wishes).decode()
