"""The table of a day: who has which place. A place costs a bounded sum, however many have played."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Executable,
    Integer,
    Select,
    String,
    Table,
    and_,
    delete,
    func,
    literal,
    literal_column,
    select,
    tuple_,
    union,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.database.dialects import insert_into
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.person_rows import Joining, PersonRows
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.daily.schema import day_counts, day_tries, days, mistakes, puzzle_days
from shanghaien.web.people.schema import people

MOST_LOSS = 4000
"""All who give more away share the last place: so there are never more counts than that."""


@dataclass(frozen=True, slots=True)
class RankKey:
    """Where in the table of a day a row stands, so that the next page goes on after it."""

    loss: int
    finished: int
    person: PersonId


@dataclass(frozen=True, slots=True)
class RankedRow:
    """One row of the table of a day."""

    key: RankKey
    game: GameId
    name: str | None
    """None for guests."""
    points: int
    points_against: int
    rounds: str


@dataclass(frozen=True, slots=True)
class Scored:
    """The result of a reviewed try."""

    loss: int
    rounds: str


class DayRanks:
    """Ranks tries. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def rank(self, game: GameId, scored: Scored) -> bool:
        """Give a try its place; False if it has one already, or none to get."""
        tries, loss = day_tries, min(scored.loss, MOST_LOSS)
        values = {"loss": loss, "rounds": scored.rounds, "review": ""}
        unscored = and_(tries.c.game == game, tries.c.loss.is_(None))
        async with self._database.write() as connection:
            done = update(tries).where(unscored).values(values).returning(tries.c.day, tries.c.ranked)
            row = (await connection.execute(done)).one_or_none()
            if row is None or not row.ranked:
                return False
            await _count(connection, row.day, loss)
            return True

    async def finish(self, game: GameId, at: int, points: tuple[int, int], review: str, *, ranked: bool) -> None:
        """Note that a try was played to its end; one that came too late loses its place, and never gets one."""
        tries = day_tries
        own, other = points
        values = {"finished": at, "points": own, "points_against": other, "review": review}
        values |= {} if ranked else {"ranked": 0}
        open_ = and_(tries.c.game == game, tries.c.finished.is_(None))
        async with self._database.write() as connection:
            done = update(tries).where(open_).values(values).returning(tries.c.day, tries.c.person, tries.c.ranked)
            row = (await connection.execute(done)).one_or_none()
            if row is not None and row.ranked:
                await _recount_streaks(connection, row.person)

    async def give_up(self, game: GameId, at: int) -> None:
        """Note that a try ended before its last round: it is over, and has no place."""
        values = {"finished": at, "ranked": 0, "review": ""}
        open_ = and_(day_tries.c.game == game, day_tries.c.finished.is_(None))
        async with self._database.write() as connection:
            await connection.execute(update(day_tries).where(open_).values(values))

    async def place(self, day: str, loss: int) -> int:
        """The place for so much given away; equal tries share it."""
        before = select(func.coalesce(func.sum(day_counts.c.tries), 0))
        before = before.where(day_counts.c.day == day, day_counts.c.loss < loss)
        return int(await self._database.fetch_value(before) or 0) + 1

    async def places(self, day: str, *groups: Sequence[int]) -> dict[int, int]:
        """The places for losses in groups, each in ascending order; nothing between two groups is looked at."""
        parts = [part for number, group in enumerate(groups) if group for part in _counted(day, number, group)]
        rows = await self._database.fetch_all(union_all(*parts)) if parts else []
        places = dict[int, int]()
        for number, group in enumerate(groups):
            counted = [(loss, tries) for part, loss, tries in rows if part == number]
            # One that is not counted has its place all the same.
            places |= {each: 1 + sum(tries for loss, tries in counted if loss < each) for each in set(group)}
        return places

    async def after(self, day: str, key: RankKey | None, limit: int) -> list[RankedRow]:
        """The rows after a place, or from the first one."""
        return await self._rows(_after(day, key, limit))

    async def before(self, day: str, key: RankKey, limit: int) -> list[RankedRow]:
        """The rows before a place, the last of them last."""
        return (await self._rows(_before(day, key, limit)))[::-1]

    async def first_and_around(self, day: str, first: int, key: RankKey, around: int) -> list[RankedRow]:
        """The first rows, and those around a place, in order."""
        here = _ranked(day, day_tries.c.person == key.person)
        parts = _after(day, None, first), _before(day, key, around), here, _after(day, key, around)
        rows = await self._rows(union(*(select(part.subquery()) for part in parts)))
        return sorted(rows, key=lambda row: (row.key.loss, row.key.finished, row.key.person))

    async def _rows(self, query: Executable) -> list[RankedRow]:
        return [_row(row) for row in await self._database.fetch_all(query)]


AHEAD = -1
"""Stands for all losses before the first of a group; no player gives away so little."""


def _counted(day: str, number: int, losses: Sequence[int]) -> Iterator[Select[Any]]:
    """How many gave away less than the first of a group, and as much as each up to the last."""
    counts, group = day_counts.c, literal_column(str(number), Integer)
    before = func.coalesce(func.sum(counts.tries), 0)
    yield select(group, literal_column(str(AHEAD), Integer), before).where(counts.day == day, counts.loss < losses[0])
    within = counts.day == day, counts.loss >= losses[0], counts.loss < losses[-1]
    yield select(group, counts.loss, counts.tries).where(*within)


def _after(day: str, key: RankKey | None, limit: int) -> Select[Any]:
    tries = day_tries.c
    behind = None if key is None else tuple_(tries.loss, tries.finished, tries.person) > _tuple(key)
    return _ranked(day, behind).order_by(tries.loss, tries.finished, tries.person).limit(limit)


def _before(day: str, key: RankKey, limit: int) -> Select[Any]:
    """The last of them first."""
    tries = day_tries.c
    ahead = tuple_(tries.loss, tries.finished, tries.person) < _tuple(key)
    ordered = _ranked(day, ahead).order_by(tries.loss.desc(), tries.finished.desc(), tries.person.desc())
    return ordered.limit(limit)


async def drop_tries(connection: AsyncConnection, table: Table, person: PersonId) -> None:
    await _drop(connection, day_tries.c.person == person)
    await connection.execute(delete(day_tries).where(day_tries.c.person == person))


async def _drop(connection: AsyncConnection, which: ColumnElement[bool]) -> None:
    """Count some tries no more; each is of another day."""
    tries = day_tries.c
    counted = tuple_(day_counts.c.day, day_counts.c.loss).in_(select(tries.day, tries.loss).where(which, _has_place()))
    await connection.execute(update(day_counts).where(counted).values(tries=day_counts.c.tries - 1))
    of_days = days.c.day.in_(select(tries.day).where(which, _has_place()))
    await connection.execute(update(days).where(of_days).values(played=days.c.played - 1))


async def move_tries(connection: AsyncConnection, table: Table, joining: Joining) -> None:
    """Give the account the guest's tries; of two tries at one day the account's own counts."""
    guest, account = joining.guest, joining.account
    tries, own = day_tries, select(day_tries.c.day).where(day_tries.c.person == account)
    twice = and_(tries.c.person == guest, tries.c.day.in_(own))
    await _drop(connection, twice)
    await connection.execute(delete(tries).where(twice))
    await connection.execute(update(tries).where(tries.c.person == guest).values(person=account))
    await _recount_streaks(connection, account)


async def _count(connection: AsyncConnection, day: str, loss: int) -> None:
    row = insert_into(connection, day_counts).values(day=day, loss=loss, tries=1)
    more = {"tries": day_counts.c.tries + 1}
    await connection.execute(row.on_conflict_do_update(index_elements=["day", "loss"], set_=more))
    await connection.execute(update(days).where(days.c.day == day).values(played=days.c.played + 1))


async def _recount_streaks(connection: AsyncConnection, person: PersonId) -> None:
    """Count the days in a row again from the last ones: a day may be finished after the next has begun."""
    tries, mine = day_tries, and_(day_tries.c.person == person, day_tries.c.ranked == 1)
    query = select(tries.c.day, tries.c.streak).where(mine, tries.c.finished.is_not(None))
    rows = list(await connection.execute(query.order_by(tries.c.day.desc()).limit(4)))[::-1]
    streaks = dict[str, int]()
    for number, row in enumerate(rows):
        before = streaks.get((date.fromisoformat(row.day) - timedelta(days=1)).isoformat(), 0)
        # The first of those that are looked at ends a row that began before them.
        streaks[row.day] = row.streak or 1 if number == 0 and len(rows) == 4 else before + 1
        if streaks[row.day] != row.streak:
            where = and_(tries.c.day == row.day, tries.c.person == person)
            await connection.execute(update(tries).where(where).values(streak=streaks[row.day]))


def _has_place() -> ColumnElement[bool]:
    return and_(day_tries.c.ranked == 1, day_tries.c.loss.is_not(None))


def _ranked(day: str, where: ColumnElement[bool] | None) -> Select[Any]:
    tries = day_tries.c
    told = (tries.loss, tries.finished, tries.person, tries.game, people.c.name, tries.points, tries.points_against)
    query = select(*told, tries.rounds).outerjoin_from(day_tries, people, people.c.id == tries.person)
    query = query.where(tries.day == day, _has_place())
    return query if where is None else query.where(where)


def _tuple(key: RankKey) -> Any:
    return tuple_(literal(key.loss, Integer), literal(key.finished, BigInteger), literal(key.person, String))


def _row(row: Any) -> RankedRow:
    loss, finished, person, game, name, points, against, rounds = row
    key = RankKey(loss, finished or 0, PersonId(person))
    return RankedRow(key, GameId(game), name, points or 0, against or 0, rounds)


PERSON_ROWS = [
    PersonRows(
        day_tries,
        move_tries,
        drop_tries,
        "days",
        ("day", "game", "ranked", "points", "points_against", "loss", "rounds", "streak"),
    ),
    PersonRows(puzzle_days, name="daily puzzles", columns=("day", "solved")),
    PersonRows(mistakes, name="mistakes", columns=("game", "step", "played", "card", "due", "made", "sits")),
]
