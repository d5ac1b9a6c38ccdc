"""Notes to oneself at a table: nobody else reads them, no moderator either."""

from shanghaien.rules import N_
from shanghaien.web.ids import GameId, PersonId
from shanghaien.web.play.refusals import NotYours
from shanghaien.web.play.tables import Tables
from shanghaien.web.store.notes import NoteStore

from .clean_text import clean_lines

LONGEST_NOTE = 2000


class OwnNotes:
    """The service of notes."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._store = NoteStore(tables.games.games.database)

    async def of(self, game: GameId, person: PersonId | None) -> str:
        """What the person has written about a game."""
        return "" if person is None else await self._store.of(person, game)

    async def keep(self, game: GameId, person: PersonId | None, text: str) -> str:
        """Keep what a player of the game writes instead of what was there; an empty text leaves nothing."""
        _, viewer = await self._tables.look(game, person)
        if not viewer.seats or person is None:
            raise NotYours(N_("You are watching this game; only its players can do that."))
        kept = clean_lines(text, LONGEST_NOTE)
        await self._store.keep(person, game, kept)
        return kept
