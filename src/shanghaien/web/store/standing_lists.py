"""A list of strength page by page: by keys, so that the last page costs as much as the first."""

from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import PersonId

from .people_schema import people
from .result_rows import StandingRow
from .result_schema import standings
from .standings import edition_now, standings_query


class Key(NamedTuple):
    """A place on a list."""

    rating: float
    person: PersonId


async def best(
    connection: AsyncConnection, name: str, most: int, *, provisional: bool = False, below: Key | None = None
) -> list[StandingRow]:
    """The strongest on a list, or those that come after a place on it."""
    query = _on(name, provisional=provisional)
    if below is not None:
        query = query.where(standings.c.rating <= below.rating, _below(below))
    ordered = query.order_by(standings.c.rating.desc(), standings.c.person.desc()).limit(most)
    return [StandingRow(*row) for row in await connection.execute(ordered)]


async def next_above(
    connection: AsyncConnection, name: str, most: int, above: Key, *, provisional: bool = False
) -> list[StandingRow]:
    """Those who stand right above a place on a list, the strongest first."""
    higher = and_(standings.c.rating >= above.rating, _above(above))
    query = _on(name, provisional=provisional).where(higher)
    ordered = query.order_by(standings.c.rating, standings.c.person).limit(most)
    return [StandingRow(*row) for row in await connection.execute(ordered)][::-1]


async def row_of(connection: AsyncConnection, name: str, person: PersonId) -> StandingRow | None:
    """Somebody on a list; None if they are not on it."""
    here = and_(standings.c.edition == edition_now(), standings.c.person == person, standings.c.list == name)
    row = (await connection.execute(standings_query().where(here))).one_or_none()
    return None if row is None else StandingRow(*row)


async def names_of(connection: AsyncConnection, persons: list[PersonId]) -> dict[PersonId, str]:
    """What people are called."""
    query = select(people.c.id, people.c.name).where(people.c.id.in_(persons))
    return {PersonId(row.id): row.name for row in await connection.execute(query)}


def _on(name: str, *, provisional: bool) -> Select[Any]:
    here = and_(standings.c.edition == edition_now(), standings.c.list == name)
    return standings_query().where(here, standings.c.provisional == int(provisional))


def _below(key: Key) -> ColumnElement[bool]:
    same = and_(standings.c.rating == key.rating, standings.c.person < key.person)
    return or_(standings.c.rating < key.rating, same)


def _above(key: Key) -> ColumnElement[bool]:
    same = and_(standings.c.rating == key.rating, standings.c.person > key.person)
    return or_(standings.c.rating > key.rating, same)
