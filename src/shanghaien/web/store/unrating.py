"""Which results count by decision of a moderator, inside a transaction of whoever asks."""

from collections.abc import Collection

from sqlalchemy import and_, delete, exists, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import GameId, PersonId

from .dialects import insert_into
from .result_rows import WATCH_COLUMNS, WatchRow
from .result_schema import clearings, results, unratings, watches
from .standings import edition_now


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


async def by_evidence(connection: AsyncConnection, most: int, before: WatchRow | None) -> list[WatchRow]:
    """Watches from the strongest evidence down, after one that is known."""
    columns = watches.c
    query = select(*(columns[name] for name in WATCH_COLUMNS)).where(columns.edition == edition_now())
    if before is not None:
        same = and_(columns.evidence == before.evidence, columns.person < before.person)
        query = query.where(or_(columns.evidence < before.evidence, same))
    ordered = query.order_by(columns.evidence.desc(), columns.person.desc()).limit(most)
    return [WatchRow(*row) for row in await connection.execute(ordered)]


async def clear(connection: AsyncConnection, person: PersonId, place: int) -> None:
    """Let nothing be known of how perfectly somebody played up to the review of this place."""
    row = insert_into(connection, clearings).values(person=person, place=place)
    await connection.execute(row.on_conflict_do_update(index_elements=["person"], set_={"place": place}))
    await connection.execute(delete(watches).where(watches.c.person == person))


async def cleared(connection: AsyncConnection, persons: Collection[PersonId]) -> dict[PersonId, int]:
    """Up to which place each of the people was cleared, as far as they were."""
    query = select(clearings.c.person, clearings.c.place).where(clearings.c.person.in_(sorted(persons)))
    return {PersonId(row.person): int(row.place) for row in await connection.execute(query)}


async def watch_text(connection: AsyncConnection, person: PersonId) -> str:
    """The watch of somebody as it is kept; empty if there is none."""
    theirs = and_(watches.c.edition == edition_now(), watches.c.person == person)
    return await connection.scalar(select(watches.c.sums).where(theirs)) or ""
