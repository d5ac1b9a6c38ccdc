"""What people with accounts are called at present: asked for on every page with names, so it is remembered for a while."""

from collections.abc import Collection
from time import monotonic

from shanghaien.web.ids import PersonId
from shanghaien.web.store.people import PeopleStore

SECONDS = 60.0
"""For so long somebody may still be called by the name that they had before, or not be known as gone."""
MOST = 20_000


class AccountNames:
    """The names of accounts by the ids of people; guests have none."""

    def __init__(self, people: PeopleStore) -> None:
        self._people = people
        self._known: dict[PersonId, tuple[float, str]] = {}

    async def of(self, people: Collection[PersonId]) -> dict[PersonId, str]:
        """What those among these people are called who have an account."""
        since = monotonic() - SECONDS
        missing = {person for person in people if self._known.get(person, (0.0, ""))[0] <= since}
        if missing:
            self._keep(missing, await self._people.names_of(missing))
        names = {person: self._known[person][1] for person in people}
        return {person: name for person, name in names.items() if name}

    def _keep(self, people: Collection[PersonId], names: dict[PersonId, str]) -> None:
        if len(self._known) + len(people) > MOST:
            self._known.clear()
        at = monotonic()
        self._known |= {person: (at, names.get(person, "")) for person in people}
