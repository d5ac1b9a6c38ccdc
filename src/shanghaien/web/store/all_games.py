"""Every game of a database, one after the other, for whoever has to see them all."""

from collections.abc import AsyncIterator

from sqlalchemy import func, select

from shanghaien.web.ids import GameId

from . import schema
from .database import Database

AT_ONCE = 500


class AllGames:
    """Reads ids a few at a time, so that nobody who plays waits for it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def count(self) -> int:
        """How many there are."""
        async with self._database.glancing() as connection:
            return int((await connection.execute(select(func.count()).select_from(schema.games))).scalar_one())

    async def ids(self) -> AsyncIterator[GameId]:
        """Their ids, in order."""
        games, last = schema.games.c, ""
        while True:
            query = select(games.id).where(games.id > last).order_by(games.id).limit(AT_ONCE)
            async with self._database.glancing() as connection:
                found: list[GameId] = list(await connection.scalars(query))
            for game in found:
                yield game
            if len(found) < AT_ONCE:
                return
            last = found[-1]

    async def with_lost_versions(self) -> set[GameId]:
        """Games whose log goes on behind the version that they are said to be at."""
        games, entries = schema.games.c, schema.entries.c
        behind = select(games.id).join(schema.entries, entries.game == games.id).where(entries.number > games.version)
        async with self._database.glancing() as connection:
            return set(await connection.scalars(behind.distinct()))
