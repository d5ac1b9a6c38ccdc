"""Reports, and the audit of moderators: its rows are added, and nothing here changes or removes one."""

from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Column, ColumnElement, Select, Table, and_, func, insert, select, tuple_, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import N_
from shanghaien.web.core.counters import Gauge
from shanghaien.web.core.database.dialects import now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.person_rows import PersonRows, blank, rename
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.moderation.schema import audit, reports


@dataclass(frozen=True, slots=True)
class AuditAction:
    """An action: the moderator, what was done, the person, and the reason. The host in a shell has no id."""

    by: PersonId
    by_name: str
    what: str
    person: PersonId
    name: str
    reason: str = ""
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditRow(AuditAction):
    """An action with its number and time."""

    number: int
    at: int


async def add_audit_row(connection: AsyncConnection, action: AuditAction) -> None:
    await connection.execute(insert(audit).values({"at": now_in(connection), **asdict(action)}))


class AuditStore:
    """Reads what was done. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, before: int | None, most: int, person: PersonId | None = None) -> list[AuditRow]:
        """Entries before a number, the latest first; only about `person` if given."""
        query = select(audit).order_by(audit.c.number.desc()).limit(most)
        if before is not None:
            query = query.where(audit.c.number < before)
        if person is not None:
            query = query.where(audit.c.person == person)
        return [AuditRow(**row._asdict()) for row in await self._database.fetch_all(query)]


DAY_MS = 24 * 3600 * 1000


@dataclass(frozen=True, slots=True)
class NewReport:
    """A report; `snapshot` is what was said and done until then, as JSON."""

    id: str
    person: PersonId
    about: PersonId
    name: str
    game: GameId
    reason: str
    words: str
    snapshot: str


@dataclass(frozen=True, slots=True)
class ReportRow(NewReport):
    """A stored report, and what became of it."""

    at: int
    closed: int | None = None
    outcome: str = ""
    answer: str = ""


Key = tuple[int, str]
"""The time and the id after which a page goes on."""


class ReportStore:
    """The store of reports. Every method is one transaction, except for those that are given a connection."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, report: NewReport, most_a_day: int) -> bool:
        """False if the person has made too many reports within a day."""
        async with self._database.write() as connection:
            now = now_in(connection)
            lately = reports.c.person == report.person, reports.c.at > now - DAY_MS
            counted = await connection.execute(select(func.count()).select_from(reports).where(*lately))
            if counted.scalar_one() >= most_a_day:
                return False
            await connection.execute(insert(reports).values({"at": now, **asdict(report)}))
            return True

    async def is_open(self, person: PersonId, about: PersonId, game: GameId) -> bool:
        """Whether an open report by the same person says the same."""
        same = reports.c.person == person, reports.c.about == about, reports.c.game == game, reports.c.closed.is_(None)
        return await self._database.fetch_one(select(reports.c.id).where(*same).limit(1)) is not None

    async def of(self, report: str) -> ReportRow | None:
        row = await self._database.fetch_one(select(reports).where(reports.c.id == report))
        return None if row is None else ReportRow(**row._asdict())

    async def waiting(self, after: Key | None, most: int) -> list[ReportRow]:
        """The oldest first."""
        query = select(reports).where(reports.c.closed.is_(None)).order_by(reports.c.at, reports.c.id)
        return await self._rows(query.where(*_beyond(reports.c.at, after, later=True)).limit(most))

    async def dealt_with(self, before: Key | None, most: int) -> list[ReportRow]:
        """The latest first."""
        query = select(reports).where(reports.c.closed.is_not(None))
        query = query.order_by(reports.c.closed.desc(), reports.c.id.desc())
        return await self._rows(query.where(*_beyond(reports.c.closed, before, later=False)).limit(most))

    async def about(self, person: PersonId, most: int) -> list[ReportRow]:
        """The latest first."""
        return await self._theirs(reports.c.about, person, most)

    async def by(self, person: PersonId, most: int) -> list[ReportRow]:
        """The latest first."""
        return await self._theirs(reports.c.person, person, most)

    async def _theirs(self, column: Column[str], person: PersonId, most: int) -> list[ReportRow]:
        query = select(reports).where(column == person).order_by(reports.c.at.desc(), reports.c.id.desc())
        return await self._rows(query.limit(most))

    async def _rows(self, query: Select[Any]) -> list[ReportRow]:
        return [ReportRow(**row._asdict()) for row in await self._database.fetch_all(query)]


async def read_report(connection: AsyncConnection, report: str) -> ReportRow | None:
    """The report, locked against concurrent closing."""
    row = (await connection.execute(select(reports).where(reports.c.id == report).with_for_update())).one_or_none()
    return None if row is None else ReportRow(**row._asdict())


async def close_report(connection: AsyncConnection, report: str, outcome: str, answer: str) -> bool:
    """False if the report is closed already."""
    still = reports.c.id == report, reports.c.closed.is_(None)
    values = {"closed": now_in(connection), "outcome": outcome, "answer": answer}
    return (await connection.execute(update(reports).where(*still).values(values))).rowcount > 0


def _beyond(column: Column[int], key: Key | None, *, later: bool) -> tuple[ColumnElement[bool], ...]:
    if key is None:
        return ()
    place = tuple_(column, reports.c.id)
    return (place > tuple_(*key) if later else place < tuple_(*key),)


GAUGES = [
    Gauge(
        "reports_waiting",
        select(func.count()).where(reports.c.closed.is_(None)),
        "Reports about people that nobody has dealt with yet",
        N_("Reports that wait for a moderator"),
    )
]

_without_person = blank(audit.c.person, audit.c.by, beside=(audit.c.name, audit.c.by_name))


async def _without_names(connection: AsyncConnection, table: Table, person: PersonId) -> None:
    """The audit keeps the action, but no longer the people and their names."""
    renamed = and_(audit.c.person == person, audit.c.what == "rename")
    await connection.execute(update(audit).where(renamed).values(detail=""))
    await _without_person(connection, table, person)


PERSON_ROWS = [
    # Reports by others, and what was done about them, remain without the person.
    PersonRows(
        reports,
        rename(reports.c.person, reports.c.about),
        blank(reports.c.person, reports.c.about),
        "reports",
        ("at", "name", "game", "reason", "words", "closed", "outcome", "answer"),
    ),
    PersonRows(
        audit,
        rename(audit.c.person),
        _without_names,
    ),
]
