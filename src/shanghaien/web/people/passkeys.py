"""Passkeys: made once on a device, which then signs its person in. Each challenge is good for one answer."""

import json
import secrets
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import and_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import N_
from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import DomainError, LimitReached
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people import webauthn as ceremonies
from shanghaien.web.people.account_names import Inside
from shanghaien.web.people.credential_store import NotKept, OneTimeStore, PasskeyRow, add_passkey, credential_hash
from shanghaien.web.people.names import clean_name
from shanghaien.web.people.schema import passkeys
from shanghaien.web.people.webauthn import RelyingParty

MAKE, SIGN = "passkey-make", "passkey-sign"
LASTS_MS = 5 * 60 * 1000
MOST_PASSKEYS = 20
LONGEST_LABEL = 24
STORED = select(*(passkeys.c[field.name] for field in fields(PasskeyRow)))


class NotAccepted(DomainError):
    """The answer of a passkey was refused."""

    code = "passkey"


@dataclass(frozen=True, slots=True)
class StartedCeremony:
    """The options for the browser; it sends the token back with the answer."""

    token: str
    options: dict[str, Any]


@dataclass(frozen=True, slots=True)
class RegisteredPasskey:
    """A passkey made for a person, who may be new."""

    row: PasskeyRow
    name: str


class Passkeys:
    """Asks browsers for passkeys, verifies their answers and stores them. Only the `browser` that asked may answer."""

    def __init__(self, database: Database, once: OneTimeStore) -> None:
        self._database, self._once = database, once

    async def begin(self, party: RelyingParty, browser: PersonId, person: PersonId, name: str) -> StartedCeremony:
        existing = [row.credential for row in await self.of(person)]
        if len(existing) >= MOST_PASSKEYS:
            template = N_("You have %(most)s passkeys; remove one before you make another.")
            raise LimitReached("too-many-passkeys", template, most=MOST_PASSKEYS)
        prompt = ceremonies.registration_options(party, person, name, existing)
        return await self._keep(MAKE, prompt, browser, person, name)

    async def made(
        self, party: RelyingParty, browser: PersonId, token: str, answer: dict[str, Any], label: str
    ) -> RegisteredPasskey:
        """The verified passkey; not stored yet, so that it can be stored together with a new account."""
        challenge, person, name = await self._taken(MAKE, token, browser)
        try:
            key = ceremonies.verify_registration(party, challenge, answer)
        except ceremonies.InvalidResponse:
            raise _refusal() from None
        if await self._find(credential_hash(key.credential)) is not None:
            raise NotAccepted(N_("This passkey is already known here. Sign in with it."))
        at = now()
        return RegisteredPasskey(
            PasskeyRow(key.credential, person, key.public_key, key.count, clean_label(label), at, at), name
        )

    def keeping(self, made: RegisteredPasskey) -> Inside:
        """Stores the first passkey of a new person in the transaction that creates their account."""

        async def keep(connection: AsyncConnection) -> None:
            try:
                await add_passkey(connection, made.row)
            except NotKept:
                raise _refusal() from None

        return keep

    async def keep(self, made: RegisteredPasskey) -> None:
        async with self._database.write() as connection:
            await self.keeping(made)(connection)

    async def of(self, person: PersonId) -> list[PasskeyRow]:
        """The oldest first."""
        query = STORED.where(passkeys.c.person == person).order_by(passkeys.c.created, passkeys.c.hash)
        return [PasskeyRow(*row) for row in await self._database.fetch_all(query)]

    async def rename(self, person: PersonId, digest: str, label: str) -> None:
        """Nothing changes if the passkey is another person's."""
        own = and_(passkeys.c.hash == digest, passkeys.c.person == person)
        async with self._database.write() as connection:
            await connection.execute(update(passkeys).where(own).values(label=clean_label(label)))

    async def begin_sign_in(self, party: RelyingParty, browser: PersonId) -> StartedCeremony:
        return await self._keep(SIGN, ceremonies.authentication_options(party), browser, PersonId(""), "")

    async def signed_in(self, party: RelyingParty, browser: PersonId, token: str, answer: dict[str, Any]) -> PersonId:
        """The owner of the passkey that answered."""
        challenge, _, _ = await self._taken(SIGN, token, browser)
        try:
            key = await self._find(credential_hash(ceremonies.credential_in(answer)))
            if key is None:
                raise _refusal()
            count = ceremonies.verify_authentication(party, challenge, answer, key)
        except ceremonies.InvalidResponse:
            raise _refusal() from None
        if not await self._used(key.hash, count):
            raise _refusal()
        return key.person

    async def _find(self, digest: str) -> PasskeyRow | None:
        row = await self._database.fetch_one(STORED.where(passkeys.c.hash == digest))
        return None if row is None else PasskeyRow(*row)

    async def _used(self, digest: str, count: int) -> bool:
        """Note a use; False if the key is gone or the counter has not risen: then there is a copy of it."""
        newer = passkeys.c["count"] < count if count else passkeys.c["count"] == 0
        noted = update(passkeys).where(passkeys.c.hash == digest, newer).values(count=count, used=now())
        async with self._database.write() as connection:
            return (await connection.execute(noted)).rowcount == 1

    async def _keep(
        self, kind: str, prompt: ceremonies.Prompt, browser: PersonId, person: PersonId, name: str
    ) -> StartedCeremony:
        token = secrets.token_urlsafe(24)
        text = json.dumps([prompt.challenge.hex(), browser, person, name])
        await self._once.put(kind, token, text, LASTS_MS)
        return StartedCeremony(token, prompt.options)

    async def _taken(self, kind: str, token: str, browser: PersonId) -> tuple[bytes, PersonId, str]:
        text = await self._once.take(kind, token)
        challenge, asked, person, name = json.loads(text) if text else ("", "", "", "")
        if not challenge or asked != browser:
            raise NotAccepted(N_("That took too long, or was answered before. Nothing was changed; please try again."))
        return bytes.fromhex(challenge), PersonId(person), name


def clean_label(text: str) -> str:
    return clean_name(text)[:LONGEST_LABEL] or "Passkey"


def _refusal() -> NotAccepted:
    return NotAccepted(N_("This passkey was not accepted. Nothing was changed; try again, or use another way."))
