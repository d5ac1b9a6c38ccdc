"""Days and who tried their deal. Functions that take a connection are for callers with more to do in a transaction."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, and_, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.database.dialects import insert_into
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.daily.schema import day_counts, day_tries, days
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
    best: int | None = None
    """The least that was given away; None before the first place."""

    def __repr__(self) -> str:
        return f"DayRow({self.day!r})"  # a log line must not tell the seed


@dataclass(frozen=True, slots=True)
class TryRow:
    """A person's try at a day, and how far its game has come."""

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


@dataclass(frozen=True, slots=True)
class OwnDays:
    """Some days as one person has played them, in order."""

    days: Mapping[str, DayRow]
    tries: Mapping[str, TryRow]
    best_streak: int
    """The most days in a row at any time; 0 where none of these days has come."""


class DayStore:
    """The store of days and tries. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def of(self, day: str) -> DayRow | None:
        """The day; None if it was never promised."""
        async with self.database.connect() as connection:
            return await day_row(connection, day)

    async def first(self) -> str | None:
        found: str | None = await self.database.fetch_value(select(days.c.day).order_by(days.c.day).limit(1))
        return found

    async def try_of(self, day: str, person: PersonId | None) -> TryRow | None:
        if person is None:
            return None
        mine = and_(day_tries.c.day == day, day_tries.c.person == person)
        return await self._one(_tries().where(mine))

    async def try_at(self, game: GameId) -> TryRow | None:
        """Whose try a game is; None if it is no try."""
        return await self._one(_tries().where(day_tries.c.game == game))

    async def try_waiting_for(self, review: str) -> list[TryRow]:
        waiting = _tries().where(day_tries.c.review == review, day_tries.c.review != "")
        return [_try(row) for row in await self.database.fetch_all(waiting)]

    async def own_days(self, person: PersonId | None, *spans: tuple[str, str]) -> "OwnDays":
        """The days from one to another, both included, a calendar of a month at most each; and the person's tries."""
        mine = and_(day_tries.c.day == days.c.day, day_tries.c.person == (person or ""))
        joined = days.outerjoin(day_tries, mine).outerjoin(schema.games, schema.games.c.id == day_tries.c.game)
        longest = select(func.max(day_tries.c.streak)).where(day_tries.c.person == (person or "")).scalar_subquery()
        between = or_(*(days.c.day.between(*span) for span in spans))
        query = select(*_DAY, longest, *_TRY).select_from(joined).where(between).order_by(days.c.day).limit(124)
        rows = await self.database.fetch_all(query)
        found = [DayRow(*row[: len(_DAY)]) for row in rows]
        tries = [_try(row[len(_DAY) + 1 :]) for row in rows if row[len(_DAY) + 1] is not None]
        best = rows[0][len(_DAY)] if rows else None
        return OwnDays({each.day: each for each in found}, {each.day: each for each in tries}, best or 0)

    async def set_captain(self, day: str, game: GameId) -> None:
        async with self.database.write() as connection:
            await connection.execute(update(days).where(days.c.day == day).values(captain=game))

    async def _one(self, query: Select[Any]) -> TryRow | None:
        row = await self.database.fetch_one(query)
        return None if row is None else _try(row)


async def day_row(connection: AsyncConnection, day: str) -> DayRow | None:
    row = (await connection.execute(select(*_DAY).where(days.c.day == day))).one_or_none()
    return None if row is None else DayRow(*row)


async def add_day(connection: AsyncConnection, row: DayRow) -> bool:
    """Keep a new day; False if another process was first."""
    values = {"day": row.day, "seed": row.seed, "commitment": row.commitment, "sealed": row.sealed}
    number = select(func.coalesce(func.max(days.c.number), 0) + 1).scalar_subquery()
    added = insert_into(connection, days).values(**values, number=number).on_conflict_do_nothing()
    return (await connection.execute(added)).rowcount == 1


async def add_try(
    connection: AsyncConnection, day: str, person: PersonId, game: GameId, at: int, *, ranked: bool
) -> None:
    """Note that a person begins a day; IntegrityError if they have begun it before."""
    values = {"day": day, "person": person, "game": game, "began": at, "ranked": int(ranked)}
    await connection.execute(insert(day_tries).values(values))


_counts, _tried, _games = day_counts.c, day_tries.c, schema.games.c
_least = select(_counts.loss).where(_counts.day == days.c.day, _counts.tries > 0).order_by(_counts.loss).limit(1)
_DAY = (
    *(days.c[name] for name in ("day", "number", "seed", "commitment", "sealed", "captain", "played")),
    _least.correlate(days).scalar_subquery(),
)
_TRY = (
    *(_tried.day, _tried.person, _tried.game, _tried.ranked, _tried.finished, _tried.points, _tried.points_against),
    *(_tried.loss, _tried.rounds, _tried.streak, _games.round, _games.result, _games.id),
)


def _tries() -> Select[Any]:
    return select(*_TRY).outerjoin_from(day_tries, schema.games, _games.id == _tried.game)


def _try(row: Any) -> TryRow:
    *told, ranked, finished, points, against, loss, rounds, streak, in_round, result, found = row
    day, person, game = told
    return TryRow(
        *(day, PersonId(person), GameId(game), bool(ranked), finished, points, against, loss, rounds, streak),
        round=in_round or 0,
        over=result is not None or found is None,
        gone=found is None,
    )
