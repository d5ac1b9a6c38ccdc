"""The result of a try: what was given away, in all and in each round, and the marks that stand for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from shanghaien.ai.review.model import GameReview
from shanghaien.rules import ROUNDS, Seat
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.daily.ranks import DayRanks, RankedRow, RankKey, Scored
from shanghaien.web.daily.store import DayStore, TryRow
from shanghaien.web.people.preferences import Shown
from shanghaien.web.people.visibility import privacy_and_blocks
from shanghaien.web.standings.result_lists import opponents_among

TENTHS = 1000
"""Losses are counted in tenths of a hundredth of the chance of winning: finer than any person plays."""
NOTHING, LITTLE = 10, 50
"""Up to so much in a round counts as nothing given away, and as a little: one and five hundredths."""
FULL, HALF, EMPTY = "a", "b", "c"
SIGNS = {FULL: "●", HALF: "◐", EMPTY: "○"}


def scored(account: GameReview, seat: Seat) -> Scored:
    chosen = [entry for entry in account.entries if entry.seat == seat and not entry.forced]
    rounds = [0.0] * ROUNDS
    for entry in chosen:
        rounds[entry.round - 1] += entry.loss
    losses = [round(loss * TENTHS) for loss in rounds]
    worst = max(chosen, key=lambda entry: entry.loss, default=None)
    step = 0 if worst is None or not worst.loss else worst.number
    return Scored(sum(losses), f"{' '.join(map(str, losses))};{step}")


def losses_of(rounds: str) -> tuple[int, ...]:
    """What was given away in each round, read from the column."""
    return tuple(int(loss) for loss in rounds.partition(";")[0].split())


def worst_step(rounds: str) -> int:
    """The step of the game that gave most away, read from the column; 0 if none did."""
    step = rounds.partition(";")[2]
    return int(step) if step.isdigit() else 0


def marks(losses: Sequence[int]) -> tuple[str, ...]:
    """A mark for each round: nothing given away, a little, or more."""
    return tuple(FULL if loss <= NOTHING else HALF if loss <= LITTLE else EMPTY for loss in losses)


# The table of a day as one person may see it: names only where they are public, and no one they have blocked.

FIRST, AROUND, PAGE = 3, 2, 50
"""How many rows are shown from the top, on each side of one's own, and on a page of the whole table."""
Called = Literal["name", "guest", "private"]


@dataclass(frozen=True, slots=True)
class DayPlace:
    """One row of the table of a day."""

    rank: int
    called: Called
    """Whether the row has a name, or is that of a guest or of a person with a private name."""
    name: str
    loss: int
    points: tuple[int, int]
    losses: tuple[int, ...]
    mine: bool
    game: GameId


@dataclass(frozen=True, slots=True)
class Excerpt:
    """The first rows, and those around one's own; `between` says how many lie in the gap, `more` how many follow."""

    first: tuple[DayPlace, ...] = ()
    between: int = 0
    around: tuple[DayPlace, ...] = ()
    more: int = 0
    rank: int | None = None
    """One's own place; None without one."""


class TableOfDay:
    """Reads the tables of days."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._days = DayStore(database)
        self.ranks = DayRanks(database)

    async def excerpt(self, day: str, reader: PersonId | None, played: int, own: TryRow | None) -> Excerpt:
        """The first rows and those around one's own, however many have played."""
        key = _key(own)
        if key is None:
            rows = await self.ranks.after(day, None, FIRST)
        else:
            rows = await self.ranks.first_and_around(day, FIRST, key, AROUND)
        top, rest = rows[:FIRST], rows[FIRST:]
        places = await self.ranks.places(day, _losses(top), _losses(rest))
        shown = await self._shown(reader, rows, places)
        # As nearly as counting by losses tells it.
        ahead = places[rest[0].key.loss] - 1 if rest else 0
        return Excerpt(
            tuple(shown[row.key] for row in top if row.key in shown),
            max(0, ahead - len(top)),
            tuple(shown[row.key] for row in rest if row.key in shown),
            max(0, played - max(ahead, len(top)) - len(rest)),
            None if key is None else places.get(key.loss),
        )

    async def page(self, day: str, reader: PersonId | None, after: GameId | None) -> tuple[tuple[DayPlace, ...], str]:
        """The rows after that of a game, and the game after which the next page begins; empty if there is none."""
        key = _key(await self._days.try_at(after)) if after else None
        rows = await self.ranks.after(day, key, PAGE + 1)
        following = rows[PAGE - 1].game if len(rows) > PAGE else ""
        places = await self.ranks.places(day, _losses(rows[:PAGE]))
        return tuple((await self._shown(reader, rows[:PAGE], places)).values()), following

    async def _shown(
        self, reader: PersonId | None, rows: Sequence[RankedRow], places: Mapping[int, int]
    ) -> dict[RankKey, DayPlace]:
        """The rows of people who are not hidden from the reader, in their order."""
        privacy, hidden = await privacy_and_blocks(self._database, [row.key.person for row in rows], reader)
        seen = [row for row in rows if row.key.person not in hidden]
        told = await self._told(reader, {row.key.person: privacy[row.key.person].day for row in seen})
        return {row.key: _place(row, places[row.key.loss], reader, named=row.key.person in told) for row in seen}

    async def _told(self, reader: PersonId | None, shown: Mapping[PersonId, Shown]) -> set[PersonId]:
        """Those of the people whose names the reader may see here."""
        told = {person for person, whom in shown.items() if whom == "everybody" or person == reader}
        among = [person for person, whom in shown.items() if whom == "opponents" and person != reader]
        return told | (await opponents_among(self._database, reader, among) if reader and among else set())


def _losses(rows: Sequence[RankedRow]) -> list[int]:
    return [row.key.loss for row in rows]


def _place(row: RankedRow, rank: int, reader: PersonId | None, *, named: bool) -> DayPlace:
    called: Called = "guest" if row.name is None else "name" if named else "private"
    name = row.name if row.name is not None and named else ""
    points, losses = (row.points, row.points_against), losses_of(row.rounds)
    return DayPlace(rank, called, name, row.key.loss, points, losses, row.key.person == reader, row.game)


def _key(own: TryRow | None) -> RankKey | None:
    if own is None or not own.ranked or own.loss is None or own.finished is None:
        return None
    return RankKey(own.loss, own.finished, own.person)
