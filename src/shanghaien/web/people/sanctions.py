"""Sanctions of moderators: mutes, closed accounts, games that do not count."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import N_
from shanghaien.web.core.database.dialects import now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.schema import people, sanctions, sessions, tokens
from shanghaien.web.people.sessions import end_sessions

MUTE, CLOSE, UNRATE = "mute", "close", "unrate"


@dataclass(frozen=True, slots=True)
class SanctionRow:
    """A sanction; `time` is until when a mute lasts, or from when on games do not count."""

    id: str
    person: PersonId
    kind: str
    at: int
    time: int | None
    reason: str
    lifted: int | None


async def impose(
    connection: AsyncConnection, number: str, person: PersonId, kind: str, reason: str, time: int | None = None
) -> None:
    values = {"id": number, "person": person, "kind": kind, "time": time, "reason": reason}
    await connection.execute(insert(sanctions).values({"at": now_in(connection), **values}))


async def revoke(connection: AsyncConnection, person: PersonId, kind: str) -> bool:
    """Lift all sanctions of a kind; False if there were none."""
    theirs = sanctions.c.person == person, sanctions.c.kind == kind, sanctions.c.lifted.is_(None)
    lifted = await connection.execute(update(sanctions).where(*theirs).values(lifted=now_in(connection)))
    return lifted.rowcount > 0


async def close_account(connection: AsyncConnection, person: PersonId) -> bool:
    """Close an account and end its sessions and tokens; False if it is unknown or closed already."""
    open_one = people.c.id == person, people.c.closed.is_(None)
    closed = await connection.execute(update(people).where(*open_one).values(closed=now_in(connection)))
    if closed.rowcount == 0:
        return False
    await end_sessions(connection, sessions.c.person == person)
    await connection.execute(tokens.delete().where(tokens.c.person == person))
    return True


async def reopen_account(connection: AsyncConnection, person: PersonId) -> bool:
    """False if it was not closed."""
    shut = people.c.id == person, people.c.closed.is_not(None)
    return (await connection.execute(update(people).where(*shut).values(closed=None))).rowcount > 0


async def why_closed(connection: AsyncConnection, person: PersonId) -> str | None:
    """The reason why an account is closed; None if it is open."""
    reason = (
        select(sanctions.c.reason)
        .where(sanctions.c.person == people.c.id, sanctions.c.kind == CLOSE, sanctions.c.lifted.is_(None))
        .order_by(sanctions.c.at.desc())
        .limit(1)
        .scalar_subquery()
    )
    query = select(func.coalesce(reason, "")).where(people.c.id == person, people.c.closed.is_not(None))
    found: str | None = (await connection.execute(query)).scalar_one_or_none()
    return found


class SanctionStore:
    """Reads sanctions. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def muted_until(self, people_at_seat: Collection[PersonId]) -> int | None:
        """The latest end of a mute among these people; None if none is muted."""
        theirs = sanctions.c.person.in_(people_at_seat), sanctions.c.kind == MUTE, sanctions.c.lifted.is_(None)
        query = select(func.max(sanctions.c.time)).where(*theirs)
        async with self._database.connect() as connection:
            last: int | None = await connection.scalar(query.where(sanctions.c.time > now_in(connection)))
            return last

    async def of(self, person: PersonId, most: int) -> list[SanctionRow]:
        """The latest first."""
        query = select(sanctions).where(sanctions.c.person == person).order_by(sanctions.c.at.desc()).limit(most)
        return [SanctionRow(*row) for row in await self._database.fetch_all(query)]


class AccountClosed(DomainError):
    """A moderator has closed the account."""

    code = "account-closed"


def closed_account(reason: str, contact: str) -> AccountClosed:
    """The error with the reason and the host's address, if there is one."""
    sentence = reason if reason.endswith((".", "!", "?", "…")) else f"{reason}."
    to_host = N_("This account is closed: %(reason)s If you think that is wrong, write to the host of this site.")
    to_contact = N_("This account is closed: %(reason)s If you think that is wrong, write to %(contact)s.")
    return AccountClosed(to_contact if contact else to_host, reason=sentence, contact=contact)
