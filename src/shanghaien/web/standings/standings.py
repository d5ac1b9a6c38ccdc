"""How strong people are, for whoever shows or uses it; whether somebody may see it, others ask (`Seeing`)."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, and_
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.ratings.balance import Balance
from shanghaien.ratings.glicko import Rating
from shanghaien.web.clock import now
from shanghaien.web.ids import GameId, PersonId
from shanghaien.web.store.database import Database
from shanghaien.web.store.habits import Sums, habits_of
from shanghaien.web.store.result_rows import ResultRow, StandingRow
from shanghaien.web.store.result_schema import standings
from shanghaien.web.store.results import results_of
from shanghaien.web.store.standings import edition_now, standings_query

from .curve import Curve
from .lists import ListName
from .reckoning import rating_at, skill_at
from .sums import SkillSums


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
        async with self._database.glancing() as connection:
            return await habits_of(connection, person)

    async def results(self, game: GameId) -> list[ResultRow]:
        """The rows of a game in the log of results; none while it is not there."""
        async with self._database.glancing() as connection:
            return await results_of(connection, game)

    async def _find(self, query: Select[Any]) -> list[ListedStanding]:
        async with self._database.glancing() as connection:
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
