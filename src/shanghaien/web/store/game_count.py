"""How many games somebody has, whoever they are."""

from sqlalchemy import func, select

from shanghaien.web.ids import PersonId

from . import schema
from .database import Database


async def count_games(database: Database, person: PersonId) -> int:
    """In how many games the person has a seat."""
    seated = schema.seated
    query = select(func.count(seated.c.game.distinct())).where(seated.c.person == person)
    async with database.glancing() as connection:
        return int((await connection.execute(query)).scalar_one())
