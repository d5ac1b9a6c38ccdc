"""How the host has changed the list of words that names and texts must not have."""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import PersonId

from .database import Database
from .dialects import insert_into
from .order_schema import words
from .people_schema import people


@dataclass(frozen=True, slots=True)
class WordRow:
    """A word that was added, or one of the default list that was taken off (`listed` is False)."""

    word: str
    written: str
    inside: bool
    listed: bool


async def write_word(connection: AsyncConnection, row: WordRow) -> None:
    """Keep a change of the list, instead of what was changed about this word before."""
    values = {"written": row.written, "inside": int(row.inside), "listed": int(row.listed)}
    kept = insert_into(connection, words).values({"word": row.word, **values})
    await connection.execute(kept.on_conflict_do_update(index_elements=["word"], set_=values))


class WordStore:
    """Reads the changes of the list. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def changes(self) -> list[WordRow]:
        """All of them, in the order of the words."""
        async with self._database.glancing() as connection:
            found = await connection.execute(select(words).order_by(words.c.word))
            return [WordRow(word, written, bool(inside), bool(listed)) for word, written, inside, listed in found]

    async def is_called(self, person: PersonId, name: str) -> bool:
        """Whether this is the name of the person's account."""
        query = select(people.c.id).where(people.c.id == person, people.c.name == name)
        async with self._database.glancing() as connection:
            return (await connection.execute(query)).first() is not None

    async def account_name(self, person: PersonId) -> str:
        """The name of the person's account; empty for guests."""
        query = select(people.c.name).where(people.c.id == person)
        async with self._database.glancing() as connection:
            return (await connection.execute(query)).scalar_one_or_none() or ""

    async def names_with_roles(self) -> list[tuple[str, str]]:
        """The ids and names of those who look after the site: nobody else goes by them at a table."""
        async with self._database.glancing() as connection:
            found = await connection.execute(select(people.c.id, people.c.name).where(people.c.role != ""))
            return [(row.id, row.name) for row in found]
