"""The passkeys of people: public keys, each found by its credential's id."""

import hashlib
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, and_, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.ids import PersonId

from . import people_schema
from .database import Database


@dataclass(frozen=True, slots=True)
class PasskeyRow:
    """A passkey as it is stored."""

    credential: bytes
    person: PersonId
    public_key: bytes
    count: int
    """How often it has signed, if its device counts that; a device that does not says 0 for ever."""
    label: str
    created: int
    used: int

    @property
    def hash(self) -> str:
        """What names it: the id itself may have a thousand bytes."""
        return credential_hash(self.credential)


def credential_hash(credential: bytes) -> str:
    """What names a passkey in addresses and in the store."""
    return hashlib.sha256(credential).hexdigest()


class NotKept(Exception):
    """The passkey is stored already, as by two answers at once, or its person is gone."""


async def add_passkey(connection: AsyncConnection, row: PasskeyRow) -> None:
    """Store a new passkey in a transaction of whoever calls; NotKept ends it."""
    values: dict[str, object] = {"hash": row.hash, "credential": row.credential, "public_key": row.public_key}
    values |= {"person": row.person, "count": row.count, "label": row.label, "created": row.created, "used": row.used}
    try:
        await connection.execute(insert(people_schema.passkeys).values(values))
    except IntegrityError:
        raise NotKept from None


class PasskeyStore:
    """The store of passkeys. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, row: PasskeyRow) -> None:
        """Store a new passkey of somebody who is known."""
        async with self._database.writing() as connection:
            await add_passkey(connection, row)

    async def find(self, digest: str) -> PasskeyRow | None:
        """The passkey with this hash."""
        async with self._database.glancing() as connection:
            found = await connection.execute(_rows().where(people_schema.passkeys.c.hash == digest))
            row = found.one_or_none()
        return None if row is None else PasskeyRow(*row)

    async def of(self, person: PersonId) -> list[PasskeyRow]:
        """A person's passkeys, the oldest first."""
        table = people_schema.passkeys
        query = _rows().where(table.c.person == person).order_by(table.c.created, table.c.hash)
        async with self._database.glancing() as connection:
            return [PasskeyRow(*row) for row in await connection.execute(query)]

    async def used(self, digest: str, count: int, at: int) -> bool:
        """Note a use; False if it is gone, or has signed that often before: then somebody else has a copy of it."""
        table = people_schema.passkeys
        newer = table.c["count"] < count if count else table.c["count"] == 0
        async with self._database.writing() as connection:
            noted = update(table).where(table.c.hash == digest, newer).values(count=count, used=at)
            return (await connection.execute(noted)).rowcount == 1

    async def rename(self, person: PersonId, digest: str, label: str) -> None:
        """Call one of the person's passkeys something else; one that is not theirs stays as it is."""
        table = people_schema.passkeys
        async with self._database.writing() as connection:
            own = and_(table.c.hash == digest, table.c.person == person)
            await connection.execute(update(table).where(own).values(label=label))


def _rows() -> Select[Any]:
    table = people_schema.passkeys.c
    return select(
        table.credential, table.person, table.public_key, table["count"], table.label, table.created, table.used
    )
