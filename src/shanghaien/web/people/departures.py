"""Leaving for good: everything that is known of a person goes at once, and their name becomes "a sailor"."""

from shanghaien.web.ids import PersonId
from shanghaien.web.store.database import Database
from shanghaien.web.store.leaving import remove_person

from .sessions import Sessions
from .tokens import Tokens


class Departures:
    """Lets people go."""

    def __init__(self, database: Database, sessions: Sessions, tokens: Tokens) -> None:
        self._database, self._sessions, self._tokens = database, sessions, tokens

    async def leave(self, person: PersonId) -> bool:
        """Remove an account; False if there is none. Seats are given up a moment later, by whichever process is free."""
        async with self._database.writing() as connection:
            gone = await remove_person(connection, person)
        self._sessions.forget(person)
        self._tokens.forget(person)
        return gone
