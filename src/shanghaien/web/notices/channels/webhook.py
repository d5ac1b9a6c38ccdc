"""Notices to an address of a person's own, signed, so that its programs know that they come from here."""

import hashlib
import hmac
import logging
import secrets
import ssl
from collections.abc import Sequence

from shanghaien.web.core.clock import now
from shanghaien.web.core.ids import PersonId
from shanghaien.web.notices.channels.address_guard import NOT_PUBLIC, AddressGuard, Target, Unreachable, WrongAddress
from shanghaien.web.notices.channels.http_client import NotReached, ServerAnswer, outcome_of, post_to_number
from shanghaien.web.notices.channels.payload import webhook_payload
from shanghaien.web.notices.model import NOBODY, Notice, Outcome, failed
from shanghaien.web.notices.place_store import WebhookRow, WebhookStore

log = logging.getLogger("shanghaien.notices")
SIGNATURE = "Shanghaien-Signature"
SECRET_PREFIX = "whsec_"  # noqa: S105 - what every secret begins with, so that one left in public code is recognised
GONE = 410


class Webhooks:
    """Sets people's own addresses; each has a secret that is shown once."""

    def __init__(self, store: WebhookStore, guard: AddressGuard) -> None:
        self.store = store
        self._guard = guard

    async def set(self, person: PersonId, address: str) -> str:
        """Send the person's notices there from now on; returns the secret that signs them."""
        try:
            await self._guard.checked(address)
        except Unreachable:  # answered like the other, so that nothing is learned about names inside the host's network
            raise WrongAddress(NOT_PUBLIC) from None
        secret = SECRET_PREFIX + secrets.token_urlsafe(32)
        await self.store.set(person, address, secret)
        return secret


class WebhookChannel:
    """Sends notices to people's programs."""

    name = "webhook"

    def __init__(
        self, store: WebhookStore, guard: AddressGuard, site: str = "", trusted: ssl.SSLContext | None = None
    ) -> None:
        self._store = store
        self._guard = guard
        self._site = site
        self._trusted = trusted
        """The certificates to trust; None for the public ones."""

    async def places(self, person: PersonId) -> Sequence[str]:
        row = await self._store.of(person)
        return [] if row is None or row.silent else [self.name]

    async def send(self, place: str, notice: Notice) -> Outcome:
        row = await self._store.of(notice.person)
        if row is None:
            return NOBODY
        try:
            answer = await self._posted(row, notice, await self._guard.checked(row.address))
        except WrongAddress:  # it leads elsewhere than when it was given
            await self._store.failed(row.person, now())
            return NOBODY
        except (NotReached, Unreachable):
            await self._store.failed(row.person, now())
            return failed()
        except Exception:
            await self._store.failed(row.person, now())
            raise
        if answer.status == GONE:
            await self._store.remove(row.person)
            return NOBODY
        return await outcome_of(answer, self._store, row.person, row.failures)

    async def _posted(self, row: WebhookRow, notice: Notice, target: Target) -> ServerAnswer:
        """Send it to exactly what was checked: name and certificate are the server's, the IP address is ours."""
        body = webhook_payload(notice, self._site)
        headers = {
            "Content-Type": "application/json",
            "User-Agent": "Shanghaien",
            SIGNATURE: signature(row.secret, now() // 1000, body),
        }
        return await post_to_number(target, body, headers, self._trusted)


def signature(secret: str, at: int, body: bytes) -> str:
    """What a program compares to know that the server sent this body at that time, in seconds since 1970."""
    sealed = hmac.new(secret.encode(), f"{at}.".encode() + body, hashlib.sha256).hexdigest()
    return f"t={at},v1={sealed}"
