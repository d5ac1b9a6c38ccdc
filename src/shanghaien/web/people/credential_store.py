"""The passkeys of people: public keys, each found by its credential's id."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, Table, and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.database.dialects import insert_into, now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people import schema as people_schema


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
        async with self._database.write() as connection:
            await add_passkey(connection, row)

    async def find(self, digest: str) -> PasskeyRow | None:
        """The passkey with this hash."""
        async with self._database.connect() as connection:
            found = await connection.execute(_rows().where(people_schema.passkeys.c.hash == digest))
            row = found.one_or_none()
        return None if row is None else PasskeyRow(*row)

    async def of(self, person: PersonId) -> list[PasskeyRow]:
        """A person's passkeys, the oldest first."""
        table = people_schema.passkeys
        query = _rows().where(table.c.person == person).order_by(table.c.created, table.c.hash)
        async with self._database.connect() as connection:
            return [PasskeyRow(*row) for row in await connection.execute(query)]

    async def used(self, digest: str, count: int, at: int) -> bool:
        """Note a use; False if it is gone, or has signed that often before: then somebody else has a copy of it."""
        table = people_schema.passkeys
        newer = table.c["count"] < count if count else table.c["count"] == 0
        async with self._database.write() as connection:
            noted = update(table).where(table.c.hash == digest, newer).values(count=count, used=at)
            return (await connection.execute(noted)).rowcount == 1

    async def rename(self, person: PersonId, digest: str, label: str) -> None:
        """Call one of the person's passkeys something else; one that is not theirs stays as it is."""
        table = people_schema.passkeys
        async with self._database.write() as connection:
            own = and_(table.c.hash == digest, table.c.person == person)
            await connection.execute(update(table).where(own).values(label=label))


def _rows() -> Select[Any]:
    table = people_schema.passkeys.c
    return select(
        table.credential, table.person, table.public_key, table["count"], table.label, table.created, table.used
    )


# Recovery codes: each is good once, and only its hash is stored.

NOBODY = ""
"""The id of nobody, who has no code: a name that does not exist costs the same work as one that does."""


async def replace_codes(connection: AsyncConnection, person: PersonId, digests: Iterable[str]) -> None:
    """Give a person new codes in a transaction of whoever calls; the old ones end."""
    table = people_schema.recovery_codes
    await connection.execute(delete(table).where(table.c.person == person))
    await connection.execute(insert(table), [{"hash": digest, "person": person} for digest in digests])


class RecoveryStore:
    """The store of recovery codes. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def replace(self, person: PersonId, digests: Iterable[str]) -> None:
        """Give a person new codes; the old ones end."""
        async with self._database.write() as connection:
            await replace_codes(connection, person, digests)

    async def use(self, folded: str, digest: str) -> PersonId | None:
        """Use up the code with this hash of whoever has this name: their id, or None if the two do not go together.

        The same statements are run whether there is such a name or not.
        """
        names, codes = people_schema.names, people_schema.recovery_codes
        current = and_(names.c.folded == folded, names.c.held_until.is_(None))
        async with self._database.write() as connection:
            named = (await connection.execute(select(names.c.person).where(current))).scalar_one_or_none()
            own = and_(codes.c.hash == digest, codes.c.person == (named or NOBODY))
            used = await connection.execute(delete(codes).where(own).returning(codes.c.person))
            person: PersonId | None = used.scalar_one_or_none()
            return person

    async def left(self, person: PersonId) -> int:
        """How many codes a person has that were not used."""
        table = people_schema.recovery_codes
        async with self._database.connect() as connection:
            query = select(func.count()).select_from(table).where(table.c.person == person)
            return int((await connection.execute(query)).scalar_one())


# Mail addresses whose owners have pressed the link that was sent there: one for each person, one person for each.


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
        async with self._database.connect() as connection:
            found = await connection.execute(select(table.c.person).where(table.c.address == address))
            person: PersonId | None = found.scalar_one_or_none()
            return person

    async def of(self, person: PersonId) -> str | None:
        """The person's address."""
        table = people_schema.mailboxes
        async with self._database.connect() as connection:
            found = await connection.execute(select(table.c.address).where(table.c.person == person))
            address: str | None = found.scalar_one_or_none()
            return address

    async def set(self, person: PersonId, address: str) -> None:
        """Give a person this address instead of what they had; MailboxTaken if it is somebody else's."""
        async with self._database.write() as connection:
            await set_mailbox(connection, person, address)


# What can be used once: challenges for passkeys, links sent by mail. It is taken away before anybody looks at it.


class OneTimeStore:
    """Texts that wait for whoever brings the secret; only its hash is stored. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, kind: str, secret: str, text: str, lasts_ms: int) -> None:
        """Keep a text for so long; those whose time is over go."""
        once = people_schema.once
        async with self._database.write() as connection:
            now = now_in(connection)
            # Except what somebody else clears away just now: nobody waits for that.
            old = select(once.c.hash).where(once.c.until < now).with_for_update(skip_locked=True)
            await connection.execute(delete(once).where(once.c.hash.in_(old)))
            row = {"hash": _digest(kind, secret), "kind": kind, "text": text, "until": now + lasts_ms}
            await connection.execute(insert(once).values(row))

    async def take(self, kind: str, secret: str) -> str | None:
        """The text, which is gone from now on; None if there is none, it was taken before, or its time is over."""
        once = people_schema.once
        async with self._database.write() as connection:
            found = and_(once.c.hash == _digest(kind, secret), once.c.until >= now_in(connection))
            taken = await connection.execute(delete(once).where(found).returning(once.c.text))
            text: str | None = taken.scalar_one_or_none()
            return text


def _digest(kind: str, secret: str) -> str:
    # A secret is at least 16 random bytes, so that a plain hash cannot be turned back by guessing.
    return hashlib.sha256(f"{kind}\n{secret}".encode()).hexdigest()


# The ways in that a person has: passkeys, a mail address, recovery codes. The last one cannot be given up.


@dataclass(frozen=True, slots=True)
class Credentials:
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


class CredentialStore:
    """Counts ways in and takes them away, one person's at a time. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: PersonId) -> Credentials:
        """The ways in of a person."""
        async with self._database.read() as connection:
            return await _count(connection, person)

    async def remove_passkey(self, person: PersonId, digest: str, *, mail: bool) -> bool:
        """Take away one of the person's passkeys; False if it is their last way in."""
        table = people_schema.passkeys
        async with self._database.write() as connection:
            if not (await _alone(connection, person)).without_passkey(mail=mail):
                return False
            await connection.execute(delete(table).where(table.c.hash == digest, table.c.person == person))
            return True

    async def remove_mailbox(self, person: PersonId) -> bool:
        """Take away the person's address; False if it is their last way in."""
        table = people_schema.mailboxes
        async with self._database.write() as connection:
            if not (await _alone(connection, person)).without_mailbox:
                return False
            await connection.execute(delete(table).where(table.c.person == person))
            return True


async def _alone(connection: AsyncConnection, person: PersonId) -> Credentials:
    """What there is while nobody else takes anything away: of the two last, only one can go."""
    people = people_schema.people
    await connection.execute(select(people.c.id).where(people.c.id == person).with_for_update())
    return await _count(connection, person)


async def _count(connection: AsyncConnection, person: PersonId) -> Credentials:
    async def rows(table: Table) -> int:
        query = select(func.count()).select_from(table).where(table.c.person == person)
        return int((await connection.execute(query)).scalar_one())

    tables = people_schema.passkeys, people_schema.mailboxes, people_schema.recovery_codes
    return Credentials(*[await rows(table) for table in tables])
