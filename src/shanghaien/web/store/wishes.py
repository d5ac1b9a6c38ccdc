"""What people have set for themselves, as one text for each person; what it says is for `people` to know."""

from collections.abc import Callable, Collection

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import Seat
from shanghaien.web.ids import GameId, PersonId

from . import people_schema, schema
from .database import Database
from .dialects import insert_into

ONE_AT_A_TIME = text("SELECT pg_advisory_xact_lock(hashtextextended('wishes of ' || :person, 0))")
"""PostgreSQL's lock for one person's wishes; SQLite has one writer anyway."""


async def read_wishes(connection: AsyncConnection, person: PersonId) -> str | None:
    """What is kept for the person; None if they have set nothing."""
    wishes = people_schema.wishes.c
    query = select(wishes.text).where(wishes.person == person)
    found: str | None = (await connection.execute(query)).scalar_one_or_none()
    return found


async def write_wishes(connection: AsyncConnection, person: PersonId, wished: str) -> None:
    """Keep this for the person, whatever was kept before."""
    row = insert_into(connection, people_schema.wishes).values(person=person, text=wished)
    await connection.execute(row.on_conflict_do_update(index_elements=["person"], set_={"text": wished}))


class WishTexts:
    """The store of wishes. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: PersonId) -> str | None:
        """What is kept for the person; None if they have set nothing."""
        async with self._database.glancing() as connection:
            return await read_wishes(connection, person)

    async def of_all(self, people: Collection[PersonId]) -> dict[PersonId, str]:
        """What is kept for each of these people, as far as they have set anything."""
        wishes = people_schema.wishes.c
        async with self._database.glancing() as connection:
            found = await connection.execute(select(wishes.person, wishes.text).where(wishes.person.in_(people)))
            return {PersonId(row.person): row.text for row in found}

    async def of_players(self, game: GameId) -> list[tuple[Seat, PersonId, str | None]]:
        """The people of each seat of a game, with what is kept for them."""
        seated, wishes = schema.seated.c, people_schema.wishes.c
        both = schema.seated.outerjoin(people_schema.wishes, wishes.person == seated.person)
        query = select(seated.seat, seated.person, wishes.text).select_from(both).where(seated.game == game)
        async with self._database.glancing() as connection:
            return [(row.seat, PersonId(row.person), row.text) for row in await connection.execute(query)]

    async def change(self, person: PersonId, changed: Callable[[str | None], str]) -> None:
        """Keep what `changed` makes of what is kept; two changes at once both count."""
        async with self._database.writing() as connection:
            if not self._database.is_sqlite:
                await connection.execute(ONE_AT_A_TIME, {"person": person})
            await write_wishes(connection, person, changed(await read_wishes(connection, person)))
