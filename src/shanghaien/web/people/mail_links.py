"""Links sent by mail: each is good once, for 15 minutes, in the browser that asked for it.

A request only schedules a letter. Whether the address is known is looked up when the letter is written, long after
the answer: so the answer is the same, after the same work.
"""

import hashlib
import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from enum import StrEnum

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import N_
from shanghaien.web.core.clock import now
from shanghaien.web.core.errors import BadRequestError, DomainError
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.jobs import JobRow, JobStore
from shanghaien.web.core.mail_addresses import NoAddress, mail_address
from shanghaien.web.core.signing import new_id
from shanghaien.web.people.account_names import Inside
from shanghaien.web.people.credential_store import MailboxStore, MailboxTaken, OneTimeStore, set_mailbox

KIND = "letter"
"""The job that sends a letter."""
MINUTES = 15
LASTS_MS = MINUTES * 60 * 1000


class Purpose(StrEnum):
    """What a link is for."""

    SIGN_IN = "sign-in"
    NEW = "new"
    """To keep games under a name, with this address as the way in."""
    CONFIRM = "confirm"
    """To have this address as another way in."""


@dataclass(frozen=True, slots=True)
class LinkRequest:
    """A request for a link."""

    purpose: Purpose
    address: str
    browser: str
    """The hash of the browser's secret; the link opens in no other."""
    language: str
    at: int
    person: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class LinkToSend:
    """A link that is ready to be sent."""

    purpose: Purpose
    address: str
    language: str
    token: str
    name: str


@dataclass(frozen=True, slots=True)
class OpenedLink:
    """A link that was used."""

    purpose: Purpose
    address: str
    person: PersonId | None
    name: str


class ExpiredLink(DomainError):
    """The link is used up, too old, or was opened in another browser."""

    code = "used-link"


class TakenAddress(DomainError):
    """The address is another person's: the owner of the mailbox may learn that."""

    code = "taken-address"


class MailLinks:
    """Schedules letters, makes their links when they are written, and lets each be used once."""

    def __init__(self, once: OneTimeStore, jobs: JobStore, mailboxes: MailboxStore) -> None:
        self._once = once
        self._jobs = jobs
        self._mailboxes = mailboxes

    async def ask(self, asked: LinkRequest) -> None:
        """Schedule the letter."""
        await self._jobs.set(KIND, new_id(), asked.at, json.dumps(asdict(asked)))

    async def prepare(self, row: JobRow) -> LinkToSend | None:
        """The link for a scheduled letter; None if the address is unknown or the request is too old."""
        values = json.loads(row.payload)
        asked = LinkRequest(**values | {"purpose": Purpose(values["purpose"])})
        known = await self._mailboxes.person(asked.address)
        purpose = Purpose.SIGN_IN if known and asked.purpose is Purpose.NEW else asked.purpose
        if asked.at + LASTS_MS < now() or (purpose is Purpose.SIGN_IN and known is None):
            return None
        token = secrets.token_urlsafe(24)
        person = known if purpose is Purpose.SIGN_IN else asked.person
        said = json.dumps([purpose, asked.address, person, asked.name])
        await self._once.put(KIND, _key(token, asked.browser), said, LASTS_MS)
        return LinkToSend(purpose, asked.address, asked.language, token, asked.name)

    async def use(self, token: str, kept: str) -> OpenedLink:
        """ExpiredLink unless it is opened in the browser that asked for it, which has `kept`."""
        text = await self._once.take(KIND, _key(token, hashed(kept)))
        if text is None:
            raise ExpiredLink(
                N_(
                    "This link does not open anything here. It works once, for 15 minutes, and only in the browser "
                    "that asked for it. Please ask for another one."
                )
            )
        purpose, address, person, name = json.loads(text)
        return OpenedLink(Purpose(purpose), address, PersonId(person) if person else None, name)

    def claiming(self, person: PersonId, address: str) -> Inside:
        """Gives an address to a new person in the transaction that creates their account; TakenAddress rolls it back."""

        async def claim(connection: AsyncConnection) -> None:
            with _refuse_taken():
                await set_mailbox(connection, person, address)

        return claim

    async def confirm(self, person: PersonId, address: str) -> None:
        """TakenAddress if it belongs to another person."""
        with _refuse_taken():
            await self._mailboxes.set(person, address)


@contextmanager
def _refuse_taken() -> Iterator[None]:
    try:
        yield
    except MailboxTaken:
        template = N_("This address belongs to another name here. Sign in with it instead.")
        raise TakenAddress(template) from None


def read_address(text: str) -> str:
    """The address as it is kept; refused in a sentence if it is none."""
    try:
        return mail_address(text)
    except NoAddress:
        raise BadRequestError(N_("This is not an email address. One looks like this: you@example.org.")) from None


def hashed(kept: str) -> str:
    """SHA-256 of the browser's secret."""
    return hashlib.sha256(kept.encode()).hexdigest()


def _key(token: str, browser: str) -> str:
    """Both are needed to find the link: opening it in another browser does not use it up."""
    return f"{token}\n{browser}"
