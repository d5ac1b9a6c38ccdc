"""A copy that takes the place of the database goes on by itself: nothing that was promised since is promised again."""

from sqlalchemy import delete

from shanghaien.web.store.database import Database
from shanghaien.web.store.schema import reservations

from .keys import retire_keys
from .public_log import begin_epoch


async def start_afresh(database: Database) -> None:
    """Begin another log with another key, and drop what was reserved.

    The log in the copy may have gone on where the copy was made: a second one of the same size, signed with the same
    key, would be a lie. And whoever reserved a game there may have seen its dice since.
    """
    async with database.writing() as connection:
        await retire_keys(connection)
        await begin_epoch(connection)
        await connection.execute(delete(reservations))
