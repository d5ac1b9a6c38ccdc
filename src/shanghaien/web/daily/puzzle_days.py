"""Who has solved the puzzle of which day."""

from sqlalchemy import select

from shanghaien.web.clock import now
from shanghaien.web.ids import PersonId
from shanghaien.web.store.database import Database
from shanghaien.web.store.day_schema import puzzle_days
from shanghaien.web.store.dialects import insert_into


class PuzzleDays:
    """Remembers solutions. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def is_solved(self, person: PersonId | None, day: str) -> bool:
        """Whether the person has solved the puzzle of a day."""
        if person is None:
            return False
        asked = select(puzzle_days.c.solved).where(puzzle_days.c.person == person, puzzle_days.c.day == day)
        async with self._database.glancing() as connection:
            return await connection.scalar(asked) is not None

    async def solve(self, person: PersonId, day: str) -> None:
        """Remember that they have; the first time counts."""
        values = {"person": person, "day": day, "solved": now()}
        async with self._database.writing() as connection:
            await connection.execute(insert_into(connection, puzzle_days).values(values).on_conflict_do_nothing())
