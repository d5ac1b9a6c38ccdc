"""What people have written down for themselves about their games."""

from sqlalchemy import delete, select

from shanghaien.web.ids import GameId, PersonId

from .database import Database
from .dialects import insert_into, now_in
from .order_schema import notes


class NoteStore:
    """The store of notes. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: PersonId, game: GameId) -> str:
        """What the person has written about a game; empty if nothing."""
        query = select(notes.c.text).where(notes.c.person == person, notes.c.game == game)
        async with self._database.glancing() as connection:
            return (await connection.execute(query)).scalar_one_or_none() or ""

    async def keep(self, person: PersonId, game: GameId, text: str) -> None:
        """Keep this instead of what was there; an empty text leaves nothing."""
        async with self._database.writing() as connection:
            if not text:
                await connection.execute(delete(notes).where(notes.c.person == person, notes.c.game == game))
                return
            row = insert_into(connection, notes)
            values = {"person": person, "game": game, "text": text, "at": now_in(connection)}
            new = {"text": text, "at": now_in(connection)}
            kept = row.values(values).on_conflict_do_update(index_elements=["person", "game"], set_=new)
            await connection.execute(kept)
