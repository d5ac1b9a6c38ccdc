"""The addresses of people's own to which notices are sent: one for each person, with the secret that signs them."""

from dataclasses import dataclass

from sqlalchemy import delete, select, update

from shanghaien.web.ids import PersonId

from .database import Database
from .dialects import insert_into
from .failures import SILENT, counted_failure
from .notice_schema import webhooks


@dataclass(frozen=True, slots=True)
class WebhookRow:
    """Where a person's notices are sent, and the secret that signs them."""

    person: PersonId
    address: str
    secret: str
    failures: int = 0
    failed_since: int | None = None

    @property
    def silent(self) -> bool:
        """Whether it did not answer so often that nothing is sent there until the person wants it again."""
        return self.failures >= SILENT


class WebhookStore:
    """The store of webhooks. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def set(self, person: PersonId, address: str, secret: str) -> None:
        """Let the person's notices go there from now on."""
        fresh = {"address": address, "secret": secret, "failures": 0, "failed_since": None}
        async with self._database.writing() as connection:
            row = insert_into(connection, webhooks).values(person=person, **fresh)
            await connection.execute(row.on_conflict_do_update(index_elements=["person"], set_=fresh))

    async def of(self, person: PersonId) -> WebhookRow | None:
        """Where the person's notices go; None if nowhere."""
        columns = (webhooks.c[name] for name in WebhookRow.__slots__)
        async with self._database.glancing() as connection:
            row = (await connection.execute(select(*columns).where(webhooks.c.person == person))).one_or_none()
            return None if row is None else WebhookRow(*row)

    async def remove(self, person: PersonId) -> None:
        """Send nothing there any more; one that is not there is no matter."""
        async with self._database.writing() as connection:
            await connection.execute(delete(webhooks).where(webhooks.c.person == person))

    async def answered(self, person: PersonId) -> None:
        """Note that it took something, or that the person wants it tried again."""
        async with self._database.writing() as connection:
            again = update(webhooks).where(webhooks.c.person == person, webhooks.c.failures > 0)
            await connection.execute(again.values(failures=0, failed_since=None))

    async def failed(self, person: PersonId, at: int) -> None:
        """Note that nothing could be sent there at that time."""
        async with self._database.writing() as connection:
            await connection.execute(counted_failure(webhooks, webhooks.c.person == person, at))
