"""A deed of somebody who keeps order: who may do it to whom, for which reason, and its line in the audit."""

from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import N_
from shanghaien.web.http.refusals import NotThere, Refused, Unreadable
from shanghaien.web.http.visitor import ADMINISTRATOR, MODERATOR
from shanghaien.web.ids import PersonId
from shanghaien.web.store.audit import Deed, note_deed
from shanghaien.web.store.people_schema import people
from shanghaien.web.store.reports import close_report, read_report

from .clean_text import clean_lines
from .reasons import DONE

LONGEST_REASON = 500
RANKS = {"": 0, MODERATOR: 1, ADMINISTRATOR: 2}


class NotAllowed(Refused):
    """Nobody keeps order over themselves, nor over their equals."""

    status = 403
    code = "not-allowed"


class NothingToDo(Refused):
    """It is so already."""

    status = 409
    code = "nothing-to-do"


@dataclass(frozen=True, slots=True)
class Keeper:
    """Who keeps order: a moderator or an administrator, or the host in a shell, who has no id."""

    id: PersonId
    name: str


HOST = Keeper(PersonId(""), "host")


@dataclass(frozen=True, slots=True)
class Why:
    """The reason for a deed, and the report that it deals with, if it does; the reporter is told the answer."""

    reason: str
    report: str = ""
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Whom:
    """Whoever a deed is about."""

    id: PersonId
    name: str
    role: str
    account: bool


async def begin(connection: AsyncConnection, by: Keeper, person: PersonId, why: Why, *, account: bool = False) -> Whom:
    """Whoever it is about; refused if that is not theirs to do. The report that led to it is dealt with."""
    reason_of(why)
    row = await read_report(connection, why.report) if why.report else None
    whom = await find(connection, person, row.name if row is not None and row.about == person else "")
    if account and not whom.account:
        raise NotThere(N_("This needs somebody with an account."))
    await check_right(connection, by, whom)
    if row is not None and row.about == person:
        await close_report(connection, row.id, DONE, clean_lines(why.answer, LONGEST_REASON))
    return whom


async def find(connection: AsyncConnection, person: PersonId, name: str) -> Whom:
    """Somebody, whom nobody else changes meanwhile; whoever has no account goes by this name."""
    query = select(people.c.id, people.c.name, people.c.role).where(people.c.id == person).with_for_update()
    found = (await connection.execute(query)).one_or_none()
    if found is None:
        return Whom(person, name, "", account=False)
    return Whom(person, found.name, found.role, account=True)


async def note(connection: AsyncConnection, by: Keeper, what: str, whom: Whom, why: Why, detail: str = "") -> None:
    """Let a deed stand in the audit."""
    await note_deed(connection, Deed(by.id, by.name, what, whom.id, whom.name, reason_of(why), detail))


def reason_of(why: Why) -> str:
    """The reason as it is kept; refused if there is none."""
    cleaned = clean_lines(why.reason, LONGEST_REASON)
    if not cleaned:
        raise Unreadable(N_("Give a reason: it stands in the audit, and they may be told."))
    return cleaned


async def may_keep_order(connection: AsyncConnection, by: Keeper) -> bool:
    """Whether somebody looks after the site still, as the store knows it; the host in a shell does."""
    return not by.id or await _rank(connection, by) > 0


async def check_right(connection: AsyncConnection, by: Keeper, whom: Whom) -> None:
    """Who keeps order may do it over those below them; whether they still may, the store knows."""
    if not by.id:
        return
    if by.id == whom.id:
        raise NotAllowed(N_("You cannot do this to yourself."))
    if await _rank(connection, by) <= RANKS.get(whom.role, 0):
        raise NotAllowed(N_("You cannot do this to somebody who looks after this site."))


async def _rank(connection: AsyncConnection, by: Keeper) -> int:
    role = (await connection.execute(select(people.c.role).where(people.c.id == by.id))).scalar_one_or_none()
    return RANKS.get(role or "", 0)
