"""Passkeys: made once on a device, then it signs its person in without a name. Each challenge is good for one answer."""

import json
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import N_
from shanghaien.web.core.clock import now
from shanghaien.web.core.errors import DomainError, LimitReached
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people import webauthn as ceremonies
from shanghaien.web.people.accounts import Inside
from shanghaien.web.people.credential_store import (
    NotKept,
    OneTimeStore,
    PasskeyRow,
    PasskeyStore,
    add_passkey,
    credential_hash,
)
from shanghaien.web.people.names import clean_name
from shanghaien.web.people.webauthn import RelyingParty

MAKE, SIGN = "passkey-make", "passkey-sign"
LASTS_MS = 5 * 60 * 1000
MOST_PASSKEYS = 20
LONGEST_LABEL = 24


class NotAccepted(DomainError):
    """A passkey's answer that does not count."""

    code = "passkey"


@dataclass(frozen=True, slots=True)
class StartedCeremony:
    """What a browser is asked; it sends the token back with the answer."""

    token: str
    options: dict[str, Any]


@dataclass(frozen=True, slots=True)
class RegisteredPasskey:
    """A passkey that was made for somebody, who may be new."""

    row: PasskeyRow
    name: str


@dataclass(frozen=True, slots=True)
class KeptKey:
    """A passkey as its owner may see it."""

    id: str
    label: str
    created: int
    used: int


class Passkeys:
    """Asks browsers for passkeys, and judges what they answer. `browser` is whoever asks: nobody else may answer."""

    def __init__(self, passkeys: PasskeyStore, once: OneTimeStore) -> None:
        self.store = passkeys
        self._once = once

    async def begin(self, party: RelyingParty, browser: PersonId, person: PersonId, name: str) -> StartedCeremony:
        """Ask for a new passkey of a person, whether they are new themselves or not."""
        existing = [row.credential for row in await self.store.of(person)]
        if len(existing) >= MOST_PASSKEYS:
            template = N_("You have %(most)s passkeys; remove one before you make another.")
            raise LimitReached("too-many-passkeys", template, most=MOST_PASSKEYS)
        prompt = ceremonies.registration_options(party, person, name, existing)
        return await self._keep(MAKE, prompt, browser, person, name)

    async def made(
        self, party: RelyingParty, browser: PersonId, token: str, answer: dict[str, Any], label: str
    ) -> RegisteredPasskey:
        """What was made; it is not stored yet, so that a new person is stored with it."""
        challenge, person, name = await self._taken(MAKE, token, browser)
        try:
            key = ceremonies.verify_registration(party, challenge, answer)
        except ceremonies.InvalidResponse:
            raise _refusal() from None
        if await self.store.find(credential_hash(key.credential)) is not None:
            raise NotAccepted(N_("This passkey is already known here. Sign in with it."))
        at = now()
        return RegisteredPasskey(
            PasskeyRow(key.credential, person, key.public_key, key.count, clean_label(label), at, at), name
        )

    def keeping(self, made: RegisteredPasskey) -> Inside:
        """Stores the first passkey of somebody new, in the transaction that makes their account."""

        async def keep(connection: AsyncConnection) -> None:
            with _told_as_refusal():
                await add_passkey(connection, made.row)

        return keep

    async def keep(self, made: RegisteredPasskey) -> None:
        """Store another passkey of somebody who is known."""
        with _told_as_refusal():
            await self.store.add(made.row)

    async def of(self, person: PersonId) -> list[KeptKey]:
        """A person's passkeys, the oldest first."""
        return [KeptKey(row.hash, row.label, row.created, row.used) for row in await self.store.of(person)]

    async def begin_sign_in(self, party: RelyingParty, browser: PersonId) -> StartedCeremony:
        """Ask for any passkey for this place."""
        return await self._keep(SIGN, ceremonies.authentication_options(party), browser, PersonId(""), "")

    async def signed_in(self, party: RelyingParty, browser: PersonId, token: str, answer: dict[str, Any]) -> PersonId:
        """Whose passkey has answered."""
        challenge, _, _ = await self._taken(SIGN, token, browser)
        try:
            key = await self.store.find(credential_hash(ceremonies.credential_in(answer)))
            if key is None:
                raise _refusal()
            count = ceremonies.verify_authentication(party, challenge, answer, key)
        except ceremonies.InvalidResponse:
            raise _refusal() from None
        if not await self.store.used(key.hash, count, now()):
            raise _refusal()
        return key.person

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


@contextmanager
def _told_as_refusal() -> Iterator[None]:
    try:
        yield
    except NotKept:
        raise _refusal() from None


def clean_label(text: str) -> str:
    """What a passkey is called."""
    return clean_name(text)[:LONGEST_LABEL] or "Passkey"


def _refusal() -> NotAccepted:
    return NotAccepted(N_("This passkey was not accepted. Nothing was changed; try again, or use another way."))
