"""Everything of a guest goes over to somebody's account, in one transaction."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from sqlalchemy import Table, and_, delete, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import GameId, PersonId

from . import day_schema, lobby_schema, notice_schema, order_schema, people_schema, result_schema, schema
from .day_ranks import move_tries
from .dialects import begins_with, insert_into

ONE_AT_A_TIME = text("SELECT pg_advisory_xact_lock(hashtextextended('guest ' || :guest, 0))")
"""PostgreSQL's lock for what one guest has; SQLite has one writer anyway."""
AT_ONCE = 500
"""Rows in one statement: both databases limit the values that it may have."""
Row = TypeVar("Row")


async def move_to(
    connection: AsyncConnection, guest: PersonId, account: PersonId, session: str = "", *, new: bool = False
) -> list[GameId]:
    """Give the account all that the guest has, and tell which games are among it; what the account has wins.

    Nothing moves twice: what is taken from the guest is taken by one transaction alone. Nothing that somebody else may
    have left in this browser opens an account that was there before: the guest's programs end, unless it is new, and
    the browser is told of turns for as long as the session lasts. A seat of a rated game that another account has stays
    that account's alone: with two of them it would count for nobody.
    """
    if connection.dialect.name == "postgresql":
        await connection.execute(ONE_AT_A_TIME, {"guest": guest})
    seats = await _take(connection, schema.seated, guest)
    kept = await _kept_by_others(connection, account, seats)
    await _give(connection, schema.seated, account, [row for row in seats if (row["game"], row["seat"]) not in kept])
    links = schema.links
    await connection.execute(update(links).where(links.c.used_by == guest).values(used_by=account))
    await _move_programs(connection, guest, account, new=new)
    await _move_pushes(connection, guest, account, session)
    owned = (people_schema.wishes, notice_schema.vacations, order_schema.notes)
    for table in (*owned, day_schema.puzzle_days, day_schema.mistakes, lobby_schema.offers):
        await _give(connection, table, account, await _take(connection, table, guest))
    await _move_visits(connection, guest, account)
    await _move_results(connection, guest, account)
    await _move_blocks(connection, guest, account)
    await _move_order(connection, guest, account)
    await move_tries(connection, guest, account)
    await _take(connection, lobby_schema.seekers, guest)  # whoever signs in asks for somebody to play with once more
    await _move_due(connection, guest, account)
    games = sorted({GameId(row["game"]) for row in seats})
    await _move_sent(connection, guest, account, games)
    return games


async def _take(connection: AsyncConnection, table: Table, guest: PersonId) -> list[dict[str, Any]]:
    taken = await connection.execute(delete(table).where(table.c.person == guest).returning(table))
    return [dict(row) for row in taken.mappings()]


async def _give(connection: AsyncConnection, table: Table, account: PersonId, rows: Sequence[dict[str, Any]]) -> None:
    for some in _parts(rows):
        given = [row | {"person": account} for row in some]
        await connection.execute(insert_into(connection, table).on_conflict_do_nothing(), given)


async def _kept_by_others(
    connection: AsyncConnection, account: PersonId, seats: Sequence[dict[str, Any]]
) -> set[tuple[str, int]]:
    """The seats of rated games among these that another account has."""
    seated, games, people = schema.seated, schema.games, people_schema.people
    query = select(seated.c.game, seated.c.seat).join(games, games.c.id == seated.c.game)
    query = query.join(people, people.c.id == seated.c.person).where(games.c.rated == 1, people.c.id != account)
    kept: set[tuple[str, int]] = set()
    for some in _parts(seats):
        found = await connection.execute(query.where(seated.c.game.in_([row["game"] for row in some])))
        kept |= {(row.game, row.seat) for row in found}
    return kept


async def _move_programs(connection: AsyncConnection, guest: PersonId, account: PersonId, *, new: bool) -> None:
    for table in (schema.tokens, notice_schema.webhooks):
        taken = await _take(connection, table, guest)
        if new:
            await _give(connection, table, account, taken)


async def _move_pushes(connection: AsyncConnection, guest: PersonId, account: PersonId, session: str) -> None:
    pushes = notice_schema.push_subscriptions
    if session:
        theirs = update(pushes).where(pushes.c.person == guest)
        await connection.execute(theirs.values(person=account, session=session))
    else:
        await connection.execute(delete(pushes).where(pushes.c.person == guest))


async def _move_visits(connection: AsyncConnection, guest: PersonId, account: PersonId) -> None:
    """Of two looks at one game the later one counts."""
    visits = notice_schema.visits
    for some in _parts(await _take(connection, visits, guest)):
        row = insert_into(connection, visits)
        later = {"at": row.excluded.at, "version": row.excluded.version}
        kept = row.on_conflict_do_update(
            index_elements=["person", "game"], set_=later, where=row.excluded.at > visits.c.at
        )
        await connection.execute(kept, [visit | {"person": account} for visit in some])


async def _move_results(connection: AsyncConnection, guest: PersonId, account: PersonId) -> None:
    """What the guest played counts as theirs now; it was not rated, and stays so."""
    results = result_schema.results
    for column in (results.c.person, results.c.opponent):
        await connection.execute(update(results).where(column == guest).values({column: account}))


async def _move_blocks(connection: AsyncConnection, guest: PersonId, account: PersonId) -> None:
    """Whom the guest kept away from, and who kept away from the guest; nobody keeps away from themselves."""
    blocks = order_schema.blocks
    for column in (blocks.c.person, blocks.c.other):
        taken = await connection.execute(delete(blocks).where(column == guest).returning(blocks))
        moved = [dict(row) | {column.key: account} for row in taken.mappings()]
        rows = [row for row in moved if row["person"] != row["other"]]
        if rows:
            await connection.execute(insert_into(connection, blocks).on_conflict_do_nothing(), rows)


async def _move_order(connection: AsyncConnection, guest: PersonId, account: PersonId) -> None:
    """What the guest said, what was reported by or about them, and what was laid on them stays with the person."""
    said, reports, sanctions = order_schema.said, order_schema.reports, order_schema.sanctions
    audit = order_schema.audit
    for column in (said.c.person, reports.c.person, reports.c.about, sanctions.c.person, audit.c.person):
        await connection.execute(update(column.table).where(column == guest).values({column: account}))


async def _move_due(connection: AsyncConnection, guest: PersonId, account: PersonId) -> None:
    """What waits to be told to the guest is told to the account: its subject is, or begins with, the person."""
    due = schema.due
    theirs = or_(due.c.subject == guest, begins_with(connection, due.c.subject, guest))
    kinds = due.c.kind.in_(("notice", "remind", "digest", "wished"))
    taken = await connection.execute(delete(due).where(kinds, theirs).returning(due))
    for row in list(taken.mappings()):
        subject = account + row["subject"].removeprefix(guest)
        values = {"kind": row["kind"], "subject": subject, "text": row["text"], "at": row["at"]}
        await connection.execute(insert_into(connection, due).values(values).on_conflict_do_nothing())


async def _move_sent(connection: AsyncConnection, guest: PersonId, account: PersonId, games: Sequence[GameId]) -> None:
    """What was told to the guest about these games is not told again."""
    sent = notice_schema.sent_notices
    for some in _parts(games):
        theirs = and_(sent.c.game.in_(some), sent.c.person == guest)
        taken = await connection.execute(delete(sent).where(theirs).returning(sent))
        await _give(connection, sent, account, [dict(row) for row in taken.mappings()])


def _parts(rows: Sequence[Row]) -> Iterable[Sequence[Row]]:
    return (rows[first : first + AT_ONCE] for first in range(0, len(rows), AT_ONCE))
