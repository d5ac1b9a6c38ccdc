"""What people sign in with: passkeys, mail addresses, recovery codes, and secrets that work once."""

import hashlib
from dataclasses import asdict, dataclass

from sqlalchemy import and_, delete, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.database.dialects import insert_into, now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.schema import mailboxes, once, passkeys, people, recovery_codes


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
    return hashlib.sha256(credential).hexdigest()


class NotKept(Exception):
    """The passkey is stored already, as by two answers at once, or its person is gone."""


async def add_passkey(connection: AsyncConnection, row: PasskeyRow) -> None:
    """Store a passkey in the caller's transaction; NotKept rolls it back."""
    try:
        await connection.execute(insert(passkeys).values(asdict(row) | {"hash": row.hash}))
    except IntegrityError:
        raise NotKept from None


class MailboxTaken(Exception):
    """The address is another person's."""


async def set_mailbox(connection: AsyncConnection, person: PersonId, address: str) -> None:
    """Replace the person's address in the caller's transaction.

    MailboxTaken if it belongs to another person; then the whole transaction must be rolled back.
    """
    row = insert_into(connection, mailboxes).values(address=address, person=person, confirmed=now_in(connection))
    await connection.execute(delete(mailboxes).where(mailboxes.c.person == person, mailboxes.c.address != address))
    # Of two people who press at once the second waits for the first, and finds that it is not theirs.
    await connection.execute(row.on_conflict_do_nothing())
    owner = await connection.execute(select(mailboxes.c.person).where(mailboxes.c.address == address))
    if owner.scalar_one_or_none() != person:
        raise MailboxTaken


class MailboxStore:
    """Confirmed mail addresses: one for each person, one person for each. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def person(self, address: str) -> PersonId | None:
        person: PersonId | None = await self._database.fetch_value(
            select(mailboxes.c.person).where(mailboxes.c.address == address)
        )
        return person

    async def of(self, person: PersonId) -> str | None:
        address: str | None = await self._database.fetch_value(
            select(mailboxes.c.address).where(mailboxes.c.person == person)
        )
        return address

    async def set(self, person: PersonId, address: str) -> None:
        """Replace the person's address; MailboxTaken if it belongs to another person."""
        async with self._database.write() as connection:
            await set_mailbox(connection, person, address)


class OneTimeStore:
    """Texts by secrets that work once, such as challenges and links. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, kind: str, secret: str, text: str, lasts_ms: int) -> None:
        """Store a text for so long; expired ones are deleted."""
        async with self._database.write() as connection:
            now = now_in(connection)
            # Rows that another process has locked are left to it.
            old = select(once.c.hash).where(once.c.until < now).with_for_update(skip_locked=True)
            await connection.execute(delete(once).where(once.c.hash.in_(old)))
            row = {"hash": _digest(kind, secret), "kind": kind, "text": text, "until": now + lasts_ms}
            await connection.execute(insert(once).values(row))

    async def take(self, kind: str, secret: str) -> str | None:
        """Return and delete the text; None if it is unknown, used or expired."""
        async with self._database.write() as connection:
            found = and_(once.c.hash == _digest(kind, secret), once.c.until >= now_in(connection))
            taken = await connection.execute(delete(once).where(found).returning(once.c.text))
            text: str | None = taken.scalar_one_or_none()
            return text


def _digest(kind: str, secret: str) -> str:
    # A secret is at least 16 random bytes, so that a plain hash cannot be turned back by guessing.
    return hashlib.sha256(f"{kind}\n{secret}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Credentials:
    """How many credentials a person has of each kind; the last one cannot be removed."""

    passkeys: int
    mailboxes: int
    codes: int

    def without_passkey(self, *, mail: bool) -> bool:
        """Whether one passkey can be removed; an address counts only where the host can send mail."""
        return self.passkeys > 1 or bool(self.codes) or (mail and bool(self.mailboxes))

    @property
    def without_mailbox(self) -> bool:
        return bool(self.passkeys or self.codes)


class CredentialStore:
    """Counts and removes credentials. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: PersonId) -> Credentials:
        async with self._database.read() as connection:
            return await _count(connection, person)

    async def remove_passkey(self, person: PersonId, digest: str, *, mail: bool) -> bool:
        """False if it is the person's last credential."""
        async with self._database.write() as connection:
            if not (await _alone(connection, person)).without_passkey(mail=mail):
                return False
            await connection.execute(delete(passkeys).where(passkeys.c.hash == digest, passkeys.c.person == person))
            return True

    async def remove_mailbox(self, person: PersonId) -> bool:
        """False if it is the person's last credential."""
        async with self._database.write() as connection:
            if not (await _alone(connection, person)).without_mailbox:
                return False
            await connection.execute(delete(mailboxes).where(mailboxes.c.person == person))
            return True


async def _alone(connection: AsyncConnection, person: PersonId) -> Credentials:
    """Counted under a lock, so that of the last two only one can be removed."""
    await connection.execute(select(people.c.id).where(people.c.id == person).with_for_update())
    return await _count(connection, person)


async def _count(connection: AsyncConnection, person: PersonId) -> Credentials:
    counts = [
        await connection.execute(select(func.count()).select_from(table).where(table.c.person == person))
        for table in (passkeys, mailboxes, recovery_codes)
    ]
    return Credentials(*(counted.scalar_one() for counted in counts))
