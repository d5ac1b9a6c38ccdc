"""How strong people are, for whoever shows or uses it; whether somebody may see it, others ask (`Visibility`)."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, and_
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.ratings.balance import Balance
from shanghaien.ratings.glicko import Rating
from shanghaien.rules import Seat
from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.people.names import normalised_name
from shanghaien.web.people.store import PeopleStore
from shanghaien.web.people.visibility import Visibility
from shanghaien.web.standings.model import Curve, ListName, SkillSums, Unrated, list_of, why_unrated
from shanghaien.web.standings.rating import rating_at, skill_at
from shanghaien.web.standings.results import terms_of
from shanghaien.web.standings.results_store import ResultRow, StandingRow, results_of
from shanghaien.web.standings.schema import standings
from shanghaien.web.standings.store import (
    Key,
    Sums,
    best,
    edition_now,
    habits_of,
    names_of,
    next_above,
    row_of,
    standings_query,
)
from shanghaien.web.tables.model import Table


@dataclass(frozen=True, slots=True)
class ListedStanding:
    """How strong somebody is by one list, now: the longer ago their last game is, the less is known."""

    person: PersonId
    list: ListName
    rating: Rating
    games: int
    at: int
    """When the last game that counts ended."""
    skill: Rating | None
    """The same without luck; None before the first review."""
    balance: Balance
    """What all reviewed games add up to: the mean result without luck, error per decision, luck."""
    curve: Curve

    @property
    def provisional(self) -> bool:
        """Whether too little is known."""
        return self.rating.provisional


class Standings:
    """Reads standings. Every method is one glance at the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: PersonId) -> dict[ListName, ListedStanding]:
        """How strong somebody is, by the lists they are on."""
        query = _counting().where(standings.c.person == person).order_by(standings.c.list)
        return {standing.list: standing for standing in await self._find(query)}

    async def of_all(self, people: Collection[PersonId], name: ListName) -> dict[PersonId, ListedStanding]:
        """How strong these people are by one list, as far as they are on it."""
        if not people:
            return {}
        these = and_(standings.c.person.in_(sorted(people)), standings.c.list == name)
        return {standing.person: standing for standing in await self._find(_counting().where(these))}

    async def history(self, person: PersonId) -> dict[ListName, Curve]:
        """Rating and skill over time, by the lists they are on."""
        return {name: standing.curve for name, standing in (await self.of(person)).items()}

    async def habits(self, person: PersonId) -> dict[str, Sums]:
        """What somebody has given away, by kind of decision ("kind place") and by round ("round 3")."""
        async with self._database.connect() as connection:
            return await habits_of(connection, person)

    async def results(self, game: GameId) -> list[ResultRow]:
        """The rows of a game in the log of results; none while it is not there."""
        async with self._database.connect() as connection:
            return await results_of(connection, game)

    async def _find(self, query: Select[Any]) -> list[ListedStanding]:
        async with self._database.connect() as connection:
            return await found(connection, query)


async def found(connection: AsyncConnection, query: Select[Any]) -> list[ListedStanding]:
    """The standings that a query of whole rows finds."""
    return [standing_of(StandingRow(*row)) for row in await connection.execute(query)]


def standing_of(row: StandingRow) -> ListedStanding:
    """A standing as it is now."""
    moment = now()
    skill = None if row.skill is None else skill_at(row, moment)
    rating, balance = rating_at(row, moment), SkillSums.read(row.sums).balance
    return ListedStanding(
        row.person, ListName(row.list), rating, row.games, row.at, skill, balance, Curve.read(row.curve)
    )


def _counting() -> Select[Any]:
    return standings_query().where(standings.c.edition == edition_now())


# The lists of strength as somebody may see them: page by page, and those around themselves.

ON_A_PAGE, AROUND = 50, 4
MOST_LOOKS = 4
"""How many pages in a row may have nobody on them whom the reader may see."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Somebody on a list."""

    name: str
    standing: ListedStanding


@dataclass(frozen=True, slots=True)
class ListPage:
    """One page of a list."""

    people: tuple[Listed, ...]
    upper: float | None
    """How strong those are below whom it begins; None for the first page."""
    next: str = ""
    """The name after whom the next page begins; empty if there is none."""


class ListPages:
    """Reads lists for somebody who looks at them."""

    def __init__(self, database: Database, seeing: Visibility) -> None:
        self._database = database
        self._seeing = seeing
        self._people = PeopleStore(database)

    async def page(
        self, name: ListName, viewer: PersonId | None, after: str = "", *, provisional: bool = False
    ) -> ListPage:
        """The page that begins after somebody, or the first."""
        below = await self._place(name, viewer, after) if after else None
        upper = below.rating if below else None
        for _ in range(MOST_LOOKS):
            async with self._database.read() as connection:
                rows = await best(connection, name, ON_A_PAGE, provisional=provisional, below=below)
            people = await self._shown(rows, viewer)
            if people or len(rows) < ON_A_PAGE:
                return ListPage(people, upper, people[-1].name if len(rows) == ON_A_PAGE else "")
            below = Key(rows[-1].rating, rows[-1].person)
        return ListPage((), upper)

    async def around(self, name: ListName, person: PersonId) -> tuple[Listed, ...]:
        """Somebody with those right above and below them; nobody if they are not on the list for certain."""
        async with self._database.read() as connection:
            own = await row_of(connection, name, person)
            if own is None or own.provisional:
                return ()
            here = Key(own.rating, own.person)
            above = await next_above(connection, name, AROUND, here)
            below = await best(connection, name, AROUND, below=here)
        return await self._shown([*above, own, *below], person)

    async def _place(self, name: ListName, viewer: PersonId | None, after: str) -> Key | None:
        row = await self._people.named(normalised_name(after))
        if row is None or not (await self._seeing.what_is_shown(row.id, viewer)).strength:
            return None
        async with self._database.read() as connection:
            found = await row_of(connection, name, row.id)
        return None if found is None else Key(found.rating, found.person)

    async def _shown(self, rows: list[StandingRow], viewer: PersonId | None) -> tuple[Listed, ...]:
        persons = [row.person for row in rows]
        seen = await self._seeing.of_all(persons, viewer) if persons else {}
        async with self._database.read() as connection:
            names = await names_of(connection, persons)
        shown = [row for row in rows if row.person in names and seen[row.person].strength]
        return tuple(Listed(names[row.person], standing_of(row)) for row in shown)


# Whether a game counts and what it has changed, for whoever looks at its table.


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a game has changed for one player."""

    seat: Seat
    list: ListName
    before: Rating
    after: Rating


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """What came of a game: why it does not count, or what it has changed, as far as the reader may see it."""

    unrated: Unrated | None
    changes: tuple[RatingChange, ...] = ()


class RatedGames:
    """Looks after the log; nothing is written."""

    def __init__(self, database: Database, seeing: Visibility) -> None:
        self._database = database
        self._seeing = seeing
        self._standings = Standings(database)

    async def foreseen(self, table: Table) -> Unrated | None:
        """Why a game would not count if it ended by points now; None if it would."""
        async with self._database.read() as connection:
            return why_unrated(await terms_of(connection, table, held=False))

    async def outcome(self, table: Table, viewer: PersonId | None) -> GameOutcome | None:
        """What came of a game that is over; None while that is being worked out."""
        rows = await self._standings.results(table.id)
        if not rows:
            return None
        if not rows[0].rated:
            return GameOutcome(Unrated(rows[0].unrated))
        seen = await self._seeing.of_all([row.person for row in rows if row.person], viewer)
        changes = (_change(row) for row in rows if row.person and seen[row.person].strength)
        return GameOutcome(None, tuple(change for change in changes if change is not None))


def _change(row: ResultRow) -> RatingChange | None:
    if row.rating_before is None or row.rating_after is None:  # it counts since a moment ago
        return None
    before = Rating(row.rating_before, row.deviation_before or Rating().deviation)
    after = Rating(row.rating_after, row.deviation_after or Rating().deviation)
    return RatingChange(row.seat, list_of(row.pace, row.level), before, after)
