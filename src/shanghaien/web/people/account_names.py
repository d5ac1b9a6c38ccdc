"""Giving names: whether one is free, what else would be, and taking another one."""

import time
from collections.abc import Callable, Collection
from contextlib import suppress

from cachetools import TTLCache

from shanghaien.rules import N_
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import DomainError, LimitReached
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.names import LONGEST, BadName, check_name, normalised_name
from shanghaien.web.people.store import NameStore, PeopleStore
from shanghaien.web.people.word_list import Words

MOST_HELD = 4
"""Names held for one person at once: whoever renames themselves again and again would keep them from all others."""
LIKE_IT = (N_("%(name)s of the quay"), N_("%(name)s of the harbour"), N_("%(name)s at sea"))
"""How somebody could be called whose name is taken."""
Translate = Callable[[str], str]


class NameTaken(DomainError):
    """The name, or one that looks like it, is somebody else's."""

    code = "name-taken"


class AccountNaming:
    """Looks after names. That a name is taken everybody may know: it stands at tables."""

    def __init__(self, database: Database) -> None:
        self._store = NameStore(database)
        self.words = Words(database)
        """The list of words that no name may have."""

    async def is_free(self, name: str, person: PersonId | None = None) -> bool:
        """Whether the person could take a name; BadName if nobody could."""
        await self.words.check_name(name)
        return bool(await self._store.free([normalised_name(check_name(name))], person))

    async def rename(self, person: PersonId, wanted: str, translate: Translate = str) -> str:
        """Let the person go by another name; the one before is held for them for 90 days."""
        name = check_name(wanted)
        await self.words.check_name(name)
        taken = await self._store.rename(person, name, normalised_name(name), MOST_HELD)
        if taken is None:
            template = N_("You have changed your name often lately. Take an earlier one, or wait a few weeks.")
            raise LimitReached("too-many-names", template)
        if not taken:
            raise await self.taken(name, translate)
        return name

    async def taken(self, name: str, translate: Translate = str) -> NameTaken:
        """The refusal of a name that is taken, with one that is free if there is one like it."""
        alike = {normalised_name(other): other for other in _like(name, translate)}
        free = await self._store.free(alike)
        instead = next((other for key, other in alike.items() if key in free), "")
        if not instead:
            return NameTaken(N_("%(name)s is taken. Choose another name."), name=name)
        return NameTaken(N_("%(name)s is taken. %(free)s is free."), name=name, free=instead)


def _like(name: str, translate: Translate) -> list[str]:
    """Names like this one, as far as anybody may have them."""
    longer = [translate(pattern) % {"name": name} for pattern in LIKE_IT]
    numbered = [f"{name[: LONGEST - 3].rstrip()} {number}" for number in range(2, 12)]
    return [other for other in (*longer, *numbered) if _is_name(other)]


def _is_name(text: str) -> bool:
    try:
        return check_name(text) == text
    except BadName:
        return False


# What people with accounts are called at present: asked for on every page with names, so it is remembered for a
# while.

SECONDS = 60.0
"""For so long somebody may still be called by the name that they had before, or not be known as gone."""
MOST = 20_000


class AccountNames:
    """The names of accounts by the ids of people; guests have none."""

    def __init__(self, people: PeopleStore, clock: Callable[[], float] = time.monotonic) -> None:
        self._people = people
        self._known: TTLCache[PersonId, str] = TTLCache(MOST, SECONDS, clock)

    async def of(self, people: Collection[PersonId]) -> dict[PersonId, str]:
        """What those among these people are called who have an account."""
        names: dict[PersonId, str] = {}
        for person in people:
            with suppress(KeyError):
                names[person] = self._known[person]
        missing = {person for person in people if person not in names}
        if missing:
            read = await self._people.names_of(missing)
            found = {person: read.get(person, "") for person in missing}
            self._known.update(found)
            names |= found
        return {person: names[person] for person in people if names[person]}
