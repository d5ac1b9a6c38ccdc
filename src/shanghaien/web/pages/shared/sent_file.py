"""An archive that is made while it is sent: a file that is never whole, and games written down one at a time."""

from io import RawIOBase
from typing import Any

from shanghaien.rules import to_json
from shanghaien.web.ids import GameId, PersonId
from shanghaien.web.play.records import record_of
from shanghaien.web.play.refusals import NoSuchGame, PlayFirst
from shanghaien.web.play.tables import Tables

BREATH = 0.005
"""Seconds between two games, for whoever plays meanwhile."""


class SentFile(RawIOBase):
    """A file that is never whole: what was written is taken away and sent."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        """It can be written to, and nothing else."""
        return True

    def write(self, data: Any) -> int:
        """Keep it until it is taken."""
        self._parts.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        """What was written since it was last taken."""
        taken, self._parts = b"".join(self._parts), []
        return taken


async def record_text(game: GameId, tables: Tables, person: PersonId | None) -> str:
    """The record of a game for a person; empty if nothing was played, it is damaged, or they must not see it yet."""
    try:
        table, _ = await tables.look(game, person)
    except (NoSuchGame, PlayFirst):
        return ""
    return to_json(record_of(table)) if table.started else ""
