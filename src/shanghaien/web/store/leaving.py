"""Somebody goes: what is known of them goes at once; their seats are given up one game after the other."""

from sqlalchemy import Table, and_, delete, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import GameId, PersonId

from . import day_schema, lobby_schema, notice_schema, order_schema, people_schema, result_schema, schema
from .database import Database
from .day_ranks import drop_tries
from .dialects import begins_with, now_in
from .due import set_due
from .names import HELD_MS

LEAVE = "leave"
"""What giving up the seats of somebody who has gone is called among the things that are due; its subject is the person."""
GONE_AT_ONCE: tuple[Table, ...] = (
    *(people_schema.sessions, people_schema.passkeys, people_schema.recovery_codes, people_schema.mailboxes),
    *(people_schema.wishes, schema.tokens, notice_schema.push_subscriptions, notice_schema.webhooks),
    *(notice_schema.visits, notice_schema.vacations, notice_schema.sent_notices),
    *(result_schema.standings, result_schema.habits, result_schema.watches, result_schema.clearings),
    result_schema.unratings,
    *(order_schema.blocks, order_schema.said, order_schema.notes, order_schema.sanctions),
    *(day_schema.puzzle_days, day_schema.mistakes),
    *(lobby_schema.offers, lobby_schema.seekers),
)


async def remove_person(connection: AsyncConnection, person: PersonId) -> bool:
    """Remove all that is known of somebody, and let their seats be given up; False if there is no such account.

    The name is held for nobody for a while, so that nobody else is taken for them.
    """
    people, names = people_schema.people, people_schema.names
    known = await connection.execute(select(people.c.id).where(people.c.id == person).with_for_update())
    if known.one_or_none() is None:
        return False
    for table in GONE_AT_ONCE:
        await connection.execute(delete(table).where(table.c.person == person))
    await _forget_results(connection, person)
    await drop_tries(connection, person)
    blocks = order_schema.blocks
    await connection.execute(delete(blocks).where(blocks.c.other == person))
    await _forget_order(connection, person)
    await _leave_lobby(connection, person)
    held = {"person": "", "held_until": now_in(connection) + HELD_MS}
    await connection.execute(update(names).where(names.c.person == person).values(held))
    await connection.execute(delete(people).where(people.c.id == person))
    once = people_schema.once
    await connection.execute(delete(once).where(once.c.text.contains(f'"{person}"', autoescape=True)))
    due = schema.due.c
    theirs = or_(due.subject == person, begins_with(connection, due.subject, person))
    await connection.execute(delete(schema.due).where(due.kind.in_(("notice", "remind", "digest", "wished")), theirs))
    await set_due(connection, LEAVE, person, 0)
    return True


async def _forget_results(connection: AsyncConnection, person: PersonId) -> None:
    """Their opponents keep the results, against nobody that can be found."""
    results = result_schema.results
    for column in (results.c.person, results.c.opponent):
        await connection.execute(update(results).where(column == person).values({column: ""}))


async def _forget_order(connection: AsyncConnection, person: PersonId) -> None:
    """What others reported, and what was done about it, remains without leading to anybody."""
    reports, audit = order_schema.reports, order_schema.audit
    for column in (reports.c.person, reports.c.about):
        await connection.execute(update(reports).where(column == person).values({column: ""}))
    for column, name in ((audit.c.person, audit.c.name), (audit.c.by, audit.c.by_name)):
        await connection.execute(update(audit).where(column == person).values({column: "", name: ""}))


async def _leave_lobby(connection: AsyncConnection, person: PersonId) -> None:
    """Nobody waits for them any more, and nobody watches them."""
    seekers, watchable = lobby_schema.seekers, lobby_schema.watchable
    alone = {"partner": "", "agreed": 0}
    await connection.execute(update(seekers).where(seekers.c.partner == person).values(alone))
    await connection.execute(update(seekers).where(seekers.c.passed == person).values(passed=""))
    for column in (watchable.c.first, watchable.c.second):
        await connection.execute(delete(watchable).where(column == person))


class SeatsLeft:
    """The seats of somebody who has gone. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def games(self, person: PersonId, most: int) -> list[GameId]:
        """Some of the games in which they still have a seat."""
        seated = schema.seated.c
        query = select(seated.game).where(seated.person == person).distinct().limit(most)
        async with self._database.glancing() as connection:
            return list(await connection.scalars(query))

    async def give_up(self, game: GameId, person: PersonId) -> None:
        """They have no seat there any more, and what links of theirs could still give away is gone."""
        seated, links = schema.seated, schema.links
        async with self._database.writing() as connection:
            theirs = and_(seated.c.game == game, seated.c.person == person)
            seats = select(seated.c.seat).where(theirs)
            await connection.execute(delete(links).where(links.c.game == game, links.c.seat.in_(seats)))
            await connection.execute(delete(seated).where(theirs))
