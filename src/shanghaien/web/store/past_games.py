"""Games that are over, in the order in which they were last changed, some at a time."""

from collections.abc import Collection
from typing import NamedTuple

from sqlalchemy import and_, exists, or_, select

from shanghaien.web.ids import GameId

from .database import Database
from .result_schema import results
from .schema import games


class PastPlace(NamedTuple):
    """A place in that order."""

    at: int
    game: GameId


async def games_over(database: Database, after: PastPlace, modes: Collection[str], most: int) -> list[PastPlace]:
    """The next games of these modes that are over and not in the log of results."""
    later = or_(games.c.updated > after.at, and_(games.c.updated == after.at, games.c.id > after.game))
    known = exists().where(results.c.game == games.c.id)
    ended = and_(games.c.result.is_not(None), games.c.updated >= after.at, later, games.c.mode.in_(modes), ~known)
    query = select(games.c.updated, games.c.id).where(ended).order_by(games.c.updated, games.c.id).limit(most)
    async with database.glancing() as connection:
        return [PastPlace(row.updated, GameId(row.id)) for row in await connection.execute(query)]
