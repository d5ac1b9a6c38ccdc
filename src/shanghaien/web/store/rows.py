"""What goes into the store and comes out of it, as plain values."""

from dataclasses import dataclass, field
from typing import NamedTuple

from shanghaien.rules import Seat
from shanghaien.web.ids import GameId, PersonId, RequestId, Version

FIRST = Version(0)
"""The version of a game in which nothing has happened."""
SeatedPerson = tuple[Seat, PersonId]
"""A seat and a person it belongs to."""


class EntryRow(NamedTuple):
    """One entry of a game's log, in the order of the columns."""

    number: Version
    kind: str
    seat: Seat | None
    text: str
    request_id: RequestId | None
    at: int
    used: int | None = None
    """Milliseconds by which the clock of the seat that was asked went on with it."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat; `contribution` is what its player added to the dice, fixed when the seat is taken."""

    kind: str
    name: str = ""
    level: str = ""
    contribution: str | None = None


@dataclass(frozen=True, slots=True)
class GameSummary:
    """What lists and restarts need to know of a game without replaying it."""

    round: int
    waits_for: Seat | None
    result: str | None
    points: str | None = field(default=None, compare=False)
    """The points of both as they stand, "12 9"; None where nothing was played since they are kept, so none can miss them."""
    deadline: int | None = field(default=None, compare=False)
    """When the time of the seat that is asked runs out; None where no clock runs."""
    tavern: str | None = field(default=None, compare=False)
    """The row of cards and who would take each, in short; None where nothing was played since it is kept."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game without its log. The seed, or secrets that stand in its place, never leave the server before the game is over."""

    id: GameId
    mode: str
    options: str
    revision: int
    seed: bytes
    commitment: str
    created: int
    seats: tuple[SeatRow, SeatRow]
    summary: GameSummary
    version: Version = FIRST
    updated: int = 0
    rematch_of: GameId | None = None
    digest: str | None = field(default=None, compare=False)
    """What its log added up to when it was read or made; see `LogDigest`."""
    contract: str | None = None
    """What was fixed about the dice, as JSON; None where they follow the first protocol, or are real ones."""
    receipt: str | None = None
    """The line of the receipt for the contract."""
    pace: str | None = None
    """How much time the players have; None where they take the time they want."""
    rated: bool = False
    """Whether the players want it to count; whether it does is found out when it ends."""
    delay: int = 0
    """By how many seconds whoever watches is behind."""
    day: str | None = None
    """The day whose dice it is played with; None for all other games."""

    def __repr__(self) -> str:
        return f"GameRow({self.id!r}, version={self.version})"  # a log line must not tell the seed


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game with the entries that were asked for and the people at it, all of one moment."""

    row: GameRow
    entries: list[EntryRow]
    people: list[SeatedPerson]
