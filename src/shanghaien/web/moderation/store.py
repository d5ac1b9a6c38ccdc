"""Everything that those who keep order have done: rows are added, and nothing here changes or removes one."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, ColumnElement, Select, func, insert, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.database.dialects import now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.person_rows import PersonRows, blank, rename
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.moderation import schema as moderation_schema
from shanghaien.web.moderation.schema import audit, reports


@dataclass(frozen=True, slots=True)
class AuditAction:
    """Something that was done: by whom, what, to whom, and why. The host in a shell has no id."""

    by: PersonId
    by_name: str
    what: str
    person: PersonId
    name: str
    reason: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True)
class AuditRow:
    """A deed with its number and time."""

    number: int
    at: int
    by: PersonId
    by_name: str
    what: str
    person: PersonId
    name: str
    reason: str
    detail: str


async def add_audit_row(connection: AsyncConnection, deed: AuditAction) -> None:
    """Write down what is done in this transaction."""
    values = {name: getattr(deed, name) for name in AuditAction.__dataclass_fields__}
    await connection.execute(insert(audit).values({"at": now_in(connection), **values}))


class AuditStore:
    """Reads what was done. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, before: int | None, most: int, person: PersonId | None = None) -> list[AuditRow]:
        """Some of what was done before a number, the latest first; to one person, if they are named."""
        query = select(audit).order_by(audit.c.number.desc()).limit(most)
        if before is not None:
            query = query.where(audit.c.number < before)
        if person is not None:
            query = query.where(audit.c.person == person)
        async with self._database.connect() as connection:
            return [AuditRow(*row) for row in await connection.execute(query)]


# What people report about each other, and what became of it.

DAY_MS = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A report; `snapshot` is what was said and done until then, as JSON."""

    id: str
    at: int
    person: PersonId
    about: PersonId
    name: str
    game: GameId
    reason: str
    words: str
    snapshot: str
    closed: int | None = None
    outcome: str = ""
    answer: str = ""


@dataclass(frozen=True, slots=True)
class NewReport:
    """A report that is about to be kept."""

    id: str
    person: PersonId
    about: PersonId
    name: str
    game: GameId
    reason: str
    words: str
    snapshot: str


Key = tuple[int, str]
"""The time and the id after which a page goes on."""


class ReportStore:
    """The store of reports. Every method is one transaction, except for those that are given a connection."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, report: NewReport, most_a_day: int) -> bool:
        """Keep a report; False if the person has reported too much within a day."""
        async with self._database.write() as connection:
            now = now_in(connection)
            lately = reports.c.person == report.person, reports.c.at > now - DAY_MS
            counted = await connection.execute(select(func.count()).select_from(reports).where(*lately))
            if counted.scalar_one() >= most_a_day:
                return False
            values = {name: getattr(report, name) for name in NewReport.__dataclass_fields__}
            await connection.execute(insert(reports).values({"at": now, **values}))
            return True

    async def is_open(self, person: PersonId, about: PersonId, game: GameId) -> bool:
        """Whether the person has reported the same and nobody has dealt with it yet."""
        same = reports.c.person == person, reports.c.about == about, reports.c.game == game, reports.c.closed.is_(None)
        async with self._database.connect() as connection:
            return (await connection.execute(select(reports.c.id).where(*same).limit(1))).first() is not None

    async def of(self, report: str) -> ReportRow | None:
        """One report."""
        async with self._database.connect() as connection:
            row = (await connection.execute(select(reports).where(reports.c.id == report))).one_or_none()
            return None if row is None else ReportRow(*row)

    async def waiting(self, after: Key | None, most: int) -> list[ReportRow]:
        """Reports that nobody has dealt with, the oldest first."""
        query = select(reports).where(reports.c.closed.is_(None)).order_by(reports.c.at, reports.c.id)
        return await self._rows(query.where(*_beyond(reports.c.at, after, later=True)).limit(most))

    async def dealt_with(self, before: Key | None, most: int) -> list[ReportRow]:
        """Reports that are closed, the latest first."""
        query = select(reports).where(reports.c.closed.is_not(None))
        query = query.order_by(reports.c.closed.desc(), reports.c.id.desc())
        return await self._rows(query.where(*_beyond(reports.c.closed, before, later=False)).limit(most))

    async def about(self, person: PersonId, most: int) -> list[ReportRow]:
        """Reports about somebody, the latest first."""
        return await self._theirs(reports.c.about, person, most)

    async def by(self, person: PersonId, most: int) -> list[ReportRow]:
        """What somebody has reported, the latest first."""
        return await self._theirs(reports.c.person, person, most)

    async def _theirs(self, column: Column[str], person: PersonId, most: int) -> list[ReportRow]:
        query = select(reports).where(column == person).order_by(reports.c.at.desc(), reports.c.id.desc())
        return await self._rows(query.limit(most))

    async def _rows(self, query: Select[Any]) -> list[ReportRow]:
        async with self._database.connect() as connection:
            return [ReportRow(*row) for row in await connection.execute(query)]


async def read_report(connection: AsyncConnection, report: str) -> ReportRow | None:
    """One report, which nobody else closes meanwhile."""
    row = (await connection.execute(select(reports).where(reports.c.id == report).with_for_update())).one_or_none()
    return None if row is None else ReportRow(*row)


async def close_report(connection: AsyncConnection, report: str, outcome: str, answer: str) -> bool:
    """Note what became of a report; False if somebody has dealt with it already."""
    still = reports.c.id == report, reports.c.closed.is_(None)
    values = {"closed": now_in(connection), "outcome": outcome, "answer": answer}
    return (await connection.execute(update(reports).where(*still).values(values))).rowcount > 0


def _beyond(column: Column[int], key: Key | None, *, later: bool) -> tuple[ColumnElement[bool], ...]:
    if key is None:
        return ()
    place = tuple_(column, reports.c.id)
    return (place > tuple_(*key) if later else place < tuple_(*key),)


_reports, _audit = moderation_schema.reports, moderation_schema.audit
PERSON_ROWS = [
    # What others reported, and what was done about it, remains without leading to anybody.
    PersonRows(
        _reports,
        rename(_reports.c.person, _reports.c.about),
        blank(_reports.c.person, _reports.c.about),
        "reports",
        ("at", "name", "game", "reason", "words", "closed", "outcome", "answer"),
    ),
    PersonRows(
        _audit,
        rename(_audit.c.person),
        blank(_audit.c.person, _audit.c.by, beside=(_audit.c.name, _audit.c.by_name)),
    ),
]
