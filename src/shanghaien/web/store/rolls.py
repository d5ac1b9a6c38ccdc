"""What was rolled in the games that ended last, counted by the database."""

from sqlalchemy import func, select

from . import schema
from .database import Database


class RollCounts:
    """Counts outcomes of chance; only games whose dice the server drew."""

    def __init__(self, database: Database, drawn: str, by_hand: str) -> None:
        self._database = database
        self._drawn = drawn
        """The kind of entry that tells what chance decided."""
        self._by_hand = by_hand
        """The mode in which people roll dice of their own."""

    async def latest(self, most: int) -> dict[str, int]:
        """How often each outcome came in the last so many games that ended, by its text in notation."""
        games, entries = schema.games.c, schema.entries.c
        latest = (
            select(games.id)
            .where(games.result.is_not(None), games.mode != self._by_hand, games.day.is_(None))
            .order_by(games.updated.desc())
            .limit(most)
            .subquery()
        )
        counted = (
            select(entries.text, func.count().label("times"))
            .join(latest, latest.c.id == entries.game)
            .where(entries.kind == self._drawn)
            .group_by(entries.text)
        )
        async with self._database.glancing() as connection:
            return {row.text: int(row.times) for row in await connection.execute(counted)}
