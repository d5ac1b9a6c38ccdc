"""All ways in of a site, put together: passkeys, links by mail, recovery codes, and how often each may be tried."""

import hashlib
import secrets
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import N_
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import DomainError
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.jobs import JobStore
from shanghaien.web.people.accounts import Inside
from shanghaien.web.people.attempts import Attempts, AttemptStore
from shanghaien.web.people.credential_store import (
    CredentialStore,
    MailboxStore,
    OneTimeStore,
    PasskeyStore,
    RecoveryStore,
    replace_codes,
)
from shanghaien.web.people.mail_links import MailLinks
from shanghaien.web.people.passkeys import Passkeys

# Recovery codes: ten at a time, to be printed or written down; each lets its person in once, together with the
# name.

CODES = 10
LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Without i, l, o and u: nobody has to tell them from 1, 0 and v."""
READ_AS = str.maketrans("ilou", "110v")
GROUPS, GROUP = 4, 4
"""Sixteen letters of five bits: nobody guesses one, even with the hashes at hand."""


class WrongCode(DomainError):
    """The name and the code do not go together."""

    code = "wrong-code"


class Recovery:
    """Makes codes and lets people in by them."""

    def __init__(self, store: RecoveryStore) -> None:
        self._store = store

    def keeping(self, person: PersonId, codes: list[str]) -> Inside:
        """Stores the first codes of somebody new, in the transaction that makes their account."""

        async def keep(connection: AsyncConnection) -> None:
            await replace_codes(connection, person, _digests(codes))

        return keep

    async def renew(self, person: PersonId) -> list[str]:
        """Ten new codes, told this once; the old ones end."""
        codes = new_codes()
        await self._store.replace(person, _digests(codes))
        return codes

    async def left(self, person: PersonId) -> int:
        """How many codes a person has that were not used."""
        return await self._store.left(person)

    async def use(self, folded_name: str, code: str) -> PersonId:
        """Whom the code lets in; WrongCode in the same words and after the same work, whatever of the two is wrong."""
        person = await self._store.use(folded_name, _digest(code))
        if person is None:
            raise WrongCode(N_("This name and this code do not belong together. Check both, or use another way."))
        return person


def new_codes() -> list[str]:
    """Ten codes that nobody can guess."""
    return [_new_code() for _ in range(CODES)]


def _digests(codes: list[str]) -> list[str]:
    """What is stored of codes."""
    return [_digest(code) for code in codes]


def _new_code() -> str:
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))


def _digest(code: str) -> str:
    """However it is typed: capital letters, spaces for dashes, an O for a zero."""
    typed = "".join(sign for sign in code.lower() if sign.isalnum()).translate(READ_AS)
    return hashlib.sha256(f"recovery\n{typed}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class CredentialServices:
    """The ways in."""

    passkeys: Passkeys
    links: MailLinks
    recovery: Recovery
    mailboxes: MailboxStore
    ways: CredentialStore
    attempts: Attempts
    database: Database


def open_credentials(database: Database, key: bytes) -> CredentialServices:
    """The ways in of whoever is stored in this database; the key hides what tries are counted by."""
    once, mailboxes = OneTimeStore(database), MailboxStore(database)
    return CredentialServices(
        passkeys=Passkeys(PasskeyStore(database), once),
        links=MailLinks(once, JobStore(database), mailboxes),
        recovery=Recovery(RecoveryStore(database)),
        mailboxes=mailboxes,
        ways=CredentialStore(database),
        attempts=Attempts(AttemptStore(database), key),
        database=database,
    )
