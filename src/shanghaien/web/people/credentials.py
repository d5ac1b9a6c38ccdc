"""Recovery codes, and all credentials of a site together: passkeys, mail links, codes, limits on attempts."""

import hashlib
import secrets
from dataclasses import dataclass

from sqlalchemy import and_, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import N_
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.jobs import JobStore
from shanghaien.web.people.account_names import Inside
from shanghaien.web.people.attempts import Attempts
from shanghaien.web.people.credential_store import CredentialStore, MailboxStore, OneTimeStore
from shanghaien.web.people.mail_links import MailLinks
from shanghaien.web.people.passkeys import Passkeys
from shanghaien.web.people.schema import names, recovery_codes

UNKNOWN = ""
"""An id without codes: an unknown name costs the same work as a known one."""
CODES = 10
"""Made at a time, to be printed or written down; each lets its person in once, together with the name."""
LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Without i, l, o and u, which look like 1, 0 and v."""
READ_AS = str.maketrans("ilou", "110v")
GROUPS, GROUP = 4, 4
"""Sixteen letters of five bits: too many to be guessed, even with the hashes at hand."""


class WrongCode(DomainError):
    """The name and the code do not go together."""

    code = "wrong-code"


class Recovery:
    """Makes and redeems recovery codes. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keeping(self, person: PersonId, codes: list[str]) -> Inside:
        """Stores the first codes of a new person in the transaction that creates their account."""

        async def keep(connection: AsyncConnection) -> None:
            await replace_codes(connection, person, codes)

        return keep

    async def renew(self, person: PersonId) -> list[str]:
        """Ten new codes, returned only once; the old ones end."""
        codes = new_codes()
        async with self._database.write() as connection:
            await replace_codes(connection, person, codes)
        return codes

    async def left(self, person: PersonId) -> int:
        query = select(func.count()).select_from(recovery_codes).where(recovery_codes.c.person == person)
        return int(await self._database.fetch_value(query))

    async def use(self, folded_name: str, code: str) -> PersonId:
        """The owner of the code, which is used up.

        WrongCode with the same sentence after the same statements, whichever of name and code is wrong.
        """
        current = and_(names.c.folded == folded_name, names.c.held_until.is_(None))
        async with self._database.write() as connection:
            named = (await connection.execute(select(names.c.person).where(current))).scalar_one_or_none()
            own = and_(recovery_codes.c.hash == _digest(code), recovery_codes.c.person == (named or UNKNOWN))
            used = await connection.execute(delete(recovery_codes).where(own).returning(recovery_codes.c.person))
            person: PersonId | None = used.scalar_one_or_none()
        if person is None:
            raise WrongCode(N_("This name and this code do not belong together. Check both, or use another way."))
        return person


async def replace_codes(connection: AsyncConnection, person: PersonId, codes: list[str]) -> None:
    """Replace all codes in the caller's transaction."""
    await connection.execute(delete(recovery_codes).where(recovery_codes.c.person == person))
    await connection.execute(insert(recovery_codes), [{"hash": _digest(code), "person": person} for code in codes])


def new_codes() -> list[str]:
    groups = range(GROUPS), range(GROUP)
    return ["-".join("".join(secrets.choice(LETTERS) for _ in groups[1]) for _ in groups[0]) for _ in range(CODES)]


def _digest(code: str) -> str:
    """However it is typed: capital letters, spaces for dashes, an O for a zero."""
    typed = "".join(sign for sign in code.lower() if sign.isalnum()).translate(READ_AS)
    return hashlib.sha256(f"recovery\n{typed}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class CredentialServices:
    """All that signs people in."""

    passkeys: Passkeys
    links: MailLinks
    recovery: Recovery
    mailboxes: MailboxStore
    ways: CredentialStore
    attempts: Attempts
    database: Database


def open_credentials(database: Database, key: bytes) -> CredentialServices:
    """`key` hides the addresses by which attempts are counted."""
    once, mailboxes = OneTimeStore(database), MailboxStore(database)
    return CredentialServices(
        passkeys=Passkeys(database, once),
        links=MailLinks(once, JobStore(database), mailboxes),
        recovery=Recovery(database),
        mailboxes=mailboxes,
        ways=CredentialStore(database),
        attempts=Attempts(database, key),
        database=database,
    )
