"""What moderators have laid on people: mutes, closed accounts, games that do not count."""

from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import ColumnElement, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import N_
from shanghaien.web.core.database.dialects import now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.schema import people, sanctions, sessions, tokens
from shanghaien.web.people.store import end_sessions

MUTE, CLOSE, UNRATE = "mute", "close", "unrate"


@dataclass(frozen=True, slots=True)
class SanctionRow:
    """Something that was laid on somebody; `time` is until when a mute lasts, or from when on games do not count."""

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
    """Lay something on somebody."""
    values = {"id": number, "person": person, "kind": kind, "time": time, "reason": reason}
    await connection.execute(insert(sanctions).values({"at": now_in(connection), **values}))


async def revoke(connection: AsyncConnection, person: PersonId, kind: str) -> bool:
    """Take everything of a kind from somebody; False if there was nothing."""
    theirs = sanctions.c.person == person, sanctions.c.kind == kind, sanctions.c.lifted.is_(None)
    lifted = await connection.execute(update(sanctions).where(*theirs).values(lifted=now_in(connection)))
    return lifted.rowcount > 0


async def close_account(connection: AsyncConnection, person: PersonId) -> bool:
    """Close an account: its sessions and programs end; False if there is no such account, or it is closed already."""
    open_one = people.c.id == person, people.c.closed.is_(None)
    closed = await connection.execute(update(people).where(*open_one).values(closed=now_in(connection)))
    if closed.rowcount == 0:
        return False
    await end_sessions(connection, sessions.c.person == person)
    await connection.execute(tokens.delete().where(tokens.c.person == person))
    return True


async def reopen_account(connection: AsyncConnection, person: PersonId) -> bool:
    """Open an account again; False if it was not closed."""
    shut = people.c.id == person, people.c.closed.is_not(None)
    return (await connection.execute(update(people).where(*shut).values(closed=None))).rowcount > 0


async def why_closed(connection: AsyncConnection, person: PersonId) -> str | None:
    """The reason for which an account is closed; None if it is open."""
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
    """Reads what was laid on people. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def muted_until(self, people_at_seat: Collection[PersonId]) -> int | None:
        """Until when one of these people is muted; None if none is."""
        async with self._database.connect() as connection:
            query = select(func.max(sanctions.c.time)).where(*_muted(people_at_seat, now_in(connection)))
            found: int | None = (await connection.execute(query)).scalar_one_or_none()
            return found

    async def of(self, person: PersonId, most: int) -> list[SanctionRow]:
        """What was laid on somebody, the latest first."""
        query = select(sanctions).where(sanctions.c.person == person).order_by(sanctions.c.at.desc()).limit(most)
        async with self._database.connect() as connection:
            return [SanctionRow(*row) for row in await connection.execute(query)]


def _muted(people_at_seat: Collection[PersonId], now: ColumnElement[int]) -> tuple[ColumnElement[bool], ...]:
    kind = sanctions.c.kind == MUTE
    return sanctions.c.person.in_(people_at_seat), kind, sanctions.c.lifted.is_(None), sanctions.c.time > now


# An account that a moderator has closed: why, and how its person can appeal.


class AccountClosed(DomainError):
    """Nobody signs in to this account."""

    code = "account-closed"


def closed_account(reason: str, contact: str) -> AccountClosed:
    """The refusal, with the reason, and the address of the host if there is one."""
    if contact:
        return AccountClosed(
            N_("This account is closed: %(reason)s If you think that is wrong, write to %(contact)s."),
            reason=_sentence(reason),
            contact=contact,
        )
    return AccountClosed(
        N_("This account is closed: %(reason)s If you think that is wrong, write to the host of this site."),
        reason=_sentence(reason),
    )


def _sentence(reason: str) -> str:
    return reason if reason.endswith((".", "!", "?", "…")) else f"{reason}."
