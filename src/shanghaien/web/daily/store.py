"""Days and who tried their deal. Functions that take a connection are for whoever does more in one transaction."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, and_, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.database.dialects import insert_into
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.daily.schema import day_tries, days
from shanghaien.web.tables.store import schema


@dataclass(frozen=True, slots=True)
class DayRow:
    """A day. Its seed never leaves the server before the day is open."""

    day: str
    number: int
    seed: bytes
    commitment: str
    sealed: int
    captain: GameId | None = None
    played: int = 0

    def __repr__(self) -> str:
        return f"DayRow({self.day!r})"  # a log line must not tell the seed


@dataclass(frozen=True, slots=True)
class TryRow:
    """Somebody's try at a day, and how far its game has come."""

    day: str
    person: PersonId
    game: GameId
    ranked: bool
    finished: int | None
    points: int | None
    points_against: int | None
    loss: int | None
    """Tenths of a hundredth of the chance of winning; None before the review is there."""
    rounds: str
    streak: int
    round: int = 0
    """The round that the game is in."""
    over: bool = False
    """Whether the game has ended, however it did; known before it is worked out what that means."""
    gone: bool = False
    """Whether the game stood still for so long that it was removed."""


class DayStore:
    """The store of days and tries. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def of(self, day: str) -> DayRow | None:
        """The day; None if it was never promised."""
        async with self.database.connect() as connection:
            return await day_row(connection, day)

    async def first(self) -> str | None:
        """The first day that there is."""
        async with self.database.connect() as connection:
            found: str | None = await connection.scalar(select(days.c.day).order_by(days.c.day).limit(1))
            return found

    async def try_of(self, day: str, person: PersonId | None) -> TryRow | None:
        """The person's try at a day; None if they have none."""
        if person is None:
            return None
        mine = and_(day_tries.c.day == day, day_tries.c.person == person)
        return await self._one(_tries().where(mine))

    async def try_at(self, game: GameId) -> TryRow | None:
        """Whose try a game is; None if it is nobody's."""
        return await self._one(_tries().where(day_tries.c.game == game))

    async def try_waiting_for(self, review: str) -> list[TryRow]:
        """The tries that wait for a review."""
        async with self.database.connect() as connection:
            found = await connection.execute(_tries().where(day_tries.c.review == review, day_tries.c.review != ""))
            return [_try(row) for row in found]

    async def tries_between(self, person: PersonId, first: str, last: str) -> list[TryRow]:
        """The person's tries from one day to another, both included, in order; a calendar of a month at most."""
        day = day_tries.c.day
        theirs = _tries().where(day_tries.c.person == person, day >= first, day <= last).order_by(day).limit(62)
        async with self.database.connect() as connection:
            return [_try(row) for row in await connection.execute(theirs)]

    async def best_streak(self, person: PersonId) -> int:
        """The most days in a row that the person ever had."""
        most = select(func.max(day_tries.c.streak)).where(day_tries.c.person == person)
        async with self.database.connect() as connection:
            return int(await connection.scalar(most) or 0)

    async def days_between(self, first: str, last: str) -> list[str]:
        """The days that there are from one to another, both included."""
        query = select(days.c.day).where(days.c.day >= first, days.c.day <= last).order_by(days.c.day).limit(62)
        async with self.database.connect() as connection:
            return list(await connection.scalars(query))

    async def set_captain(self, day: str, game: GameId) -> None:
        """Remember in which game the Captain plays the day's dice."""
        async with self.database.write() as connection:
            await connection.execute(update(days).where(days.c.day == day).values(captain=game))

    async def is_captain(self, day: str, game: GameId) -> bool:
        """Whether a game is the one in which the Captain plays the day's dice."""
        row = await self.of(day)
        return row is not None and row.captain == game

    async def wait_for_review(self, game: GameId, review: str) -> None:
        """Remember which review tells what the try gave away."""
        async with self.database.write() as connection:
            await connection.execute(update(day_tries).where(day_tries.c.game == game).values(review=review))

    async def _one(self, query: Select[Any]) -> TryRow | None:
        async with self.database.connect() as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else _try(row)


async def day_row(connection: AsyncConnection, day: str) -> DayRow | None:
    """The day as it stands."""
    columns = (days.c.number, days.c.seed, days.c.commitment, days.c.sealed, days.c.captain, days.c.played)
    row = (await connection.execute(select(days.c.day, *columns).where(days.c.day == day))).one_or_none()
    return None if row is None else DayRow(*row)


async def add_day(connection: AsyncConnection, row: DayRow) -> bool:
    """Keep a new day; False if somebody else was first."""
    values = {"day": row.day, "seed": row.seed, "commitment": row.commitment, "sealed": row.sealed}
    number = select(func.coalesce(func.max(days.c.number), 0) + 1).scalar_subquery()
    added = insert_into(connection, days).values(**values, number=number).on_conflict_do_nothing()
    return (await connection.execute(added)).rowcount == 1


async def add_try(
    connection: AsyncConnection, day: str, person: PersonId, game: GameId, at: int, *, ranked: bool
) -> None:
    """Note that somebody begins a day; IntegrityError if they have begun it before."""
    values = {"day": day, "person": person, "game": game, "began": at, "ranked": int(ranked)}
    await connection.execute(insert(day_tries).values(values))


def _tries() -> Select[Any]:
    tries, games = day_tries.c, schema.games.c
    told = (tries.day, tries.person, tries.game, tries.ranked, tries.finished, tries.points, tries.points_against)
    more = (tries.loss, tries.rounds, tries.streak, games.round, games.result, games.id)
    return select(*told, *more).outerjoin_from(day_tries, schema.games, games.id == tries.game)


def _try(row: Any) -> TryRow:
    *told, ranked, finished, points, against, loss, rounds, streak, in_round, result, found = row
    day, person, game = told
    return TryRow(
        *(day, PersonId(person), GameId(game), bool(ranked), finished, points, against, loss, rounds, streak),
        round=in_round or 0,
        over=result is not None or found is None,
        gone=found is None,
    )
