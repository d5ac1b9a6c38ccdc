"""What was sent about which turn, so that nothing is sent twice; and what decides whether anything is sent at all."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import GameId, PersonId, Version

from . import notice_schema, schema
from .database import Database
from .dialects import insert_into, now_in
from .due import DueWish, wish


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
    """Whoever marked it sends it, and nobody else."""
    BEFORE = "before"
    """Somebody has sent it, or was about to."""
    MOVED_ON = "moved on"
    """The game is not any more where the notice was made for."""


@dataclass(frozen=True, slots=True)
class NoticeStore:
    """The store of notices. Every method is one transaction."""

    database: Database

    async def look(self, person: PersonId, game: GameId) -> Look:
        """The person's last look at the game."""
        visits = notice_schema.visits.c
        query = select(visits.at, visits.version, visits.muted).where(visits.person == person, visits.game == game)
        async with self.database.glancing() as connection:
            row = (await connection.execute(query)).one_or_none()
        return Look() if row is None else Look(row.at, row.version, bool(row.muted))

    async def mark(self, mark: Mark, version: Version | None = None) -> Marked:
        """Mark a notice as sent, before it is; if a version is named, only while the game is still there."""
        async with self.database.writing() as connection:
            if version is not None and await _version(connection, mark.game) != version:
                return Marked.MOVED_ON
            values = _values(mark) | {"at": now_in(connection)}
            row = insert_into(connection, notice_schema.sent_notices).values(values).on_conflict_do_nothing()
            return Marked.NOW if (await connection.execute(row)).rowcount == 1 else Marked.BEFORE

    async def unmark(self, mark: Mark, again: DueWish) -> None:
        """Nothing was sent after all, and it is tried again: whoever took it for sent may have called it done."""
        sent = notice_schema.sent_notices
        same = and_(*(sent.c[name] == value for name, value in _values(mark).items()))
        async with self.database.writing() as connection:
            await connection.execute(delete(sent).where(same))
            await wish(connection, [again])

    async def waiting(self, person: PersonId) -> list[GameId]:
        """The games between two people that wait for the person and of which they want notices, most urgent first."""
        async with self.database.glancing() as connection:
            return list(await connection.scalars(_waiting(person)))


def _values(mark: Mark) -> dict[str, Any]:
    game, turn, person, place, kind = mark
    return {"game": game, "turn": turn, "person": person, "channel": place, "kind": kind}


async def _version(connection: AsyncConnection, game: str) -> int | None:
    # On PostgreSQL a move that comes meanwhile waits until the mark is there, so it is plain which was first.
    query = select(schema.games.c.version).where(schema.games.c.id == game).with_for_update(read=True)
    found: int | None = (await connection.execute(query)).scalar_one_or_none()
    return found


def _waiting(person: PersonId) -> Select[tuple[GameId]]:
    games, seated, visits = schema.games, schema.seated, notice_schema.visits
    own = and_(seated.c.game == games.c.id, seated.c.seat == games.c.waits_for)
    looked = and_(visits.c.person == seated.c.person, visits.c.game == games.c.id)
    open_: ColumnElement[bool] = and_(games.c.result.is_(None), games.c.mode == "invite")
    found = select(games.c.id).join(seated, own).outerjoin(visits, looked)
    wanted = found.where(seated.c.person == person, seated.c.ended.is_(None), open_, visits.c.muted.is_distinct_from(1))
    return wanted.order_by(games.c.deadline.is_(None), games.c.deadline, games.c.updated)
