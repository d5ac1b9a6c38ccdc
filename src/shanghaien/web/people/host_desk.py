"""What the host of a site does about its people, by name, from a shell."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime

from shanghaien.web.http.refusals import NotThere
from shanghaien.web.store.database import Database
from shanghaien.web.store.game_count import count_games
from shanghaien.web.store.leaving import remove_person
from shanghaien.web.store.names import NameStore
from shanghaien.web.store.people import PeopleStore, PersonRow
from shanghaien.web.store.sessions import SessionStore

from .name_rules import check_name, folded
from .naming import Naming

ANY_NUMBER = 10**6
"""A host may rename somebody as often as need be."""


class HostDesk:
    """Finds people by their name, however it is written, and does something about them."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._people, self._sessions = PeopleStore(database), SessionStore(database)

    async def find(self, name: str) -> PersonRow:
        """Whoever goes by this name."""
        found = await self._people.named(folded(name))
        if found is None:
            raise NotThere("Nobody here is called %(name)s; shanghaien people lists everybody.", name=name)
        return found

    async def lines(self, at_once: int) -> AsyncIterator[str]:
        """Everybody in a line each: name, since when, games, devices, role."""
        last = ""
        while people := await self._people.page(last, at_once):
            for person in people:
                last = person.id
                yield await self._line(person)

    async def _line(self, person: PersonRow) -> str:
        since = datetime.fromtimestamp(person.created / 1000, UTC).date().isoformat()
        games = await count_games(self._database, person.id)
        devices = len(await self._sessions.of(person.id))
        return f"{person.name:<20}  since {since}  games {games:>5}  devices {devices:>2}  {person.role}".rstrip()

    async def rename(self, name: str, wanted: str) -> tuple[str, str]:
        """Call somebody by another name: the old one and the new one, as they are written."""
        person, after = await self.find(name), check_name(wanted)
        if not await NameStore(self._database).rename(person.id, after, folded(after), ANY_NUMBER):
            raise await Naming(self._database).taken(after)
        return person.name, after

    async def sign_out(self, name: str) -> str:
        """End all of somebody's sessions."""
        person = await self.find(name)
        await self._sessions.remove_all(person.id)
        return person.name

    async def delete(self, name: str) -> str:
        """Remove all that is known of somebody; their seats are given up by a running server."""
        person = await self.find(name)
        async with self._database.writing() as connection:
            await remove_person(connection, person.id)
        return person.name
