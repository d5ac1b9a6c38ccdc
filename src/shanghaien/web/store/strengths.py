"""How strong one person is by each list, and what they give away by habit; read only, for pages about them."""

from typing import NamedTuple

from sqlalchemy import and_, select

from shanghaien.web.ids import PersonId

from .database import Database
from .result_schema import habits, standings
from .standings import edition_now


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
        """The person's strength by every list on which they are: four at most."""
        theirs = and_(standings.c.edition == edition_now(), standings.c.person == person)
        query = select(*(standings.c[name] for name in StrengthRow._fields)).where(theirs)
        async with self._database.glancing() as connection:
            return [StrengthRow(*row) for row in await connection.execute(query)]

    async def habits(self, person: PersonId) -> list[HabitRow]:
        """What the person gives away, by the kind of decision and by the round."""
        query = select(*(habits.c[name] for name in HabitRow._fields)).where(habits.c.person == person)
        async with self._database.glancing() as connection:
            return [HabitRow(*row) for row in await connection.execute(query.order_by(habits.c.habit))]
