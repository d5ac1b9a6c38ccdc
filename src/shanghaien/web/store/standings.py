"""Standings and watches of one edition, read and written inside a transaction of whoever asks."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, ScalarSelect, Select, Table, and_, cast, delete, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import Integer

from shanghaien.web.ids import PersonId

from .dialects import insert_into
from .result_rows import STANDING_COLUMNS, WATCH_COLUMNS, StandingRow, WatchRow, values_of
from .result_schema import standings, watches
from .schema import facts

EDITION = "standings"
"""The fact that names the edition that counts; 0 before there was another."""

MAYBE = ("skill", "skill_deviation")
"""The columns of a standing that may be empty."""
SAME = tuple(name for name in STANDING_COLUMNS if name not in MAYBE)


def edition_now() -> ScalarSelect[int]:
    """The edition that counts, as a part of a statement."""
    named = select(cast(facts.c.value, Integer)).where(facts.c.name == EDITION).scalar_subquery()
    return select(func.coalesce(named, 0)).scalar_subquery()


def standings_query() -> Select[Any]:
    """All standings, column by column as `StandingRow` takes them."""
    return select(*(standings.c[name] for name in STANDING_COLUMNS))


async def standing_rows(connection: AsyncConnection, edition: int, persons: Collection[PersonId]) -> list[StandingRow]:
    """How strong these people are, by the lists they are on."""
    these = and_(standings.c.edition == edition, standings.c.person.in_(sorted(persons)))
    return [StandingRow(*row) for row in await connection.execute(standings_query().where(these))]


async def keep_standings(connection: AsyncConnection, edition: int, rows: Collection[StandingRow]) -> None:
    """Let people be so strong."""
    await _keep(connection, standings, [values_of(row) | {"edition": edition} for row in rows])


async def watch_rows(connection: AsyncConnection, edition: int, persons: Collection[PersonId]) -> list[WatchRow]:
    """What is known about how perfectly these people play."""
    query = select(*(watches.c[name] for name in WATCH_COLUMNS))
    these = and_(watches.c.edition == edition, watches.c.person.in_(sorted(persons)))
    return [WatchRow(*row) for row in await connection.execute(query.where(these))]


async def keep_watches(connection: AsyncConnection, edition: int, rows: Collection[WatchRow]) -> None:
    """Let this be known of people."""
    await _keep(connection, watches, [values_of(row) | {"edition": edition} for row in rows])


async def _keep(connection: AsyncConnection, table: Table, rows: list[dict[str, Any]]) -> None:
    if not rows:
        return
    added, keys = insert_into(connection, table), [column.name for column in table.primary_key.columns]
    changed = {name: added.excluded[name] for name in rows[0] if name not in keys}
    await connection.execute(added.on_conflict_do_update(index_elements=keys, set_=changed), rows)


async def remove_other_editions(connection: AsyncConnection, kept: int, most: int) -> int:
    """Remove some rows of all editions but one; tell how many."""
    gone = 0
    for table in (standings, watches):
        columns = table.c
        others = or_(columns.edition < kept, columns.edition > kept)
        some = select(columns.edition, columns.person).where(others).limit(most)
        for edition, person in {tuple(row) for row in await connection.execute(some)}:
            theirs = and_(columns.edition == edition, columns.person == person)
            gone += (await connection.execute(delete(table).where(theirs))).rowcount
    return gone


async def differences(connection: AsyncConnection, one: int, other: int) -> tuple[tuple[str, str], ...]:
    """Whose standing by which list is not the same in two editions, up to a hundred."""
    old, new = standings.alias("old"), standings.alias("new")
    same = and_(*(old.c[name] == new.c[name] for name in SAME), *(_equal(old.c[name], new.c[name]) for name in MAYBE))
    found: dict[tuple[str, str], None] = {}
    for here, there, edition, others in ((old, new, one, other), (new, old, other, one)):
        twin = exists().where(there.c.edition == others, same)
        query = select(here.c.person, here.c.list).where(here.c.edition == edition, ~twin).limit(100)
        found |= dict.fromkeys((row.person, row.list) for row in await connection.execute(query))
    return tuple(found)


def _equal(one: ColumnElement[Any], other: ColumnElement[Any]) -> ColumnElement[bool]:
    return or_(one == other, and_(one.is_(None), other.is_(None)))
