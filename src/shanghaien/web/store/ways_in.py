"""The ways in that a person has: passkeys, a mail address, recovery codes. The last one cannot be given up."""

from dataclasses import dataclass

from sqlalchemy import Table, delete, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import PersonId

from . import people_schema
from .database import Database


@dataclass(frozen=True, slots=True)
class WaysIn:
    """How many there are of each kind."""

    passkeys: int
    mailboxes: int
    codes: int

    def without_passkey(self, *, mail: bool) -> bool:
        """Whether one passkey can be spared; an address is a way in only where the host can send mail."""
        return self.passkeys > 1 or bool(self.codes) or (mail and bool(self.mailboxes))

    @property
    def without_mailbox(self) -> bool:
        """Whether the address can be spared."""
        return bool(self.passkeys or self.codes)


class WaysInStore:
    """Counts ways in and takes them away, one person's at a time. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: PersonId) -> WaysIn:
        """The ways in of a person."""
        async with self._database.reading() as connection:
            return await _count(connection, person)

    async def remove_passkey(self, person: PersonId, digest: str, *, mail: bool) -> bool:
        """Take away one of the person's passkeys; False if it is their last way in."""
        table = people_schema.passkeys
        async with self._database.writing() as connection:
            if not (await _alone(connection, person)).without_passkey(mail=mail):
                return False
            await connection.execute(delete(table).where(table.c.hash == digest, table.c.person == person))
            return True

    async def remove_mailbox(self, person: PersonId) -> bool:
        """Take away the person's address; False if it is their last way in."""
        table = people_schema.mailboxes
        async with self._database.writing() as connection:
            if not (await _alone(connection, person)).without_mailbox:
                return False
            await connection.execute(delete(table).where(table.c.person == person))
            return True


async def _alone(connection: AsyncConnection, person: PersonId) -> WaysIn:
    """What there is while nobody else takes anything away: of the two last, only one can go."""
    people = people_schema.people
    await connection.execute(select(people.c.id).where(people.c.id == person).with_for_update())
    return await _count(connection, person)


async def _count(connection: AsyncConnection, person: PersonId) -> WaysIn:
    async def rows(table: Table) -> int:
        query = select(func.count()).select_from(table).where(table.c.person == person)
        return int((await connection.execute(query)).scalar_one())

    tables = people_schema.passkeys, people_schema.mailboxes, people_schema.recovery_codes
    return WaysIn(*[await rows(table) for table in tables])
