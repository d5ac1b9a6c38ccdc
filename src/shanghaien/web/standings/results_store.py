"""The log of results, read and written inside the caller's transaction; one at a time changes anything in it."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

from sqlalchemy import ColumnElement, Select, and_, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import Seat
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.people.schema import people
from shanghaien.web.standings.schema import results, unratings
from shanghaien.web.tables.store.rows import SeatedPerson
from shanghaien.web.tables.store.schema import seated

# Results, standings and watches as rows of the database, in both directions.


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One row of the log of results: a game of a person, from their side; the columns say what each is."""

    game: GameId
    seat: Seat
    person: PersonId
    opponent: PersonId
    level: str
    ended: int
    setup: str
    pace: str
    score: int
    points: int
    points_against: int
    reason: str
    unrated: str
    hinted: int = 0
    review: str = ""
    number: int = 0
    rating_before: float | None = None
    deviation_before: float | None = None
    rating_after: float | None = None
    deviation_after: float | None = None
    luck: float | None = None
    loss: float | None = None
    decisions: int | None = None
    hard: int | None = None
    perfect: int | None = None
    skill_before: float | None = None
    skill_deviation_before: float | None = None
    reviewed: int | None = None

    @property
    def rated(self) -> bool:
        """Whether it counts."""
        return not self.unrated


@dataclass(frozen=True, slots=True)
class StandingRow:
    """How strong a person is by one list."""

    person: PersonId
    list: str
    rating: float
    deviation: float
    volatility: float
    games: int
    at: int
    skill: float | None = None
    skill_deviation: float | None = None
    reviewed: int = 0
    sums: str = ""
    curve: str = ""
    provisional: int = 1


@dataclass(frozen=True, slots=True)
class WatchRow:
    """What is known about whether a person plays too perfectly."""

    person: PersonId
    sums: str
    evidence: float


RESULT_COLUMNS = tuple(field.name for field in fields(ResultRow))
STANDING_COLUMNS = tuple(field.name for field in fields(StandingRow))
WATCH_COLUMNS = tuple(field.name for field in fields(WatchRow))


async def results_of(connection: AsyncConnection, game: GameId) -> list[ResultRow]:
    return await _rows(connection, _results().where(results.c.game == game).order_by(results.c.seat))


async def results_with(connection: AsyncConnection, review: str) -> list[ResultRow]:
    """The rows of games that have this review and have not taken it in; several games may be the same."""
    open_ = and_(results.c.review == review, func.coalesce(results.c.reviewed, 0) == 0)
    return await _rows(connection, _results().where(open_).order_by(results.c.number, results.c.seat))


async def rated_after(connection: AsyncConnection, number: int, most: int) -> list[ResultRow]:
    """The next rows of games that count, in the order in which ratings are worked out."""
    return await _whole_games(connection, results.c.number, number, most)


async def reviewed_after(connection: AsyncConnection, place: int, most: int) -> list[ResultRow]:
    """The next rows of games that count, in the order in which skill is worked out."""
    return await _whole_games(connection, results.c.reviewed, place, most)


async def _whole_games(
    connection: AsyncConnection, order: ColumnElement[Any], after: int, most: int
) -> list[ResultRow]:
    """So many games at most, each with all its rows."""
    query = _results().where(order > after, results.c.unrated == "").order_by(order, results.c.seat)
    found = await _rows(connection, query.limit(2 * most + 1))
    if len(found) <= 2 * most:
        return found
    return [row for row in found if row.game != found[-1].game]


async def add_results(connection: AsyncConnection, rows: Sequence[ResultRow]) -> int:
    """Put a game at the end of the log; its number. For a transaction of `ResultWriter.changing`."""
    number = 1 + await last_number(connection)
    await connection.execute(insert(results), [asdict(row) | {"number": number} for row in rows])
    return number


async def change_result(connection: AsyncConnection, row: ResultRow, values: dict[str, Any]) -> None:
    this = and_(results.c.game == row.game, results.c.seat == row.seat)
    await connection.execute(update(results).where(this).values(values))


async def last_number(connection: AsyncConnection) -> int:
    """The number of the last game in the log; 0 if there is none."""
    return (await connection.execute(select(func.max(results.c.number)))).scalar_one() or 0


async def last_place(connection: AsyncConnection) -> int:
    """The place of the last review; 0 if there is none."""
    last = select(results.c.reviewed).where(results.c.reviewed > 0).order_by(results.c.reviewed.desc()).limit(1)
    return (await connection.execute(last)).scalar_one_or_none() or 0


async def unreviewed(connection: AsyncConnection, after: int, most: int) -> list[tuple[GameId, int]]:
    """Games that count and have no review yet, with their numbers."""
    # In these very words, by which the index of those that wait is known.
    waiting = and_(text("unrated = '' AND reviewed IS NULL"), results.c.number > after)
    query = select(results.c.game, results.c.number).where(waiting).order_by(results.c.number).limit(2 * most)
    found = await connection.execute(query)
    return list(dict.fromkeys((GameId(row.game), int(row.number)) for row in found))[:most]


async def accounts_among(
    connection: AsyncConnection, persons: Collection[PersonId], *, held: bool = True
) -> frozenset[PersonId]:
    """Those of the people with an account; `held` keeps them from going before the transaction ends."""
    known = select(people.c.id).where(people.c.id.in_(sorted(persons))).order_by(people.c.id)
    wanted = known.with_for_update(read=True) if held else known
    return frozenset(PersonId(found) for found in await connection.scalars(wanted))


async def seated_at(connection: AsyncConnection, game: GameId) -> list[SeatedPerson]:
    query = select(seated.c.seat, seated.c.person).where(seated.c.game == game)
    return [(row.seat, PersonId(row.person)) for row in await connection.execute(query)]


async def barred_among(connection: AsyncConnection, persons: Iterable[PersonId], at: int) -> bool:
    """Whether games of one of the people did not count at that time."""
    barred = and_(unratings.c.person.in_(sorted(persons)), unratings.c.since <= at)
    return (await connection.execute(select(unratings.c.person).where(barred).limit(1))).first() is not None


def _results() -> Select[Any]:
    return select(*(results.c[name] for name in RESULT_COLUMNS))


async def _rows(connection: AsyncConnection, query: Select[Any]) -> list[ResultRow]:
    return [ResultRow(*row) for row in await connection.execute(query)]
