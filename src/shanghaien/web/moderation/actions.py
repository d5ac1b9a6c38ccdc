"""A deed of somebody who keeps order: who may do it to whom, for which reason, and its line in the audit."""

from collections.abc import Callable
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
from shanghaien.web.people.account_names import AccountNaming
from shanghaien.web.people.names import check_name, clean_lines, normalised_name
from shanghaien.web.people.sanctions import CLOSE, MUTE, close_account, impose, reopen_account, revoke
from shanghaien.web.people.schema import people
from shanghaien.web.people.store import give_other_name
from shanghaien.web.tables.jobs import MUTED, RENAMED, SHUT

LONGEST_REASON = 500
RANKS = {"": 0, MODERATOR: 1, ADMINISTRATOR: 2}


class NotAllowed(DomainError):
    """Nobody keeps order over themselves, nor over their equals."""

    code = "not-allowed"


class NothingToDo(DomainError):
    """It is so already."""

    code = "nothing-to-do"


@dataclass(frozen=True, slots=True)
class Moderator:
    """Who keeps order: a moderator or an administrator, or the host in a shell, who has no id."""

    id: PersonId
    name: str


HOST = Moderator(PersonId(""), "host")


@dataclass(frozen=True, slots=True)
class ActionReason:
    """The reason for a deed, and the report that it deals with, if it does; the reporter is told the answer."""

    reason: str
    report: str = ""
    answer: str = ""


@dataclass(frozen=True, slots=True)
class ActionTarget:
    """Whoever a deed is about."""

    id: PersonId
    name: str
    role: str
    account: bool


async def start_action(
    connection: AsyncConnection, by: Moderator, person: PersonId, why: ActionReason, *, account: bool = False
) -> ActionTarget:
    """Whoever it is about; refused if that is not theirs to do. The report that led to it is dealt with."""
    reason_of(why)
    row = await read_report(connection, why.report) if why.report else None
    whom = await find(connection, person, row.name if row is not None and row.about == person else "")
    if account and not whom.account:
        raise NotFoundError(N_("This needs somebody with an account."))
    await check_right(connection, by, whom)
    if row is not None and row.about == person:
        await close_report(connection, row.id, DONE, clean_lines(why.answer, LONGEST_REASON))
    return whom


async def find(connection: AsyncConnection, person: PersonId, name: str) -> ActionTarget:
    """Somebody, whom nobody else changes meanwhile; whoever has no account goes by this name."""
    query = select(people.c.id, people.c.name, people.c.role).where(people.c.id == person).with_for_update()
    found = (await connection.execute(query)).one_or_none()
    if found is None:
        return ActionTarget(person, name, "", account=False)
    return ActionTarget(person, found.name, found.role, account=True)


async def note(
    connection: AsyncConnection, by: Moderator, what: str, whom: ActionTarget, why: ActionReason, detail: str = ""
) -> None:
    """Let a deed stand in the audit."""
    await add_audit_row(connection, AuditAction(by.id, by.name, what, whom.id, whom.name, reason_of(why), detail))


def reason_of(why: ActionReason) -> str:
    """The reason as it is kept; refused if there is none."""
    cleaned = clean_lines(why.reason, LONGEST_REASON)
    if not cleaned:
        raise BadRequestError(N_("Give a reason: it stands in the audit, and they may be told."))
    return cleaned


async def may_keep_order(connection: AsyncConnection, by: Moderator) -> bool:
    """Whether somebody looks after the site still, as the store knows it; the host in a shell does."""
    return not by.id or await _rank(connection, by) > 0


async def check_right(connection: AsyncConnection, by: Moderator, whom: ActionTarget) -> None:
    """Who keeps order may do it over those below them; whether they still may, the store knows."""
    if not by.id:
        return
    if by.id == whom.id:
        raise NotAllowed(N_("You cannot do this to yourself."))
    if await _rank(connection, by) <= RANKS.get(whom.role, 0):
        raise NotAllowed(N_("You cannot do this to somebody who looks after this site."))


async def _rank(connection: AsyncConnection, by: Moderator) -> int:
    role = (await connection.execute(select(people.c.role).where(people.c.id == by.id))).scalar_one_or_none()
    return RANKS.get(role or "", 0)


# What those who keep order can do about people. Each deed is one transaction with its line in the audit.

MOST_DAYS = 365
DAY_MS = 24 * 3600 * 1000
Forget = Callable[[PersonId], None]


class Moderation:
    """Mutes, closes, reopens, renames, and deals with reports."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.after_change: list[Forget] = []
        """Called with whoever something was done about, so that nothing is remembered of how it was before."""

    async def mute(self, by: Moderator, person: PersonId, days: int, why: ActionReason) -> None:
        """For so many days nothing that they say reaches anybody."""
        if not 1 <= days <= MOST_DAYS:
            raise BadRequestError(N_("Choose 1 to %(most)s days."), most=MOST_DAYS)
        async with self._database.write() as connection:
            whom = await start_action(connection, by, person, why)
            await revoke(connection, person, MUTE)
            await impose(connection, new_id(), person, MUTE, reason_of(why), now() + days * DAY_MS)
            await schedule(connection, MUTED, person, 0)
            await note(connection, by, "mute", whom, why, str(days))

    async def unmute(self, by: Moderator, person: PersonId, why: ActionReason) -> None:
        """They may talk again."""
        async with self._database.write() as connection:
            whom = await start_action(connection, by, person, why)
            if not await revoke(connection, person, MUTE):
                raise NothingToDo(N_("They are not muted."))
            await schedule(connection, MUTED, person, 0)
            await note(connection, by, "unmute", whom, why)

    async def close(self, by: Moderator, person: PersonId, why: ActionReason) -> None:
        """Nobody signs in to the account any more; their running games are given up."""
        async with self._database.write() as connection:
            whom = await start_action(connection, by, person, why, account=True)
            if not await close_account(connection, person):
                raise NothingToDo(N_("This account is closed already."))
            await impose(connection, new_id(), person, CLOSE, reason_of(why))
            await schedule(connection, SHUT, person, 0)
            await note(connection, by, "close", whom, why)
        self._tell(person)

    async def reopen(self, by: Moderator, person: PersonId, why: ActionReason) -> None:
        """The account is theirs again; games that were given up stay lost."""
        async with self._database.write() as connection:
            whom = await start_action(connection, by, person, why, account=True)
            if not await reopen_account(connection, person):
                raise NothingToDo(N_("This account is not closed."))
            await revoke(connection, person, CLOSE)
            await note(connection, by, "reopen", whom, why)
        self._tell(person)

    async def rename(self, by: Moderator, person: PersonId, wanted: str, why: ActionReason) -> str:
        """Give them another name, also in games that go on; the old one is nobody's for years."""
        name = check_name(wanted)
        await AccountNaming(self._database).words.check_name(name)
        async with self._database.write() as connection:
            whom = await start_action(connection, by, person, why, account=True)
            if not await give_other_name(connection, person, name, normalised_name(name)):
                raise NothingToDo(N_("%(name)s is taken. Choose another name."), name=name)
            await schedule(connection, RENAMED, person, 0, name)
            await note(connection, by, "rename", whom, why, name)
        self._tell(person)
        return name

    async def dismiss(self, by: Moderator, report: str, answer: str) -> None:
        """Close a report: there is nothing to be done."""
        await self._close(by, report, DISMISSED, answer)

    async def settle(self, by: Moderator, report: str, answer: str) -> None:
        """Close a report: what had to be done is done."""
        await self._close(by, report, DONE, answer)

    async def _close(self, by: Moderator, report: str, outcome: str, answer: str) -> None:
        async with self._database.write() as connection:
            row = await read_report(connection, report)
            if row is None:
                raise NotFoundError(N_("There is no such report."))
            whom = await find(connection, row.about, row.name)
            await check_right(connection, by, whom)
            if not await close_report(connection, report, outcome, clean_lines(answer, LONGEST_REASON)):
                raise NothingToDo(N_("Somebody has dealt with this report already."))
            what = "dismiss" if outcome == DISMISSED else "settle"
            await add_audit_row(connection, AuditAction(by.id, by.name, what, whom.id, whom.name, answer, report))

    def _tell(self, person: PersonId) -> None:
        for tell in self.after_change:
            tell(person)
