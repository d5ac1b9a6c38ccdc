"""How the dice of this server have fallen: every die of the last games, counted now and then."""

import re
import time
from dataclasses import dataclass

from sqlalchemy import func, select

from shanghaien.web.core.database.engine import Database
from shanghaien.web.tables.log import EntryKind
from shanghaien.web.tables.model import Mode
from shanghaien.web.tables.store import schema


async def latest_outcomes(database: Database, most: int) -> dict[str, int]:
    """How often each outcome came in the last `most` games that ended and whose dice the server drew, by its text."""
    games, entries = schema.games.c, schema.entries.c
    latest = (
        select(games.id)
        .where(games.result.is_not(None), games.mode != Mode.REAL_DICE, games.day.is_(None))
        .order_by(games.updated.desc())
        .limit(most)
        .subquery()
    )
    counted = (
        select(entries.text, func.count().label("times"))
        .join(latest, latest.c.id == entries.game)
        .where(entries.kind == EntryKind.DRAW)
        .group_by(entries.text)
    )
    async with database.connect() as connection:
        return {row.text: int(row.times) for row in await connection.execute(counted)}


LATEST = 500
"""Of how many games the dice are counted."""
KEPT = 600.0
"""Seconds for which a count serves all readers."""
DICE = re.compile(r"[1-6](-[1-6])*", re.ASCII)
"""An outcome that is dice; others are cards, or who starts."""
PAIR = 2


@dataclass(frozen=True, slots=True)
class RollStatistics:
    """How often each face came, and how often two dice made a double."""

    faces: tuple[int, ...] = (0,) * 6
    pairs: int = 0
    doubles: int = 0

    @property
    def dice(self) -> int:
        return sum(self.faces)


class RollCounter:
    """The count, made anew when it is asked for and has expired."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known = RollStatistics()
        self._until = 0.0

    async def fallen(self) -> RollStatistics:
        if time.monotonic() >= self._until:
            self._until = time.monotonic() + KEPT
            self._known = fallen(await latest_outcomes(self._database, LATEST))
        return self._known


def fallen(counts: dict[str, int]) -> RollStatistics:
    """The dice among outcomes of chance."""
    rolls = {tuple(map(int, text.split("-"))): count for text, count in counts.items() if DICE.fullmatch(text)}
    faces = tuple(sum(count * roll.count(face) for roll, count in rolls.items()) for face in range(1, 7))
    pairs = {roll: count for roll, count in rolls.items() if len(roll) == PAIR}
    return RollStatistics(faces, sum(pairs.values()), sum(count for (one, two), count in pairs.items() if one == two))
