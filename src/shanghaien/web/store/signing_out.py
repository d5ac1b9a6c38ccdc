"""After a copy was restored: everybody signs in again, since nobody knows who has signed out after it was made.

What works once must not work again because the copy does not know that it was used.
"""

from sqlalchemy import delete

from .database import Database
from .people_schema import attempts, once, sessions


async def sign_everybody_out(database: Database) -> None:
    """End all sessions and all links and challenges that were under way."""
    async with database.writing() as connection:
        for table in (sessions, once, attempts):
            await connection.execute(delete(table))
