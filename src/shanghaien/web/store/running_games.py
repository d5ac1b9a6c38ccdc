"""The games of a person that are not over."""

from sqlalchemy import select

from shanghaien.web.ids import GameId, PersonId

from . import schema
from .database import Database


async def running_games(database: Database, person: PersonId, after: str, most: int) -> list[GameId]:
    """Some of the games in which the person has a seat and that are not over, in the order of their ids."""
    games, seated = schema.games.c, schema.seated.c
    query = (
        select(seated.game)
        .join(schema.games, games.id == seated.game)
        .where(seated.person == person, seated.game > after, seated.ended.is_(None), games.result.is_(None))
        .distinct()
        .order_by(seated.game)
        .limit(most)
    )
    async with database.glancing() as connection:
        return list(await connection.scalars(query))


async def open_games_of_two(database: Database, one: PersonId, other: PersonId) -> list[GameId]:
    """The games in which two people have seats, of which one is not taken yet: rematches that are offered."""
    games, seats = schema.games.c, schema.seats.c
    mine, theirs = schema.seated.alias("mine"), schema.seated.alias("theirs")
    query = (
        select(mine.c.game)
        .join(theirs, theirs.c.game == mine.c.game)
        .join(schema.games, games.id == mine.c.game)
        .join(schema.seats, seats.game == mine.c.game)
        .where(mine.c.person == one, mine.c.ended.is_(None), theirs.c.person == other, theirs.c.ended.is_(None))
        .where(games.result.is_(None), seats.kind == "open")
        .distinct()
    )
    async with database.glancing() as connection:
        return list(await connection.scalars(query))
