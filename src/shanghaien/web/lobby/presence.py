"""Who is here, in any process of the site. The count is public; names are shown only of those who agree to it."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import monotonic

from cachetools import TTLCache

from shanghaien.web.core.bus.base import Bus
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.signing import new_id
from shanghaien.web.people.preferences import PreferenceStore

SUBJECT = "here"
SEEN_SECONDS = 120.0
"""How long a page counts that opens no stream, as without script."""
HEARD_SECONDS = 35.0
"""How long a message of another process counts; it sends one every ten seconds."""
MOST_PEOPLE, MOST_PROCESSES = 20_000, 1000
MOST_NAMED = 50
"""How many people each process names at most, so that its message stays short."""
ASKED_AT_ONCE = 200
ASKED_AGAIN = 60.0
"""Seconds after which it is read again whether a person agrees to be named."""


@dataclass(slots=True)
class _Presence:
    """A person who is here: their open streams, and until when they count without any."""

    streams: int = 0
    until: float = 0.0
    name: str = ""
    """The name of their account; empty for guests, who are never named."""
    named: bool = False
    asked: float = -ASKED_AGAIN


@dataclass(frozen=True, slots=True)
class _Elsewhere:
    """What another process has sent."""

    count: int = 0
    named: Mapping[PersonId, str] = field(default_factory=dict)


class OnlinePresence:
    """Knows who is in this process, and how many are in the others."""

    def __init__(self, bus: Bus, preferences: PreferenceStore) -> None:
        self.sender = new_id()
        """Names this process among the others."""
        self._bus = bus
        self._preferences = preferences
        self._people: dict[PersonId, _Presence] = {}
        self._elsewhere: TTLCache[str, _Elsewhere] = TTLCache(MOST_PROCESSES, HEARD_SECONDS, monotonic)
        self._sent_count = 0
        bus.subscribe(SUBJECT, lambda subject, message: self._hear(message))

    @contextmanager
    def enter(self, person: PersonId | None, name: str = "") -> Iterator[None]:
        """The person is here for as long as this lasts; `name` is that of their account."""
        presence = self._of(person, name)
        if presence is None:
            yield
            return
        presence.streams += 1
        try:
            yield
        finally:
            presence.streams -= 1
            presence.until = monotonic() + SEEN_SECONDS / 4  # a page that is loaded anew does not leave

    def seen(self, person: PersonId | None, name: str = "", seconds: float = SEEN_SECONDS) -> None:
        """The person looks at a page, or their program asks for something."""
        presence = self._of(person, name)
        if presence is not None:
            presence.until = max(presence.until, monotonic() + seconds)

    def people(self) -> list[PersonId]:
        """Who is in this process now."""
        at = monotonic()
        return [person for person, presence in self._people.items() if presence.streams or presence.until > at]

    def count(self) -> int:
        """How many people are here, in all processes; a person in two of them counts twice."""
        return len(self.people()) + sum(each.count for each in self._others())

    def named(self, hidden: frozenset[PersonId] = frozenset()) -> list[str]:
        """The names of those who agree to be seen, in alphabetical order, without the hidden ones."""
        found = self._named_here()
        for each in self._others():
            found |= each.named
        names = {name for person, name in found.items() if person not in hidden}
        return sorted(names, key=str.casefold)[:MOST_NAMED]

    async def beat(self) -> None:
        """Forget who has gone, read who agrees to be named, and send it to the others; every ten seconds."""
        here = set(self.people())
        for person in [person for person in self._people if person not in here]:
            del self._people[person]
        await self._ask_preferences()
        if here or self._sent_count:  # an empty process says so once
            self._bus.send(SUBJECT, json.dumps([self.sender, len(here), self._named_here()]))
        self._sent_count = len(here)

    def alive(self, sender: str) -> bool:
        """Whether another process was heard of lately."""
        return sender in self._elsewhere

    def heard_of(self, sender: str) -> None:
        self._elsewhere[sender] = self._elsewhere.get(sender, _Elsewhere())

    async def _ask_preferences(self) -> None:
        at = monotonic()
        asked = [each for each, presence in self._people.items() if presence.name and at - presence.asked > ASKED_AGAIN]
        if not asked:
            return
        for person, preferences in (await self._preferences.of_all(asked[:ASKED_AT_ONCE])).items():
            if person in self._people:
                self._people[person].named, self._people[person].asked = preferences.privacy.here, at

    def _others(self) -> list[_Elsewhere]:
        """The processes that were heard of lately; each of them may expire at any moment."""
        return list(filter(None, map(self._elsewhere.get, list(self._elsewhere))))

    def _named_here(self) -> dict[PersonId, str]:
        named = [(person, presence.name) for person, presence in self._people.items() if presence.named]
        return dict(named[:MOST_NAMED])

    def _of(self, person: PersonId | None, name: str) -> _Presence | None:
        if person is None or (person not in self._people and len(self._people) >= MOST_PEOPLE):
            return None
        presence = self._people.setdefault(person, _Presence())
        presence.name = name or presence.name
        return presence

    def _hear(self, message: str) -> None:
        try:
            sender, count, named = json.loads(message)
            names = {PersonId(str(person)): str(name) for person, name in named.items()}
            self._elsewhere[str(sender)] = _Elsewhere(int(count), names)
        except (ValueError, TypeError, AttributeError):
            return  # of another version of the program
