"""What moderators read: the queue, a report, the history of a person, the audit."""

from dataclasses import dataclass

from sqlalchemy import select

from shanghaien.web.ids import PersonId
from shanghaien.web.people.name_rules import folded
from shanghaien.web.store.audit import AuditRow, AuditStore
from shanghaien.web.store.database import Database
from shanghaien.web.store.people import PeopleStore, PersonRow
from shanghaien.web.store.people_schema import names
from shanghaien.web.store.reports import Key, ReportRow, ReportStore
from shanghaien.web.store.sanctions import SanctionRow, SanctionStore

ON_A_PAGE = 25
IN_A_HISTORY = 50


@dataclass(frozen=True, slots=True)
class History:
    """What is known of a person that matters for order; notes and settings are not."""

    person: PersonId
    account: PersonRow | None
    name: str
    names: tuple[str, ...]
    """Names that are theirs or held for them, folded."""
    about: tuple[ReportRow, ...]
    by: tuple[ReportRow, ...]
    sanctions: tuple[SanctionRow, ...]
    deeds: tuple[AuditRow, ...]


class OrderRecords:
    """Reads for moderators. Who may ask, the pages decide."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._people, self._reports = PeopleStore(database), ReportStore(database)
        self._sanctions, self._audit = SanctionStore(database), AuditStore(database)

    async def queue(self, after: Key | None = None) -> list[ReportRow]:
        """Reports that wait, the oldest first, one more than stands on a page if there is another page."""
        return await self._reports.waiting(after, ON_A_PAGE + 1)

    async def closed(self, before: Key | None = None) -> list[ReportRow]:
        """Reports that were dealt with, the latest first, one more than stands on a page if there is another page."""
        return await self._reports.dealt_with(before, ON_A_PAGE + 1)

    async def report(self, report: str) -> ReportRow | None:
        """One report."""
        return await self._reports.of(report)

    async def audit(self, before: int | None = None) -> list[AuditRow]:
        """What was done, the latest first, one more than stands on a page if there is another page."""
        return await self._audit.page(before, ON_A_PAGE + 1)

    async def named(self, name: str) -> PersonRow | None:
        """Whoever goes by a name."""
        return await self._people.named(folded(name))

    async def is_guest(self, person: PersonId) -> bool:
        """Whether somebody plays without an account, under whatever name they like."""
        return await self._people.of(person) is None

    async def history(self, person: PersonId) -> History | None:
        """The history of somebody; None if nothing is known of them."""
        account, about = await self._people.of(person), await self._reports.about(person, IN_A_HISTORY)
        by = await self._reports.by(person, IN_A_HISTORY)
        sanctions = await self._sanctions.of(person, IN_A_HISTORY)
        deeds = await self._audit.page(None, IN_A_HISTORY, person)
        if account is None and not (about or by or sanctions or deeds):
            return None
        name = account.name if account is not None else next((row.name for row in about), "")
        held = await self._names(person)
        return History(person, account, name, held, tuple(about), tuple(by), tuple(sanctions), tuple(deeds))

    async def _names(self, person: PersonId) -> tuple[str, ...]:
        query = select(names.c.folded).where(names.c.person == person).order_by(names.c.folded).limit(IN_A_HISTORY)
        async with self._database.glancing() as connection:
            return tuple(await connection.scalars(query))
