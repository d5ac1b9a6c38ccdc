"""Mail addresses whose owners have pressed the link that was sent there: one for each person, one person for each."""

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import PersonId

from . import people_schema
from .database import Database
from .dialects import insert_into, now_in


class MailboxTaken(Exception):
    """The address is somebody else's."""


async def set_mailbox(connection: AsyncConnection, person: PersonId, address: str) -> None:
    """Give a person this address instead of what they had, in a transaction of whoever calls.

    MailboxTaken if it is somebody else's; then the whole transaction is to be given up.
    """
    table = people_schema.mailboxes
    row = insert_into(connection, table).values(address=address, person=person, confirmed=now_in(connection))
    await connection.execute(delete(table).where(table.c.person == person, table.c.address != address))
    # Of two people who press at once the second waits for the first, and finds that it is not theirs.
    await connection.execute(row.on_conflict_do_nothing())
    owner = await connection.execute(select(table.c.person).where(table.c.address == address))
    if owner.scalar_one_or_none() != person:
        raise MailboxTaken


class MailboxStore:
    """The store of addresses. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def person(self, address: str) -> PersonId | None:
        """Whose address it is."""
        table = people_schema.mailboxes
        async with self._database.glancing() as connection:
            found = await connection.execute(select(table.c.person).where(table.c.address == address))
            person: PersonId | None = found.scalar_one_or_none()
            return person

    async def of(self, person: PersonId) -> str | None:
        """The person's address."""
        table = people_schema.mailboxes
        async with self._database.glancing() as connection:
            found = await connection.execute(select(table.c.address).where(table.c.person == person))
            address: str | None = found.scalar_one_or_none()
            return address

    async def set(self, person: PersonId, address: str) -> None:
        """Give a person this address instead of what they had; MailboxTaken if it is somebody else's."""
        async with self._database.writing() as connection:
            await set_mailbox(connection, person, address)
