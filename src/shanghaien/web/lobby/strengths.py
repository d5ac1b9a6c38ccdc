"""How strong somebody is by the list of each pace, as far as it is known. Others work it out; here it is only read."""

from collections.abc import Mapping
from dataclasses import dataclass

from shanghaien.ratings.glicko import MIDDLE, PROVISIONAL_ABOVE
from shanghaien.web.ids import PersonId
from shanghaien.web.store.database import Database
from shanghaien.web.store.strengths import StrengthStore as StrengthLists

UNKNOWN = round(MIDDLE)
"""Where everybody begins: whoever has played no rated game counts as this strong."""


@dataclass(frozen=True, slots=True)
class Strength:
    """A rating, rounded; provisional as long as it is not `sure`."""

    rating: int = UNKNOWN
    sure: bool = False
    known: bool = False
    """Whether any game has counted."""

    def __str__(self) -> str:
        return f"{self.rating}" if self.sure else f"{self.rating} ?"


NOBODY_KNOWS = Strength()


def strength_of(rating: float | None, deviation: float | None) -> Strength:
    """A rating as it is told."""
    if rating is None or deviation is None:
        return NOBODY_KNOWS
    return Strength(round(rating), deviation <= PROVISIONAL_ABOVE, known=True)


class Strengths:
    """Looks up ratings."""

    def __init__(self, database: Database) -> None:
        self._store = StrengthLists(database)

    async def of(self, person: PersonId | None) -> Mapping[str, Strength]:
        """The person's strength by each list in which they stand."""
        if person is None:
            return {}
        return {row.list: strength_of(row.rating, row.deviation) for row in await self._store.of(person)}
