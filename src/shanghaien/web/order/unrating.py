"""Taking games out of the ratings, as a moderator may: the smallest that this needs to know of standings."""

from collections.abc import Awaitable, Callable

from sqlalchemy import select, update

from shanghaien.web.ids import PersonId
from shanghaien.web.store.database import Database
from shanghaien.web.store.result_schema import results

Unrate = Callable[[PersonId, int], Awaitable[int]]
"""Takes the rated games of somebody that ended at a time or later out of the ratings; tells how many that were."""
BY_MODERATOR = "moderator"
"""Why such a game is not rated."""


def marks_only(database: Database) -> Unrate:
    """Marks the results of both players; what follows from the log of results is worked out by others."""

    async def unrate(person: PersonId, since: int) -> int:
        theirs = select(results.c.game).where(results.c.person == person, results.c.ended >= since)
        async with database.writing() as connection:
            games = list(await connection.scalars(theirs.where(results.c.unrated == "")))
            marked = update(results).where(results.c.game.in_(games), results.c.unrated == "")
            await connection.execute(marked.values(unrated=BY_MODERATOR))
        return len(games)

    return unrate
