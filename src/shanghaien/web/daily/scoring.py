"""What a try has come to: what was given away, in all and in each round, and the marks that stand for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from shanghaien.ai.review.model import GameReview
from shanghaien.rules import ROUNDS, Seat
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.daily.ranks import DayRanks, RankedRow, RankKey, Scored
from shanghaien.web.daily.store import DayStore, TryRow
from shanghaien.web.people.blocks import Blocks
from shanghaien.web.people.preferences import PreferenceStore
from shanghaien.web.standings.result_lists import opponents_among

TENTHS = 1000
"""Losses are counted in tenths of a hundredth of the chance of winning: finer than anybody plays."""
NOTHING, LITTLE = 10, 50
"""Up to so much in a round counts as nothing given away, and as a little: one and five hundredths."""
FULL, HALF, EMPTY = "a", "b", "c"
SIGNS = {FULL: "●", HALF: "◐", EMPTY: "○"}


def scored(account: GameReview, seat: Seat) -> Scored:
    """What a seat gave away by the review of the game."""
    chosen = [entry for entry in account.entries if entry.seat == seat and not entry.forced]
    rounds = [0.0] * ROUNDS
    for entry in chosen:
        rounds[entry.round - 1] += entry.loss
    losses = [round(loss * TENTHS) for loss in rounds]
    worst = max(chosen, key=lambda entry: entry.loss, default=None)
    step = 0 if worst is None or not worst.loss else worst.number
    return Scored(sum(losses), f"{' '.join(map(str, losses))};{step}")


def losses_of(rounds: str) -> tuple[int, ...]:
    """What was given away in each round, as it is stored."""
    return tuple(int(loss) for loss in rounds.partition(";")[0].split())


def worst_step(rounds: str) -> int:
    """The step of the game that gave most away, as it is stored; 0 if none did."""
    step = rounds.partition(";")[2]
    return int(step) if step.isdigit() else 0


def marks(losses: Sequence[int]) -> tuple[str, ...]:
    """A mark for each round: nothing given away, a little, or more."""
    return tuple(FULL if loss <= NOTHING else HALF if loss <= LITTLE else EMPTY for loss in losses)


# The table of a day as one person may see it: places, names where they are told, nobody whom they keep away from.

FIRST, AROUND, PAGE = 3, 2, 50
"""How many rows are shown from the top, on each side of one's own, and on a page of the whole table."""
Called = Literal["name", "guest", "private"]


@dataclass(frozen=True, slots=True)
class DayPlace:
    """One row of the table of a day."""

    rank: int
    called: Called
    """Whether the row tells a name, or is that of a guest or of somebody who keeps theirs to themselves."""
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


class TableOfDay:
    """Reads the tables of days."""

    def __init__(self, database: Database, wishes: PreferenceStore, blocks: Blocks) -> None:
        self._database = database
        self._days = DayStore(database)
        self.ranks = DayRanks(database)
        self._wishes = wishes
        self._blocks = blocks

    async def excerpt(self, day: str, reader: PersonId | None, played: int, own: TryRow | None) -> Excerpt:
        """The first rows and one's own neighbourhood, however many have played."""
        top = await self.ranks.after(day, None, FIRST)
        key = _key(own)
        if key is None:
            return Excerpt(await self._shown(day, reader, top), more=max(0, played - len(top)))
        before, behind = await self.ranks.before(day, key, AROUND), await self.ranks.after(day, key, AROUND)
        here = await self.ranks.after(day, before[-1].key if before else None, 1)
        near = [*before, *(row for row in here if row.key == key), *behind]
        known = {row.key for row in top}
        rest = [row for row in near if row.key not in known]
        first, around = await self._shown(day, reader, top), await self._shown(day, reader, rest)
        ahead = await self._ahead(day, rest[0]) if rest else 0
        return Excerpt(first, max(0, ahead - len(top)), around, max(0, played - max(ahead, len(top)) - len(rest)))

    async def page(self, day: str, reader: PersonId | None, after: GameId | None) -> tuple[tuple[DayPlace, ...], str]:
        """The rows behind somebody's, and what the next page goes on behind; empty if there is none."""
        key = _key(await self._days.try_at(after)) if after else None
        rows = await self.ranks.after(day, key, PAGE + 1)
        following = rows[PAGE - 1].game if len(rows) > PAGE else ""
        return await self._shown(day, reader, rows[:PAGE]), following

    async def _ahead(self, day: str, row: RankedRow) -> int:
        """How many rows stand before one, as nearly as counting by what was given away tells it."""
        return await self.ranks.place(day, row.key.loss) - 1

    async def _shown(self, day: str, reader: PersonId | None, rows: Sequence[RankedRow]) -> tuple[DayPlace, ...]:
        hidden = await self._blocks.hidden_from(reader)
        people = [row.key.person for row in rows if row.key.person not in hidden]
        told = await self._told(reader, people)
        ranks = await self.ranks.places(day, [row.key.loss for row in rows])
        return tuple(
            _place(row, ranks[row.key.loss], reader, named=row.key.person in told)
            for row in rows
            if row.key.person not in hidden
        )

    async def _told(self, reader: PersonId | None, people: Sequence[PersonId]) -> set[PersonId]:
        """Those of the people whose names the reader may see here."""
        wishes = await self._wishes.of_all(people) if people else {}
        shown = {person for person, wished in wishes.items() if wished.privacy.day == "everybody" or person == reader}
        among = [person for person, wished in wishes.items() if wished.privacy.day == "opponents"]
        return shown | (await opponents_among(self._database, reader, among) if reader and among else set())


def _place(row: RankedRow, rank: int, reader: PersonId | None, *, named: bool) -> DayPlace:
    called: Called = "guest" if row.name is None else "name" if named else "private"
    name = row.name if row.name is not None and named else ""
    points, losses = (row.points, row.points_against), losses_of(row.rounds)
    return DayPlace(rank, called, name, row.key.loss, points, losses, row.key.person == reader, row.game)


def _key(own: TryRow | None) -> RankKey | None:
    if own is None or not own.ranked or own.loss is None or own.finished is None:
        return None
    return RankKey(own.loss, own.finished, own.person)
