"""Which results count by decision of a moderator, inside a transaction of whoever asks."""

from collections.abc import Collection
from typing import Any, NamedTuple

from sqlalchemy import Select, and_, delete, exists, or_, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import GameId, PersonId

from .dialects import insert_into
from .people_schema import people
from .result_schema import clearings, results, unratings, watches
from .standings import edition_now

LOOKED_AT = 100
"""How many games of somebody are looked at for those that count."""


class WatchedPerson(NamedTuple):
    """Somebody whose decisions are watched, in the order of the columns."""

    person: PersonId
    name: str
    closed: int | None
    since: int | None
    """From when on their games do not count."""
    sums: str
    evidence: float


class JudgedGame(NamedTuple):
    """A game of somebody from their side, in the order of the columns."""

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
    """Let no rated game of somebody count since then; how many these are."""
    row = insert_into(connection, unratings).values(person=person, since=since)
    await connection.execute(row.on_conflict_do_update(index_elements=["person"], set_={"since": since}))
    theirs = and_(or_(results.c.person == person, results.c.opponent == person), results.c.ended >= since)
    changed = await connection.execute(update(results).where(theirs, results.c.unrated == "").values(unrated=reason))
    return changed.rowcount


async def unbar(connection: AsyncConnection, person: PersonId, reason: str) -> int:
    """Let games count again that did not because of somebody, unless the other player is barred too; how many."""
    await connection.execute(delete(unratings).where(unratings.c.person == person))
    theirs = and_(or_(results.c.person == person, results.c.opponent == person), results.c.unrated == reason)
    others = or_(unratings.c.person == results.c.person, unratings.c.person == results.c.opponent)
    still = exists().where(others, unratings.c.since <= results.c.ended)
    return (await connection.execute(update(results).where(theirs, ~still).values(unrated=""))).rowcount


async def barred_since(connection: AsyncConnection, person: PersonId) -> int | None:
    """From when on games of somebody do not count."""
    found: int | None = await connection.scalar(select(unratings.c.since).where(unratings.c.person == person))
    return found


async def by_evidence(
    connection: AsyncConnection, most: int, least: float, after: tuple[float, PersonId] | None
) -> list[WatchedPerson]:
    """Watches from the strongest evidence down to the least, after a place that is known."""
    query = _watched().where(watches.c.evidence >= least)
    if after is not None:
        query = query.where(tuple_(watches.c.evidence, watches.c.person) < tuple_(*after))
    ordered = query.order_by(watches.c.evidence.desc(), watches.c.person.desc()).limit(most)
    return [WatchedPerson(*row) for row in await connection.execute(ordered)]


async def watched(connection: AsyncConnection, person: PersonId) -> WatchedPerson | None:
    """The watch over somebody."""
    row = (await connection.execute(_watched().where(watches.c.person == person))).one_or_none()
    return None if row is None else WatchedPerson(*row)


def _watched() -> Select[Any]:
    them = watches.join(people, people.c.id == watches.c.person)
    columns = watches.c.person, people.c.name, people.c.closed, unratings.c.since, watches.c.sums, watches.c.evidence
    joined = them.outerjoin(unratings, unratings.c.person == watches.c.person)
    return select(*columns).select_from(joined).where(watches.c.edition == edition_now())


async def latest_games(connection: AsyncConnection, person: PersonId) -> list[JudgedGame]:
    """The latest games of somebody, whether they count or not."""
    theirs = ("game", "ended", "level", "score", "unrated", "hard", "perfect")
    columns = [*(results.c[name] for name in theirs), people.c.name]
    joined = results.outerjoin(people, people.c.id == results.c.opponent)
    query = select(*columns).select_from(joined).where(results.c.person == person)
    ordered = query.order_by(results.c.ended.desc(), results.c.game.desc()).limit(LOOKED_AT)
    return [JudgedGame(*row) for row in await connection.execute(ordered)]


async def clear(connection: AsyncConnection, person: PersonId, place: int) -> None:
    """Let nothing be known of how perfectly somebody played up to the review of this place."""
    row = insert_into(connection, clearings).values(person=person, place=place)
    await connection.execute(row.on_conflict_do_update(index_elements=["person"], set_={"place": place}))
    await connection.execute(delete(watches).where(watches.c.person == person))


async def cleared(connection: AsyncConnection, persons: Collection[PersonId]) -> dict[PersonId, int]:
    """Up to which place each of the people was cleared, as far as they were."""
    query = select(clearings.c.person, clearings.c.place).where(clearings.c.person.in_(sorted(persons)))
    return {PersonId(row.person): int(row.place) for row in await connection.execute(query)}
