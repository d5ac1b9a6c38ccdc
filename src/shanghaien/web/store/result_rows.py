"""Results, standings and watches as rows of the database, in both directions."""

from dataclasses import dataclass, fields
from typing import Any

from shanghaien.rules import Seat
from shanghaien.web.ids import GameId, PersonId


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One row of the log of results: a game of a person, from their side; the columns say what each is."""

    game: GameId
    seat: Seat
    person: PersonId
    opponent: PersonId
    level: str
    ended: int
    setup: str
    pace: str
    score: int
    points: int
    points_against: int
    reason: str
    unrated: str
    review: str = ""
    number: int = 0
    rating_before: float | None = None
    deviation_before: float | None = None
    rating_after: float | None = None
    deviation_after: float | None = None
    luck: float | None = None
    loss: float | None = None
    decisions: int | None = None
    hard: int | None = None
    perfect: int | None = None
    skill_before: float | None = None
    skill_deviation_before: float | None = None
    reviewed: int | None = None

    @property
    def rated(self) -> bool:
        """Whether it counts."""
        return not self.unrated


@dataclass(frozen=True, slots=True)
class StandingRow:
    """How strong a person is by one list."""

    person: PersonId
    list: str
    rating: float
    deviation: float
    volatility: float
    games: int
    at: int
    skill: float | None = None
    skill_deviation: float | None = None
    reviewed: int = 0
    sums: str = ""
    curve: str = ""
    provisional: int = 1


@dataclass(frozen=True, slots=True)
class WatchRow:
    """What is known about whether a person plays too perfectly."""

    person: PersonId
    sums: str
    evidence: float


def values_of(row: ResultRow | StandingRow | WatchRow) -> dict[str, Any]:
    """A row as the database takes it."""
    return {field.name: getattr(row, field.name) for field in fields(row)}


RESULT_COLUMNS = tuple(field.name for field in fields(ResultRow))
STANDING_COLUMNS = tuple(field.name for field in fields(StandingRow))
WATCH_COLUMNS = tuple(field.name for field in fields(WatchRow))
