"""The lists of people's results, the latest first, page by page; nothing here looks at more than a fixed number of rows."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, exists, select

from shanghaien.rules import Seat
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.people import schema as people_schema
from shanghaien.web.standings.schema import habits, results, standings
from shanghaien.web.standings.store import edition_now
from shanghaien.web.tables.store import schema
from shanghaien.web.tables.store.rows import SeatRow

PLACE = re.compile(r"(\d{1,15})-(\d{1,3})", re.ASCII)
LOOKED_AT = 400
"""How many games are looked at for one page, however few of them are wanted."""


CALLED_OFF = "abandoned"
"""The reason of a game that was called off."""


class ListedResult(NamedTuple):
    """How a game ended for one person, in the order of the columns."""

    game: GameId
    seat: Seat
    opponent: PersonId
    """Empty for a bot, and for people who have gone."""
    level: str
    ended: int
    setup: str
    pace: str
    score: int
    """Twice what it counts: 2 won, 1 drawn, 0 lost."""
    points: int
    points_against: int
    reason: str
    unrated: str
    luck: float | None
    loss: float | None
    decisions: int | None

    @property
    def called_off(self) -> bool:
        """Whether it was neither won nor lost nor drawn."""
        return self.reason == CALLED_OFF


COLUMNS = [results.c[name] for name in ListedResult._fields]


class ResultPlace(NamedTuple):
    """Where a list stands: everything that ended later has been passed, and so many games of that very moment.

    No id of a game is in it, since a person who may turn the page may not open every game on it.
    """

    ended: int
    passed: int

    @classmethod
    def read(cls, text: str) -> "ResultPlace | None":
        """The place that a text such as `1700000000000-1` names; None if it names none."""
        found = PLACE.fullmatch(text)
        return cls(int(found[1]), int(found[2])) if found else None

    def __str__(self) -> str:
        return f"{self.ended}-{self.passed}"


@dataclass(frozen=True, slots=True)
class WantedResults:
    """Which of a person's results are wanted; empty is all."""

    opponent: PersonId | None = None
    level: str = ""
    setup: str = ""
    pace: str | None = None
    """Empty for games in which no time was counted."""
    score: int | None = None

    @property
    def filters(self) -> bool:
        """Whether the query leaves something for `fits` to look at."""
        return bool(self.setup) or self.pace is not None or self.score is not None

    def fits(self, row: ListedResult) -> bool:
        """Whether a row is wanted, as far as the query has not asked for it."""
        return (
            (not self.setup or row.setup == self.setup)
            and (self.pace is None or row.pace == self.pace)
            and (self.score is None or (row.score == self.score and not row.called_off))
        )


ALL = WantedResults()


@dataclass(frozen=True, slots=True)
class ResultPage:
    """Some of a person's results."""

    rows: list[ListedResult]
    next: ResultPlace | None
    """Where the next page begins; None if this is all there is."""


class ResultLists:
    """Reads results. Every method is one statement."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(
        self, person: PersonId, limit: int, wanted: WantedResults = ALL, after: ResultPlace | None = None
    ) -> ResultPage:
        """The next results that are wanted; fewer than the limit if few are found among those that are looked at."""
        looked = await self._latest(person, wanted, after, LOOKED_AT if wanted.filters else limit + 1)
        more = len(looked) == LOOKED_AT
        found: list[ListedResult] = []
        for number, row in enumerate(looked):
            if wanted.fits(row):
                if len(found) == limit:
                    return ResultPage(found, _place_behind(looked, number - 1, after))
                found.append(row)
        return ResultPage(found, _place_behind(looked, len(looked) - 1, after) if more else None)

    async def latest(self, person: PersonId, opponent: PersonId | None = None) -> list[ListedResult]:
        return await self._latest(person, WantedResults(opponent), None, LOOKED_AT)

    async def met(self, person: PersonId, others: Collection[PersonId]) -> frozenset[PersonId]:
        """With which of these the person has finished a game; only people with accounts are found."""
        people = people_schema.people.c
        have_played = exists().where(
            results.c.person == person, results.c.opponent == people.id, results.c.reason != CALLED_OFF
        )
        query = select(people.id).where(people.id.in_(others), have_played)
        return frozenset(PersonId(row.id) for row in await self._database.fetch_all(query)) if others else frozenset()

    async def seats(self, games: Collection[GameId]) -> dict[tuple[GameId, Seat], SeatRow]:
        """Who sat where, by the names of that time; only of games that are still kept."""
        seats = schema.seats
        query = select(seats).where(seats.c.game.in_(games))
        rows = await self._database.fetch_all(query) if games else ()
        return {(row.game, row.seat): SeatRow(row.kind, row.name, row.level) for row in rows}

    async def _latest(
        self, person: PersonId, wanted: WantedResults, after: ResultPlace | None, most: int
    ) -> list[ListedResult]:
        query = select(*COLUMNS).where(results.c.person == person, *_against(wanted))
        if after is not None:
            query = query.where(results.c.ended <= after.ended).offset(after.passed)
        query = query.order_by(results.c.ended.desc(), results.c.game.desc()).limit(most)
        return [ListedResult(*row) for row in await self._database.fetch_all(query)]


def _against(wanted: WantedResults) -> list[ColumnElement[bool]]:
    if wanted.opponent is not None:
        return [results.c.opponent == wanted.opponent]
    return [results.c.level == wanted.level] if wanted.level else []


def _place_behind(rows: list[ListedResult], number: int, after: ResultPlace | None) -> ResultPlace:
    """The place behind a row: among games that ended at one moment, how many of them have been passed."""
    ended = rows[number].ended
    passed = sum(row.ended == ended for row in rows[: number + 1])
    return ResultPlace(ended, passed + (after.passed if after is not None and after.ended == ended else 0))


# How strong one person is by each list, and what they give away by habit; read only, for pages about them.


class StrengthRow(NamedTuple):
    """A person's strength by one list, in the order of the columns."""

    list: str
    rating: float
    deviation: float
    volatility: float
    games: int
    at: int
    """When the last game that counts ended."""
    skill: float | None
    skill_deviation: float | None
    reviewed: int
    curve: str


class HabitRow(NamedTuple):
    """What a person has given away by one habit, in the order of the columns."""

    habit: str
    decisions: int
    loss: float
    stake: float


class StrengthStore:
    """Reads how strong people are. Every method is one statement."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: PersonId) -> list[StrengthRow]:
        theirs = and_(standings.c.edition == edition_now(), standings.c.person == person)
        query = select(*(standings.c[name] for name in StrengthRow._fields)).where(theirs)
        return [StrengthRow(*row) for row in await self._database.fetch_all(query)]

    async def habits(self, person: PersonId) -> list[HabitRow]:
        query = select(*(habits.c[name] for name in HabitRow._fields)).where(habits.c.person == person)
        return [HabitRow(*row) for row in await self._database.fetch_all(query.order_by(habits.c.habit))]


async def opponents_among(database: Database, person: PersonId, others: Collection[PersonId]) -> set[PersonId]:
    """Those of the others who have finished a game with the person."""
    query = select(results.c.opponent).where(results.c.person == person, results.c.opponent.in_(others)).distinct()
    return {PersonId(row.opponent) for row in await database.fetch_all(query)}
