"""Games of which people want no notices."""

from sqlalchemy import literal_column, select

from shanghaien.web.ids import GameId, PersonId

from .database import Database
from .dialects import insert_into
from .notice_schema import visits

MOST_LISTED = 50
"""Muted games that are told at once, those looked at last before all others."""


class MuteStore:
    """The store of muted games. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def set(self, person: PersonId, game: GameId, *, muted: bool) -> None:
        """Send the person notices of a game, or none."""
        wish = {"muted": int(muted)}
        async with self._database.writing() as connection:
            row = insert_into(connection, visits).values(person=person, game=game, **wish)
            await connection.execute(row.on_conflict_do_update(index_elements=["person", "game"], set_=wish))

    async def of(self, person: PersonId) -> list[GameId]:
        """The games of which the person wants no notices."""
        muted = select(visits.c.game).where(visits.c.person == person, visits.c.muted == literal_column("1"))
        async with self._database.glancing() as connection:
            found = await connection.scalars(muted.order_by(visits.c.at.desc(), visits.c.game).limit(MOST_LISTED))
            return [GameId(game) for game in found]
