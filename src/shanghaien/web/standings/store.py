"""Standings and watches of one edition, read and written inside the caller's transaction."""

from collections.abc import Collection, Mapping
from dataclasses import asdict
from typing import Any, NamedTuple

from sqlalchemy import (
    ColumnElement,
    ScalarSelect,
    Select,
    Table,
    and_,
    cast,
    delete,
    exists,
    func,
    literal,
    or_,
    select,
    tuple_,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.types import Integer, String

from shanghaien.web.core.database.dialects import insert_into
from shanghaien.web.core.database.schema import facts
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.people.schema import names, people
from shanghaien.web.standings.model import Habit
from shanghaien.web.standings.results_store import STANDING_COLUMNS, WATCH_COLUMNS, StandingRow, WatchRow
from shanghaien.web.standings.schema import clearings, habits, results, standings, unratings, watches

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
    these = and_(standings.c.edition == edition, standings.c.person.in_(sorted(persons)))
    return [StandingRow(*row) for row in await connection.execute(standings_query().where(these))]


async def keep_standings(connection: AsyncConnection, edition: int, rows: Collection[StandingRow]) -> None:
    await _keep(connection, standings, [asdict(row) | {"edition": edition} for row in rows])


async def watch_rows(connection: AsyncConnection, edition: int, persons: Collection[PersonId]) -> list[WatchRow]:
    query = select(*(watches.c[name] for name in WATCH_COLUMNS))
    these = and_(watches.c.edition == edition, watches.c.person.in_(sorted(persons)))
    return [WatchRow(*row) for row in await connection.execute(query.where(these))]


async def keep_watches(connection: AsyncConnection, edition: int, rows: Collection[WatchRow]) -> None:
    await _keep(connection, watches, [asdict(row) | {"edition": edition} for row in rows])


async def _keep(connection: AsyncConnection, table: Table, rows: list[dict[str, Any]]) -> None:
    if not rows:
        return
    added, keys = insert_into(connection, table), [column.name for column in table.primary_key.columns]
    changed = {name: added.excluded[name] for name in rows[0] if name not in keys}
    await connection.execute(added.on_conflict_do_update(index_elements=keys, set_=changed), rows)


async def remove_other_editions(connection: AsyncConnection, kept: int, most: int) -> int:
    """Remove some rows of all editions but one; how many."""
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
    same = and_(*(old.c[name] == new.c[name] for name in SAME))
    same = and_(same, *(old.c[name].is_not_distinct_from(new.c[name]) for name in MAYBE))
    found: dict[tuple[str, str], None] = {}
    for here, there, edition, others in ((old, new, one, other), (new, old, other, one)):
        twin = exists().where(there.c.edition == others, same)
        query = select(here.c.person, here.c.list).where(here.c.edition == edition, ~twin).limit(100)
        found |= dict.fromkeys((row.person, row.list) for row in await connection.execute(query))
    return tuple(found)


# A list of strength page by page: by keys, so that the last page costs as much as the first.


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
        query = query.where(tuple_(standings.c.rating, standings.c.person) < tuple_(*below))
    ordered = query.order_by(standings.c.rating.desc(), standings.c.person.desc()).limit(most)
    return [StandingRow(*row) for row in await connection.execute(ordered)]


async def neighbours(connection: AsyncConnection, name: str, person: PersonId, most: int) -> list[StandingRow]:
    """A person with those right above and below them, the strongest first; empty if they are not on the list."""
    place = tuple_(standings.c.rating, standings.c.person)
    here = select(standings.c.rating).where(_own(name, person), standings.c.provisional == 0).scalar_subquery()
    own = _on(name, provisional=False)
    at = tuple_(here, literal(person, String))
    above = own.where(place > at).order_by(standings.c.rating, standings.c.person)
    below = own.where(place < at).order_by(standings.c.rating.desc(), standings.c.person.desc())
    parts = above.limit(most), own.where(standings.c.person == person), below.limit(most)
    found = await connection.execute(union_all(*(select(part.subquery()) for part in parts)))
    return sorted((StandingRow(*row) for row in found), key=lambda row: (row.rating, row.person), reverse=True)


async def row_named(connection: AsyncConnection, name: str, folded: str) -> StandingRow | None:
    """The row of the account with this normalised name."""
    known = select(names.c.person).where(names.c.folded == folded, names.c.held_until.is_(None)).scalar_subquery()
    row = (await connection.execute(standings_query().where(_own(name, known)))).one_or_none()
    return None if row is None else StandingRow(*row)


async def names_of(connection: AsyncConnection, persons: list[PersonId]) -> dict[PersonId, str]:
    query = select(people.c.id, people.c.name).where(people.c.id.in_(persons))
    return {PersonId(row.id): row.name for row in await connection.execute(query)}


def _own(name: str, person: Any) -> ColumnElement[bool]:
    return and_(standings.c.edition == edition_now(), standings.c.person == person, standings.c.list == name)


def _on(name: str, *, provisional: bool) -> Select[Any]:
    here = and_(standings.c.edition == edition_now(), standings.c.list == name)
    return standings_query().where(here, standings.c.provisional == int(provisional))


# What people have given away in all, by kind of decision and by round.


async def add_habits(connection: AsyncConnection, person: PersonId, more: Mapping[str, Habit]) -> None:
    for name, habit in sorted(more.items()):
        values = {"person": person, "habit": name, **habit._asdict()}
        row = insert_into(connection, habits).values(values)
        sums = {name: habits.c[name] + row.excluded[name] for name in Habit._fields}
        await connection.execute(row.on_conflict_do_update(index_elements=["person", "habit"], set_=sums))


# Which results count by decision of a moderator.

LOOKED_AT = 100
"""How many games of a person are looked at for those that count."""


class WatchedPerson(NamedTuple):
    """A person whose decisions are watched, in the order of the columns."""

    person: PersonId
    name: str
    closed: int | None
    since: int | None
    """From when on their games do not count."""
    sums: str
    evidence: float


class JudgedGame(NamedTuple):
    """A game of a person from their side, in the order of the columns."""

    game: GameId
    ended: int
    level: str
    score: int
    unrated: str
    hard: int | None
    """How many of their decisions were hard; None if no review says so."""
    perfect: int | None
    opponent: str | None


async def set_reason(connection: AsyncConnection, game: GameId, before: str, after: str) -> bool:
    """Let a game not count for this reason instead of that one; False if it had another."""
    these = and_(results.c.game == game, results.c.unrated == before)
    return (await connection.execute(update(results).where(these).values(unrated=after))).rowcount > 0


async def bar(connection: AsyncConnection, person: PersonId, since: int, reason: str) -> int:
    """Let no rated game of a person count since then; how many these are."""
    row = insert_into(connection, unratings).values(person=person, since=since)
    await connection.execute(row.on_conflict_do_update(index_elements=["person"], set_={"since": since}))
    theirs = and_(or_(results.c.person == person, results.c.opponent == person), results.c.ended >= since)
    changed = await connection.execute(update(results).where(theirs, results.c.unrated == "").values(unrated=reason))
    return changed.rowcount


async def unbar(connection: AsyncConnection, person: PersonId, reason: str) -> int:
    """Let a person's games count again, unless the other player is barred too; how many."""
    await connection.execute(delete(unratings).where(unratings.c.person == person))
    theirs = and_(or_(results.c.person == person, results.c.opponent == person), results.c.unrated == reason)
    others = or_(unratings.c.person == results.c.person, unratings.c.person == results.c.opponent)
    still = exists().where(others, unratings.c.since <= results.c.ended)
    return (await connection.execute(update(results).where(theirs, ~still).values(unrated=""))).rowcount


async def barred_since(connection: AsyncConnection, person: PersonId) -> int | None:
    found: int | None = await connection.scalar(select(unratings.c.since).where(unratings.c.person == person))
    return found


async def by_evidence(
    connection: AsyncConnection, most: int, least: float, after: tuple[float, PersonId] | None
) -> list[WatchedPerson]:
    """Watches from the strongest evidence down to the least, after a place."""
    query = _watched().where(watches.c.evidence >= least)
    if after is not None:
        query = query.where(tuple_(watches.c.evidence, watches.c.person) < tuple_(*after))
    ordered = query.order_by(watches.c.evidence.desc(), watches.c.person.desc()).limit(most)
    return [WatchedPerson(*row) for row in await connection.execute(ordered)]


async def watched(connection: AsyncConnection, person: PersonId) -> WatchedPerson | None:
    row = (await connection.execute(_watched().where(watches.c.person == person))).one_or_none()
    return None if row is None else WatchedPerson(*row)


def _watched() -> Select[Any]:
    them = watches.join(people, people.c.id == watches.c.person)
    columns = watches.c.person, people.c.name, people.c.closed, unratings.c.since, watches.c.sums, watches.c.evidence
    joined = them.outerjoin(unratings, unratings.c.person == watches.c.person)
    return select(*columns).select_from(joined).where(watches.c.edition == edition_now())


async def latest_games(connection: AsyncConnection, person: PersonId) -> list[JudgedGame]:
    theirs = ("game", "ended", "level", "score", "unrated", "hard", "perfect")
    columns = [*(results.c[name] for name in theirs), people.c.name]
    joined = results.outerjoin(people, people.c.id == results.c.opponent)
    query = select(*columns).select_from(joined).where(results.c.person == person)
    ordered = query.order_by(results.c.ended.desc(), results.c.game.desc()).limit(LOOKED_AT)
    return [JudgedGame(*row) for row in await connection.execute(ordered)]


async def clear(connection: AsyncConnection, person: PersonId, place: int) -> None:
    """Forget how perfectly a person played up to the review of this place."""
    row = insert_into(connection, clearings).values(person=person, place=place)
    await connection.execute(row.on_conflict_do_update(index_elements=["person"], set_={"place": place}))
    await connection.execute(delete(watches).where(watches.c.person == person))


async def cleared(connection: AsyncConnection, persons: Collection[PersonId]) -> dict[PersonId, int]:
    """Up to which place each of the people was cleared, as far as they were."""
    query = select(clearings.c.person, clearings.c.place).where(clearings.c.person.in_(sorted(persons)))
    return {PersonId(row.person): int(row.place) for row in await connection.execute(query)}
