"""What was sent about which turn, so that nothing is sent twice; and what decides whether anything is sent at all."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, Table, and_, delete, func, literal_column, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.database import schema as database_schema
from shanghaien.web.core.database.dialects import begins_with, insert_into, now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.person_rows import Joining, PersonRows, batches, give, move_if_new
from shanghaien.web.core.ids import GameId, PersonId, Version
from shanghaien.web.core.jobs import NewJob, schedule_all
from shanghaien.web.notices.schema import sent_notices, webhooks
from shanghaien.web.tables.store.schema import games, seated, visits


class Look(NamedTuple):
    """When a person last looked at a game, how far it had come then, and whether they want no notices of it."""

    at: int = 0
    version: int = 0
    muted: bool = False


class Mark(NamedTuple):
    """A notice to a place of a person; there is one of each."""

    game: str
    """Empty for what is not about one game."""
    turn: int
    person: PersonId
    place: str
    kind: str


class Marked(Enum):
    """What came of marking a notice as sent."""

    NOW = "now"
    """The caller has marked it and must send it."""
    BEFORE = "before"
    """It was sent, or another caller is about to send it."""
    MOVED_ON = "moved on"
    """The game has another version than the notice was made for."""


@dataclass(frozen=True, slots=True)
class NoticeStore:
    """The store of notices. Every method is one transaction."""

    database: Database

    async def look(self, person: PersonId, game: GameId) -> Look:
        query = select(visits.c.at, visits.c.version, visits.c.muted)
        query = query.where(visits.c.person == person, visits.c.game == game)
        row = await self.database.fetch_one(query)
        return Look() if row is None else Look(row.at, row.version, bool(row.muted))

    async def mark(self, mark: Mark, version: Version | None = None) -> Marked:
        """Mark a notice as sent, before it is; if a version is named, only while the game is still there."""
        async with self.database.write() as connection:
            if version is not None and await _version(connection, mark.game) != version:
                return Marked.MOVED_ON
            values = _values(mark) | {"at": now_in(connection)}
            row = insert_into(connection, sent_notices).values(values).on_conflict_do_nothing()
            return Marked.NOW if (await connection.execute(row)).rowcount == 1 else Marked.BEFORE

    async def unmark(self, mark: Mark, again: NewJob) -> None:
        """Nothing was sent after all: schedule it again, in case another process has called it done."""
        same = and_(*(sent_notices.c[name] == value for name, value in _values(mark).items()))
        async with self.database.write() as connection:
            await connection.execute(delete(sent_notices).where(same))
            await schedule_all(connection, [again])

    async def waiting(self, person: PersonId) -> list[GameId]:
        """The games between two people that wait for the person and of which they want notices, most urgent first."""
        return [row.id for row in await self.database.fetch_all(_waiting(person))]


def _values(mark: Mark) -> dict[str, Any]:
    game, turn, person, place, kind = mark
    return {"game": game, "turn": turn, "person": person, "channel": place, "kind": kind}


async def _version(connection: AsyncConnection, game: str) -> int | None:
    # On PostgreSQL a move that comes meanwhile waits until the mark is there, so it is plain which was first.
    query = select(games.c.version).where(games.c.id == game).with_for_update(read=True)
    found: int | None = (await connection.execute(query)).scalar_one_or_none()
    return found


def _waiting(person: PersonId) -> Select[tuple[GameId]]:
    own = and_(seated.c.game == games.c.id, seated.c.seat == games.c.waits_for)
    looked = and_(visits.c.person == seated.c.person, visits.c.game == games.c.id)
    open_: ColumnElement[bool] = and_(games.c.result.is_(None), games.c.mode == "invite")
    found = select(games.c.id).join(seated, own).outerjoin(visits, looked)
    wanted = found.where(seated.c.person == person, seated.c.ended.is_(None), open_, visits.c.muted.is_distinct_from(1))
    return wanted.order_by(games.c.deadline.is_(None), games.c.deadline, games.c.updated)


# Games of which people want no notices.

MOST_LISTED = 50
"""Muted games that are listed, those looked at last first."""


class MuteStore:
    """The store of muted games. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def set(self, person: PersonId, game: GameId, *, muted: bool) -> None:
        wish = {"muted": int(muted)}
        async with self._database.write() as connection:
            row = insert_into(connection, visits).values(person=person, game=game, **wish)
            await connection.execute(row.on_conflict_do_update(index_elements=["person", "game"], set_=wish))

    async def of(self, person: PersonId) -> list[GameId]:
        muted = select(visits.c.game).where(visits.c.person == person, visits.c.muted == literal_column("1"))
        latest = muted.order_by(visits.c.at.desc(), visits.c.game).limit(MOST_LISTED)
        return [GameId(row.game) for row in await self._database.fetch_all(latest)]


# When something was last sent to each place of a person.


class LastSent:
    """Reads when something was last sent to each place. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: PersonId) -> dict[str, int]:
        """The time of the last notice to each of the person's places, by the channels' names for them."""
        sent = sent_notices.c
        last = select(sent.channel, func.max(sent.at)).where(sent.person == person).group_by(sent.channel)
        return {place: int(at) for place, at in await self._database.fetch_all(last)}


JOBS_OF_A_PERSON = ("notice", "remind", "digest", "preferences")
"""Kinds of jobs whose subject is, or begins with, the person."""


def _jobs_of(connection: AsyncConnection, table: Table, person: PersonId) -> ColumnElement[bool]:
    theirs = or_(table.c.subject == person, begins_with(connection, table.c.subject, person))
    return and_(table.c.kind.in_(JOBS_OF_A_PERSON), theirs)


async def _move_jobs(connection: AsyncConnection, table: Table, joining: Joining) -> None:
    """What waits to be sent to the guest is sent to the account."""
    theirs = _jobs_of(connection, table, joining.guest)
    taken = await connection.execute(delete(table).where(theirs).returning(table))
    for row in list(taken.mappings()):
        subject = joining.account + row["subject"].removeprefix(joining.guest)
        values = {"kind": row["kind"], "subject": subject, "payload": row["payload"], "at": row["at"]}
        await connection.execute(insert_into(connection, table).values(values).on_conflict_do_nothing())


async def _remove_jobs(connection: AsyncConnection, table: Table, person: PersonId) -> None:
    await connection.execute(delete(table).where(_jobs_of(connection, table, person)))


async def _move_sent(connection: AsyncConnection, table: Table, joining: Joining) -> None:
    """What was sent to the guest about their games is not sent again."""
    for some in batches(joining.games):
        theirs = and_(table.c.game.in_(some), table.c.person == joining.guest)
        taken = await connection.execute(delete(table).where(theirs).returning(table))
        await give(connection, table, joining.account, [dict(row) for row in taken.mappings()])


PERSON_ROWS = [
    PersonRows(webhooks, move_if_new, name="webhooks", columns=("address", "failures")),
    PersonRows(database_schema.jobs, _move_jobs, _remove_jobs),
    PersonRows(sent_notices, _move_sent),
]
