"""Standings and watches of one edition, read and written inside a transaction of whoever asks."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, ScalarSelect, Select, and_, cast, delete, exists, func, or_, select
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


async def standing_rows(
    connection: AsyncConnection, edition: int, persons: Collection[PersonId], name: str
) -> dict[PersonId, StandingRow]:
    """How strong these people are by one list, as far as they are on it."""
    these = and_(standings.c.edition == edition, standings.c.person.in_(sorted(persons)), standings.c.list == name)
    found = await connection.execute(standings_query().where(these))
    return {row.person: row for row in (StandingRow(*each) for each in found)}


async def keep_standing(connection: AsyncConnection, edition: int, row: StandingRow) -> None:
    """Let this be how strong somebody is."""
    values = values_of(row) | {"edition": edition}
    keys = ("edition", "person", "list")
    changed = {name: value for name, value in values.items() if name not in keys}
    added = insert_into(connection, standings).values(values)
    await connection.execute(added.on_conflict_do_update(index_elements=keys, set_=changed))


async def watch_rows(
    connection: AsyncConnection, edition: int, persons: Collection[PersonId]
) -> dict[PersonId, WatchRow]:
    """What is known about how perfectly these people play."""
    query = select(*(watches.c[name] for name in WATCH_COLUMNS))
    these = and_(watches.c.edition == edition, watches.c.person.in_(sorted(persons)))
    return {row.person: row for row in (WatchRow(*each) for each in await connection.execute(query.where(these)))}


async def keep_watch(connection: AsyncConnection, edition: int, row: WatchRow) -> None:
    """Let this be known of them."""
    values = values_of(row) | {"edition": edition}
    changed = {"sums": row.sums, "evidence": row.evidence}
    added = insert_into(connection, watches).values(values)
    await connection.execute(added.on_conflict_do_update(index_elements=("edition", "person"), set_=changed))


async def remove_other_editions(connection: AsyncConnection, kept: Collection[int], most: int) -> int:
    """Remove some rows of editions that nobody needs; tell how many."""
    gone = 0
    for table in (standings, watches):
        key = tuple(table.primary_key.columns)
        some = select(*key).where(table.c.edition.not_in(kept)).limit(most)
        rows = (await connection.execute(some)).all()
        for row in rows:
            this = and_(*(column == value for column, value in zip(key, row, strict=True)))
            await connection.execute(delete(table).where(this))
        gone += len(rows)
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
