"""What other processes have added to games that are in memory here: many games by one statement."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from shanghaien.web.ids import GameId, Version

from .database import Database
from .postgres_line import PostgresLine
from .rows import EntryRow
from .together import Together

LATER = """
SELECT known.game, e.number, e.kind, e.seat, e.text, e.move, e.at, e.used
FROM unnest($1::text[], $2::int[]) AS known(game, since)
JOIN games ON games.id = known.game
LEFT JOIN entries e ON e.game = known.game AND e.number > known.since
ORDER BY e.number
"""


class Known(NamedTuple):
    """A game and how far its log is known."""

    game: GameId
    since: Version


class LaterEntries:
    """Reads on one connection; who asks while it is busy is answered together with the others."""

    def __init__(self, database: Database) -> None:
        self._line = PostgresLine(database, LATER)
        self._together = Together(self._read, lambda known: known.game)

    async def of(self, game: GameId, since: Version) -> list[EntryRow] | None:
        """The entries after number `since`; None if there is no such game (any more)."""
        return await self._together.ask(Known(game, since))

    async def close(self) -> None:
        """Let the connection go."""
        await self._together.finish()
        await self._line.close()

    async def _read(self, asked: Sequence[Known]) -> list[list[EntryRow] | None]:
        rows = await self._line.fetch([known.game for known in asked], [known.since for known in asked])
        found: dict[str, list[EntryRow]] = {}
        for game, *entry in rows:
            entries = found.setdefault(game, [])
            if entry[0] is not None:
                entries.append(_entry(entry))
        return [found.get(known.game) for known in asked]


def _entry(values: list[Any]) -> EntryRow:
    return EntryRow(*values)
