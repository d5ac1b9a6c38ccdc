"""Everything of a guest goes over to somebody's account, in one transaction."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from typing import Any, TypeVar

from sqlalchemy import Table, and_, delete, or_, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.database import schema as database_schema
from shanghaien.web.core.database.dialects import begins_with, insert_into, now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.jobs import set_due
from shanghaien.web.daily import schema as day_schema
from shanghaien.web.daily.ranks import drop_tries, move_tries
from shanghaien.web.lobby import schema as lobby_schema
from shanghaien.web.moderation import schema as order_schema
from shanghaien.web.notices import schema as notice_schema
from shanghaien.web.people import schema as people_schema
from shanghaien.web.people.store import HELD_MS
from shanghaien.web.standings import schema as result_schema
from shanghaien.web.standings.store import edition_now
from shanghaien.web.tables.store import schema
from shanghaien.web.tables.store import schema as store_schema
from shanghaien.web.talk import schema as talk_schema

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
    owned = (people_schema.wishes, store_schema.vacations, talk_schema.notes)
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
    for table in (people_schema.tokens, notice_schema.webhooks):
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
    visits = store_schema.visits
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
    blocks = people_schema.blocks
    for column in (blocks.c.person, blocks.c.other):
        taken = await connection.execute(delete(blocks).where(column == guest).returning(blocks))
        moved = [dict(row) | {column.key: account} for row in taken.mappings()]
        rows = [row for row in moved if row["person"] != row["other"]]
        if rows:
            await connection.execute(insert_into(connection, blocks).on_conflict_do_nothing(), rows)


async def _move_order(connection: AsyncConnection, guest: PersonId, account: PersonId) -> None:
    """What the guest said, what was reported by or about them, and what was laid on them stays with the person."""
    said, reports, sanctions = talk_schema.said, order_schema.reports, people_schema.sanctions
    audit = order_schema.audit
    for column in (said.c.person, reports.c.person, reports.c.about, sanctions.c.person, audit.c.person):
        await connection.execute(update(column.table).where(column == guest).values({column: account}))


async def _move_due(connection: AsyncConnection, guest: PersonId, account: PersonId) -> None:
    """What waits to be told to the guest is told to the account: its subject is, or begins with, the person."""
    due = database_schema.due
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


# Somebody goes: what is known of them goes at once; their seats are given up one game after the other.

LEAVE = "leave"
"""What giving up the seats of somebody who has gone is called among the things that are due; its subject is the person."""
GONE_AT_ONCE: tuple[Table, ...] = (
    *(people_schema.sessions, people_schema.passkeys, people_schema.recovery_codes, people_schema.mailboxes),
    *(people_schema.wishes, people_schema.tokens, notice_schema.push_subscriptions, notice_schema.webhooks),
    *(store_schema.visits, store_schema.vacations, notice_schema.sent_notices),
    *(result_schema.standings, result_schema.habits, result_schema.watches, result_schema.clearings),
    result_schema.unratings,
    *(people_schema.blocks, talk_schema.said, talk_schema.notes, people_schema.sanctions),
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
    blocks = people_schema.blocks
    await connection.execute(delete(blocks).where(blocks.c.other == person))
    await _forget_order(connection, person)
    await _leave_lobby(connection, person)
    held = {"person": "", "held_until": now_in(connection) + HELD_MS}
    await connection.execute(update(names).where(names.c.person == person).values(held))
    await connection.execute(delete(people).where(people.c.id == person))
    once = people_schema.once
    await connection.execute(delete(once).where(once.c.text.contains(f'"{person}"', autoescape=True)))
    due = database_schema.due.c
    theirs = or_(due.subject == person, begins_with(connection, due.subject, person))
    await connection.execute(
        delete(database_schema.due).where(due.kind.in_(("notice", "remind", "digest", "wished")), theirs)
    )
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


# All that is known of a person, for whoever it is about; secrets and their hashes are left out.

TOLD: dict[str, tuple[Table, tuple[str, ...]]] = {
    "names": (people_schema.names, ("folded", "held_until")),
    "devices": (people_schema.sessions, ("label", "created", "seen")),
    "passkeys": (people_schema.passkeys, ("label", "created", "used", "count")),
    "mailboxes": (people_schema.mailboxes, ("address", "confirmed")),
    "wishes": (people_schema.wishes, ("text",)),
    "programs": (people_schema.tokens, ("name", "scope", "created")),
    "push": (notice_schema.push_subscriptions, ("label", "endpoint", "language", "created", "failures")),
    "webhooks": (notice_schema.webhooks, ("address", "failures")),
    "vacations": (store_schema.vacations, ("begins", "ends")),
    "visits": (store_schema.visits, ("game", "at", "version", "muted")),
    "results": (result_schema.results, ("game", "ended", "setup", "pace", "score", "unrated", "luck", "loss")),
    "standings": (result_schema.standings, ("list", "rating", "deviation", "games", "skill", "skill_deviation")),
    "unrated": (result_schema.unratings, ("since",)),
    "habits": (result_schema.habits, ("habit", "decisions", "loss", "stake")),
    "blocked": (people_schema.blocks, ("name", "at")),
    "said": (talk_schema.said, ("game", "number", "kind", "text", "at")),
    "notes": (talk_schema.notes, ("game", "text", "at")),
    "reports": (order_schema.reports, ("at", "name", "game", "reason", "words", "closed", "outcome", "answer")),
    "sanctions": (people_schema.sanctions, ("at", "kind", "time", "reason", "lifted")),
    "days": (day_schema.day_tries, ("day", "game", "ranked", "points", "points_against", "loss", "rounds", "streak")),
    "daily puzzles": (day_schema.puzzle_days, ("day", "solved")),
    "mistakes": (day_schema.mistakes, ("game", "step", "played", "card", "due", "made", "sits")),
    "offers": (lobby_schema.offers, ("game", "pace", "rated", "low", "high", "word", "created", "until")),
    "seeking": (lobby_schema.seekers, ("pace", "rated", "since", "until")),
    "seats": (schema.seated, ("game", "seat")),
}
"""What is told under which name: which columns of which table."""
GAMES_AT_ONCE = 200


class KnownOfPerson:
    """Reads all that the store holds of one person."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def told(self, person: PersonId) -> dict[str, Any]:
        """Everything except for the games themselves; times are milliseconds since 1970 (UTC)."""
        people = people_schema.people
        async with self._database.reading() as connection:
            query = select(people.c.name, people.c.role, people.c.created).where(people.c.id == person)
            about = (await connection.execute(query)).mappings().one_or_none()
            rows = {name: await _rows(connection, *told, person) for name, told in TOLD.items()}
        return {"about": dict(about or {}), **rows}

    async def games(self, person: PersonId, after: str) -> list[GameId]:
        """The ids of the person's games in their order, some at a time."""
        seated = schema.seated.c
        mine = select(seated.game).where(seated.person == person, seated.game > after).distinct()
        async with self._database.glancing() as connection:
            return list(await connection.scalars(mine.order_by(seated.game).limit(GAMES_AT_ONCE)))


async def _rows(
    connection: AsyncConnection, table: Table, columns: tuple[str, ...], person: PersonId
) -> list[dict[str, Any]]:
    wanted = [table.c[name] for name in columns]
    query = select(*wanted).where(table.c.person == person).order_by(*wanted)
    if "edition" in table.c:
        query = query.where(table.c.edition == edition_now())
    return [dict(row) for row in (await connection.execute(query)).mappings()]


# All that is known of a person, for themselves to take along.


class OwnArchive:
    """Tells people what is known of them, and which games are theirs."""

    def __init__(self, database: Database) -> None:
        self._known = KnownOfPerson(database)
        self.one_at_a_time = asyncio.Semaphore(1)
        """Games have to be played again to be written down: however many people ask, others go on playing."""

    async def told(self, person: PersonId) -> dict[str, Any]:
        """Everything except for the games themselves; times are milliseconds since 1970 (UTC)."""
        return await self._known.told(person)

    async def games(self, person: PersonId) -> AsyncIterator[GameId]:
        """The ids of their games, in order."""
        last = ""
        while games := await self._known.games(person, last):
            for game in games:
                yield game
            last = games[-1]
