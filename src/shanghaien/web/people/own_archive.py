"""All that is known of a person, for themselves to take along."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from shanghaien.web.ids import GameId, PersonId
from shanghaien.web.store.database import Database
from shanghaien.web.store.known_of_person import KnownOfPerson


class OwnArchive:
    """Tells people what is known of them, and which games are theirs."""

    def __init__(self, database: Database) -> None:
        self._known = KnownOfPerson(database)
        self.one_at_a_time = asyncio.Semaphore(1)
        """Games have to be played again to be written down: however many people ask, others go on playing."""

    async def told(self, person: PersonId) -> dict[str, Any]:
        """Everything except for the games themselves; times are milliseconds since 1970 (UTC)."""
        return await self._known.told(person)

    async def games(self, person: PersonId) -> AsyncIterator[GameId]:
        """The ids of their games, in order."""
        last = ""
        while games := await self._known.games(person, last):
            for game in games:
                yield game
            last = games[-1]
