"""Who is signed in where. Of what a browser shows only the hash is stored."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import PersonId

from . import people_schema
from .database import Database
from .dialects import now_in
from .notice_schema import push_subscriptions

LASTS_MS = 365 * 24 * 3600 * 1000
"""A session that was not used for so long is over."""


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A browser in which somebody is signed in."""

    hash: str
    label: str
    created: int
    seen: int


@dataclass(frozen=True, slots=True)
class SignedIn:
    """Who is signed in, and what they wish."""

    person: PersonId
    name: str
    role: str
    wishes: str | None
    seen: int


async def add_session(connection: AsyncConnection, digest: str, person: PersonId, label: str) -> None:
    """Begin a session; those of the person's that are over go."""
    sessions, now = people_schema.sessions, now_in(connection)
    await end_sessions(connection, sessions.c.seen < now - LASTS_MS, sessions.c.person == person)
    row = {"hash": digest, "person": person, "label": label, "created": now, "seen": now}
    await connection.execute(insert(sessions).values(row))


async def replace_session(connection: AsyncConnection, person: PersonId, digest: str, by: str) -> None:
    """End a session, instead of which its browser has another one; one that is not there is no matter.

    If it is the same person's, the browser goes on telling them of their turns.
    """
    pushes = push_subscriptions
    same = pushes.c.session == digest, pushes.c.person == person
    await connection.execute(update(pushes).where(*same).values(session=by))
    await end_sessions(connection, people_schema.sessions.c.hash == digest)


class SessionStore:
    """The store of sessions. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def signed_in(self, digest: str) -> SignedIn | None:
        """Whose session it is; None if there is none, or none any more."""
        sessions, people, wishes = people_schema.sessions, people_schema.people, people_schema.wishes
        query = (
            select(people.c.id, people.c.name, people.c.role, wishes.c.text, sessions.c.seen)
            .select_from(sessions)
            .join(people, people.c.id == sessions.c.person)
            .join(wishes, wishes.c.person == people.c.id, isouter=True)
        )
        async with self.database.glancing() as connection:
            good = (
                sessions.c.hash == digest,
                sessions.c.seen >= now_in(connection) - LASTS_MS,
                people.c.closed.is_(None),
            )
            row = (await connection.execute(query.where(*good))).one_or_none()
            return None if row is None else SignedIn(*row)

    async def touch(self, digest: str) -> None:
        """Note that the session is used."""
        sessions = people_schema.sessions
        async with self.database.writing() as connection:
            seen = update(sessions).where(sessions.c.hash == digest).values(seen=now_in(connection))
            await connection.execute(seen)

    async def of(self, person: PersonId) -> list[SessionRow]:
        """Where the person is signed in, the one used last first."""
        sessions = people_schema.sessions.c
        columns = sessions.hash, sessions.label, sessions.created, sessions.seen
        query = select(*columns).where(sessions.person == person).order_by(sessions.seen.desc(), sessions.hash)
        async with self.database.glancing() as connection:
            rows = await connection.execute(query.where(sessions.seen >= now_in(connection) - LASTS_MS))
            return [SessionRow(*row) for row in rows]

    async def remove(self, person: PersonId, digest: str) -> None:
        """End one of the person's sessions; somebody else's stays."""
        sessions = people_schema.sessions.c
        async with self.database.writing() as connection:
            await end_sessions(connection, sessions.person == person, sessions.hash == digest)

    async def remove_all(self, person: PersonId, but: str = "") -> None:
        """End all of the person's sessions, except for one."""
        sessions = people_schema.sessions.c
        async with self.database.writing() as connection:
            await end_sessions(connection, sessions.person == person, sessions.hash != but)


async def end_sessions(connection: AsyncConnection, *which: ColumnElement[bool]) -> None:
    """End sessions; the browsers in which they were are told nothing any more."""
    sessions, pushes = people_schema.sessions, push_subscriptions
    ended = select(sessions.c.hash).where(*which)
    await connection.execute(delete(pushes).where(pushes.c.session.in_(ended)))
    await connection.execute(delete(sessions).where(*which))
