"""Mistakes that people repeat until they know them, the newest of them; each person sees only their own."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Select, and_, case, delete, exists, func, select, update

from shanghaien.web.core.clock import now
from shanghaien.web.core.database.dialects import insert_into
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.daily.schema import day_tries, mistakes, puzzle_days
from shanghaien.web.reviews.schema import reviews
from shanghaien.web.standings.schema import results

MOST = 500
"""How many are kept of each person; the oldest go."""


@dataclass(frozen=True, slots=True)
class MistakeRow:
    """A choice that gave much away, and how well it is remembered by now."""

    person: PersonId
    game: GameId
    step: int
    puzzle: str
    played: str
    card: str
    due: int
    made: int
    sits: int = 0


@dataclass(frozen=True, slots=True)
class MistakeCounts:
    """How many a person has."""

    due: int
    waiting: int
    """Those whose time has not come."""
    sitting: int


class MistakeStore:
    """The store of mistakes. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, person: PersonId, rows: Iterable[MistakeRow]) -> None:
        """Keep new mistakes; those that are known stay as they are, and the oldest go where there are too many."""
        values = [asdict(row) for row in rows]
        if not values:
            return
        mine = mistakes.c.person == person
        kept = select(mistakes.c.made).where(mine).order_by(mistakes.c.made.desc()).offset(MOST - 1).limit(1)
        async with self._database.write() as connection:
            await connection.execute(insert_into(connection, mistakes).on_conflict_do_nothing(), values)
            oldest = await connection.scalar(kept)
            if oldest is not None:
                await connection.execute(delete(mistakes).where(mine, mistakes.c.made < oldest))

    async def next_due(self, person: PersonId, at: int) -> MistakeRow | None:
        """The one that is due longest; None if none is."""
        open_ = and_(mistakes.c.person == person, mistakes.c.due <= at)
        # Those that sit come again too, but after all that do not.
        return await self._one(select(mistakes).where(open_).order_by(mistakes.c.sits, mistakes.c.due).limit(1))

    async def of(self, person: PersonId, game: GameId, step: int) -> MistakeRow | None:
        key = mistakes.c.person == person, mistakes.c.game == game, mistakes.c.step == step
        return await self._one(select(mistakes).where(*key))

    async def counts(self, person: PersonId, at: int) -> MistakeCounts:
        later = mistakes.c.due > at
        waiting, learned = and_(later, mistakes.c.sits == 0), and_(later, mistakes.c.sits == 1)
        counted = (func.coalesce(func.sum(case((which, 1), else_=0)), 0) for which in (~later, waiting, learned))
        async with self._database.connect() as connection:
            row = (await connection.execute(select(*counted).where(mistakes.c.person == person))).one()
        return MistakeCounts(*map(int, row))

    async def next_time(self, person: PersonId, at: int) -> int | None:
        """When the next one will be due; None if there is none to come."""
        query = select(func.min(mistakes.c.due)).where(mistakes.c.person == person, mistakes.c.due > at)
        found: int | None = await self._database.fetch_value(query)
        return found

    async def repeat(self, row: MistakeRow, card: str, due: int, *, sits: bool) -> bool:
        """Note how an answer went; False if it was noted meanwhile, as by a form that was sent twice."""
        same = and_(mistakes.c.person == row.person, mistakes.c.game == row.game, mistakes.c.step == row.step)
        changed = update(mistakes).where(same, mistakes.c.card == row.card)
        async with self._database.write() as connection:
            done = await connection.execute(changed.values(card=card, due=due, sits=int(sits)))
            return done.rowcount == 1

    async def drop(self, person: PersonId, game: GameId, step: int) -> None:
        key = mistakes.c.person == person, mistakes.c.game == game, mistakes.c.step == step
        async with self._database.write() as connection:
            await connection.execute(delete(mistakes).where(*key))

    async def games_of(self, review: str) -> set[GameId]:
        """The games that a review is of."""
        asked = select(reviews.c.game).where(reviews.c.key == review, reviews.c.game.is_not(None))
        rated = select(results.c.game).where(results.c.review == review)
        tried = select(day_tries.c.game).where(day_tries.c.review == review, day_tries.c.review != "")
        rows = await self._database.fetch_all(asked.union(rated, tried))
        return {GameId(game) for (game,) in rows if game}

    async def _one(self, query: Select[Any]) -> MistakeRow | None:
        row = await self._database.fetch_one(query)
        return None if row is None else MistakeRow(*row)


# Who has solved the puzzle of which day.


class PuzzleDays:
    """Remembers who has solved the puzzle of which day. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def is_solved(self, person: PersonId | None, day: str) -> bool:
        if person is None:
            return False
        asked = select(puzzle_days.c.solved).where(puzzle_days.c.person == person, puzzle_days.c.day == day)
        return await self._database.fetch_value(asked) is not None

    async def solved_and_due(self, person: PersonId | None, day: str) -> tuple[bool, int]:
        """Whether the person has solved the puzzle of a day, and how many mistakes of theirs are due."""
        if person is None:
            return False, 0
        solved = exists().where(puzzle_days.c.person == person, puzzle_days.c.day == day)
        due = select(func.count()).where(mistakes.c.person == person, mistakes.c.due <= now())
        row = await self._database.fetch_one(select(solved, due.scalar_subquery()))
        return (False, 0) if row is None else (bool(row[0]), int(row[1]))

    async def solve(self, person: PersonId, day: str) -> None:
        """Remember that they have; the first time counts."""
        values = {"person": person, "day": day, "solved": now()}
        async with self._database.write() as connection:
            await connection.execute(insert_into(connection, puzzle_days).values(values).on_conflict_do_nothing())
