"""What moderators can do about people, with which rights and for which reason."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import N_
from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import BadRequestError, DomainError, NotFoundError
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.jobs import schedule
from shanghaien.web.core.signing import new_id
from shanghaien.web.core.visitor import ADMINISTRATOR, MODERATOR
from shanghaien.web.moderation.reports import DISMISSED, DONE
from shanghaien.web.moderation.store import AuditAction, add_audit_row, close_report, read_report
from shanghaien.web.people.account_names import give_other_name
from shanghaien.web.people.names import check_name, clean_lines, normalised_name
from shanghaien.web.people.sanctions import CLOSE, MUTE, close_account, impose, reopen_account, revoke
from shanghaien.web.people.schema import people
from shanghaien.web.people.word_list import Words
from shanghaien.web.tables.jobs import MUTED, RENAMED, SHUT

LONGEST_REASON = 500
RANKS = {"": 0, MODERATOR: 1, ADMINISTRATOR: 2}


class NotAllowed(DomainError):
    """A moderator cannot act on themselves, nor on their equals."""

    code = "not-allowed"


class NothingToDo(DomainError):
    """It is so already."""

    code = "nothing-to-do"


@dataclass(frozen=True, slots=True)
class Moderator:
    """Who acts: a moderator or an administrator, or the host in a shell, who has no id."""

    id: PersonId
    name: str


HOST = Moderator(PersonId(""), "host")


@dataclass(frozen=True, slots=True)
class ActionReason:
    """The reason for an action, the report that it closes, if any, and the answer for its reporter."""

    reason: str
    report: str = ""
    answer: str = ""

    @property
    def cleaned(self) -> str:
        """The reason as it is stored; refused if it is empty."""
        cleaned = clean_lines(self.reason, LONGEST_REASON)
        if not cleaned:
            raise BadRequestError(N_("Give a reason: it is kept in the audit, and they may be told."))
        return cleaned


@dataclass(frozen=True, slots=True)
class AuditEntry:
    """What a moderator does, as the audit keeps it."""

    what: str
    why: ActionReason
    detail: str = ""
    account: bool = False
    """Whether it can be done about accounts only."""


@dataclass(frozen=True, slots=True)
class ActionTarget:
    """The person a moderator acts on."""

    id: PersonId
    name: str
    role: str
    account: bool


@asynccontextmanager
async def action(
    opening: AbstractAsyncContextManager[AsyncConnection], by: Moderator, person: PersonId, entry: AuditEntry
) -> AsyncIterator[AsyncConnection]:
    """A transaction that acts on a person: checks the moderator's rights, closes the report, adds the audit row."""
    why, reason = entry.why, entry.why.cleaned
    async with opening as connection:
        row = await read_report(connection, why.report) if why.report else None
        if row is not None and row.about != person:
            row = None
        target = await find(connection, person, row.name if row is not None else "")
        if entry.account and not target.account:
            raise NotFoundError(N_("This needs somebody with an account."))
        await check_right(connection, by, target)
        if row is not None:
            await close_report(connection, row.id, DONE, clean_lines(why.answer, LONGEST_REASON))
        yield connection
        audited = AuditAction(by.id, by.name, entry.what, target.id, target.name, reason, entry.detail)
        await add_audit_row(connection, audited)


async def find(connection: AsyncConnection, person: PersonId, name: str) -> ActionTarget:
    """The person, locked against concurrent changes; guests go by `name`."""
    query = select(people.c.id, people.c.name, people.c.role).where(people.c.id == person).with_for_update()
    found = (await connection.execute(query)).one_or_none()
    if found is None:
        return ActionTarget(person, name, "", account=False)
    return ActionTarget(person, found.name, found.role, account=True)


async def may_moderate(connection: AsyncConnection, by: Moderator) -> bool:
    """Whether the moderator still has a role; the host in a shell always may."""
    return not by.id or await _rank(connection, by) > 0


async def check_right(connection: AsyncConnection, by: Moderator, target: ActionTarget) -> None:
    """Moderators act only on people of lower rank; their own rank is read anew."""
    if not by.id:
        return
    if by.id == target.id:
        raise NotAllowed(N_("You cannot do this to yourself."))
    if await _rank(connection, by) <= RANKS.get(target.role, 0):
        raise NotAllowed(N_("You cannot do this to somebody who looks after this site."))


async def _rank(connection: AsyncConnection, by: Moderator) -> int:
    role = (await connection.execute(select(people.c.role).where(people.c.id == by.id))).scalar_one_or_none()
    return RANKS.get(role or "", 0)


MOST_DAYS = 365
DAY_MS = 24 * 3600 * 1000


class Moderation:
    """Mutes, closes, reopens, renames, and closes reports. Each action is one transaction with its audit row."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.after_change: list[Callable[[PersonId], None]] = []
        """Called with the person after an action, so that caches forget them."""

    async def mute(self, by: Moderator, person: PersonId, days: int, why: ActionReason) -> None:
        if not 1 <= days <= MOST_DAYS:
            raise BadRequestError(N_("Choose 1 to %(most)s days."), most=MOST_DAYS)
        async with self._action(by, person, AuditEntry("mute", why, str(days))) as connection:
            await revoke(connection, person, MUTE)
            await impose(connection, new_id(), person, MUTE, why.cleaned, now() + days * DAY_MS)
            await schedule(connection, MUTED, person, 0)

    async def unmute(self, by: Moderator, person: PersonId, why: ActionReason) -> None:
        async with self._action(by, person, AuditEntry("unmute", why)) as connection:
            if not await revoke(connection, person, MUTE):
                raise NothingToDo(N_("They are not muted."))
            await schedule(connection, MUTED, person, 0)

    async def close(self, by: Moderator, person: PersonId, why: ActionReason) -> None:
        """End all sessions of an account and give up its running games."""
        async with self._action(by, person, AuditEntry("close", why, account=True)) as connection:
            if not await close_account(connection, person):
                raise NothingToDo(N_("This account is closed already."))
            await impose(connection, new_id(), person, CLOSE, why.cleaned)
            await schedule(connection, SHUT, person, 0)
        self._announce(person)

    async def reopen(self, by: Moderator, person: PersonId, why: ActionReason) -> None:
        """Games that were given up stay lost."""
        async with self._action(by, person, AuditEntry("reopen", why, account=True)) as connection:
            if not await reopen_account(connection, person):
                raise NothingToDo(N_("This account is not closed."))
            await revoke(connection, person, CLOSE)
        self._announce(person)

    async def rename(self, by: Moderator, person: PersonId, wanted: str, why: ActionReason) -> str:
        """Rename, also in running games; the former name cannot be taken for years."""
        name = check_name(wanted)
        await Words(self._database).check_name(name)
        async with self._action(by, person, AuditEntry("rename", why, name, account=True)) as connection:
            if not await give_other_name(connection, person, name, normalised_name(name)):
                raise NothingToDo(N_("The name %(name)s is taken. Choose another one."), name=name)
            await schedule(connection, RENAMED, person, 0, name)
        self._announce(person)
        return name

    async def close_report(self, by: Moderator, report: str, outcome: str, answer: str) -> None:
        """Close a report as `DONE` or `DISMISSED`, with an answer for the reporter."""
        async with self._database.write() as connection:
            row = await read_report(connection, report)
            if row is None:
                raise NotFoundError(N_("There is no such report."))
            target = await find(connection, row.about, row.name)
            await check_right(connection, by, target)
            if not await close_report(connection, report, outcome, clean_lines(answer, LONGEST_REASON)):
                raise NothingToDo(N_("Somebody has dealt with this report already."))
            what = "dismiss" if outcome == DISMISSED else "settle"
            await add_audit_row(connection, AuditAction(by.id, by.name, what, target.id, target.name, answer, report))

    def _action(
        self, by: Moderator, person: PersonId, entry: AuditEntry
    ) -> AbstractAsyncContextManager[AsyncConnection]:
        return action(self._database.write(), by, person, entry)

    def _announce(self, person: PersonId) -> None:
        for notify in self.after_change:
            notify(person)
