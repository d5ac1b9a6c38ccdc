"""Everything that those who keep order have done: rows are added, and nothing here changes or removes one."""

from dataclasses import dataclass

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import PersonId

from .database import Database
from .dialects import now_in
from .order_schema import audit


@dataclass(frozen=True, slots=True)
class Deed:
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


async def note_deed(connection: AsyncConnection, deed: Deed) -> None:
    """Write down what is done in this transaction."""
    values = {name: getattr(deed, name) for name in Deed.__dataclass_fields__}
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
        async with self._database.glancing() as connection:
            return [AuditRow(*row) for row in await connection.execute(query)]
