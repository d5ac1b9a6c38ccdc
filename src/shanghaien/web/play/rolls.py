"""How the dice of this server have fallen: every die of the last games, counted now and then."""

import re
import time
from dataclasses import dataclass

from shanghaien.web.store.database import Database
from shanghaien.web.store.rolls import RollCounts

from .log import EntryKind
from .table import Mode

LATEST = 500
"""Of how many games the dice are counted."""
KEPT = 600.0
"""Seconds for which a count serves everybody."""
DICE = re.compile(r"[1-6](-[1-6])*", re.ASCII)
"""An outcome that is dice; others are cards, or who starts."""
PAIR = 2


@dataclass(frozen=True, slots=True)
class FallenDice:
    """How often each face came, and how often two dice made a double."""

    faces: tuple[int, ...] = (0,) * 6
    pairs: int = 0
    doubles: int = 0

    @property
    def dice(self) -> int:
        """All dice together."""
        return sum(self.faces)


class RollBook:
    """The count, made anew when it is asked for and has grown old."""

    def __init__(self, database: Database) -> None:
        self._counts = RollCounts(database, EntryKind.DRAW, Mode.REAL_DICE)
        self._known = FallenDice()
        self._until = 0.0

    async def fallen(self) -> FallenDice:
        """The dice of the last games that ended."""
        if time.monotonic() >= self._until:
            self._until = time.monotonic() + KEPT
            self._known = fallen(await self._counts.latest(LATEST))
        return self._known


def fallen(counts: dict[str, int]) -> FallenDice:
    """The dice among outcomes of chance."""
    rolls = {tuple(map(int, text.split("-"))): count for text, count in counts.items() if DICE.fullmatch(text)}
    faces = tuple(sum(count * roll.count(face) for roll, count in rolls.items()) for face in range(1, 7))
    pairs = {roll: count for roll, count in rolls.items() if len(roll) == PAIR}
    return FallenDice(faces, sum(pairs.values()), sum(count for (one, two), count in pairs.items() if one == two))
