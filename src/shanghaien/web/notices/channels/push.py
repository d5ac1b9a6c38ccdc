"""Push notices (RFC 8030): each browser of a person is a place of its own, reached through its push service."""

import hashlib
import json
import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import N_
from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import DomainError, LimitReached
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.signing import Signer, new_id
from shanghaien.web.notices.channels.http_client import HttpSender, NotReached, ServerAnswer, outcome_of
from shanghaien.web.notices.channels.payload import CURVE, BrowserKeys, b64, encrypt_push, push_payload, raw_point
from shanghaien.web.notices.model import NOBODY, Notice, NoticeKind, Outcome, failed
from shanghaien.web.notices.place_store import PushRow, PushStore
from shanghaien.web.tables.dice.log_writer import read_fact, settle_fact

LONGEST_ADDRESS, LONGEST_LABEL = 1500, 60
MOST = 5
"""Browsers of one person."""


class UnknownService(DomainError):
    """The browser's push service is not one of those to which this site sends, or what it gave cannot be read."""

    code = "push-service"


@dataclass(frozen=True, slots=True)
class PushServices:
    """The hosts to which push notices may go; one that begins with a dot stands for all below it."""

    hosts: Collection[str]
    scheme: str = "https"
    """Only tests, whose service is on this machine, take another."""

    def known(self, endpoint: str) -> bool:
        """Whether a notice may be sent to this address, which comes from a browser and may be anything."""
        if len(endpoint) > LONGEST_ADDRESS or not endpoint.isascii() or not endpoint.isprintable() or " " in endpoint:
            return False
        try:
            parts = urlsplit(endpoint)
            usual = self.scheme != "https" or parts.port in {None, 443}
        except ValueError:
            return False
        if "\\" in endpoint or "@" in parts.netloc or parts.scheme != self.scheme or not usual:
            return False
        return any(_is_host(parts.hostname or "", known) for known in self.hosts)


class PushBrowsers:
    """Switches browsers on and off, and tells which a person has."""

    def __init__(self, store: PushStore, services: PushServices) -> None:
        self.store = store
        self._services = services

    async def add(
        self, person: PersonId, endpoint: str, p256dh: str, auth: str, *, label: str, language: str, session: str = ""
    ) -> PushRow:
        """Send the person's notices to this browser too, while the session lasts."""
        if not self._services.known(endpoint):
            raise UnknownService(
                N_("This browser’s push service is not known here. Choose another way to get notices.")
            )
        try:
            BrowserKeys(p256dh, auth)
        except ValueError:
            raise UnknownService(N_("This browser gave no keys for notices. Switch them off and on again.")) from None
        label, language = label[:LONGEST_LABEL], language[:5]
        row = PushRow(new_id(), person, endpoint, p256dh, auth, label, language, now(), session=session)
        if not await self.store.add(row, MOST):
            template = N_("You already get notices in %(most)s browsers. Take one off the list first.")
            raise LimitReached("too-many-browsers", template, most=MOST)
        return row


def _is_host(host: str, known: str) -> bool:
    return host.endswith(known) if known.startswith(".") else host == known


# The key by which push services know this site (RFC 8292): made at the first start, the same on all its servers.

FACT = "push-key"
HOLDS_SECONDS = 12 * 3600
"""How long a service may believe what was signed; it may be no more than a day."""
NUMBER_BYTES = 32


class VapidKey:
    """Signs what is sent to push services; its public half is what browsers subscribe with."""

    def __init__(self, number: int) -> None:
        self._key = ec.derive_private_key(number, CURVE)
        self.public = b64(raw_point(self._key.public_key()))

    @staticmethod
    def new() -> str:
        return f"{ec.generate_private_key(CURVE).private_numbers().private_value:064x}"

    def authorization(self, endpoint: str, contact: str) -> str:
        """The header that names the sender and their address."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now() // 1000 + HOLDS_SECONDS, "sub": contact}
        told = ".".join(b64(json.dumps(each).encode()) for each in ({"typ": "JWT", "alg": "ES256"}, claims))
        numbers = decode_dss_signature(self._key.sign(told.encode(), ec.ECDSA(hashes.SHA256())))
        signature = b"".join(number.to_bytes(NUMBER_BYTES, "big") for number in numbers)
        return f"vapid t={told}.{b64(signature)}, k={self.public}"


class VapidKeys:
    """The site's key, read once by each process."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: VapidKey | None = None

    async def get(self) -> VapidKey:
        """The site's key; servers that need it at once for the first time agree on one."""
        if self._known is None:
            async with self._database.write() as connection:
                self._known = VapidKey(int(await _settled(connection), 16))
        return self._known


async def _settled(connection: AsyncConnection) -> str:
    stored = await read_fact(connection, FACT)
    if stored is None:
        await settle_fact(connection, FACT, VapidKey.new())
        stored = await read_fact(connection, FACT)
    return stored or ""


log = logging.getLogger("shanghaien.notices")
PLACE = "push:"
DAY = 24 * 3600
LONGEST_KEPT = 28 * DAY
"""Seconds for which a service keeps a notice at most; a browser that is off for longer learns it from the page."""
SOON = 3600
"""Seconds; a notice with less time left is urgent, even where that costs battery."""
GONE = {404, 410}


class PushChannel:
    """Sends notices to browsers."""

    name = "push"

    def __init__(self, store: PushStore, keys: VapidKeys, services: PushServices, contact: str, signer: Signer) -> None:
        self._store = store
        self._keys = keys
        self._services = services
        self._contact = contact
        self._signer = signer
        self._sender: HttpSender | None = None

    async def places(self, person: PersonId) -> Sequence[str]:
        """Each browser of the person that has answered lately."""
        if not self._contact:
            return []
        return [PLACE + row.id for row in await self._store.of(person) if not row.silent]

    async def send(self, place: str, notice: Notice) -> Outcome:
        row = await self._store.get(place.removeprefix(PLACE))
        if row is None or row.person != notice.person or not self._services.known(row.endpoint):
            return NOBODY
        try:
            answer = await self._post(row, notice)
        except NotReached:
            await self._store.failed(row.id, now())
            return failed()
        except Exception:
            await self._store.failed(row.id, now())
            raise
        if answer.status in GONE:
            await self._store.remove(row.person, row.id)
            return NOBODY
        if not answer.taken:
            log.warning("a push service refused a notice", extra={"status": answer.status})
        return await outcome_of(answer, self._store, row.id, row.failures)

    async def close(self) -> None:
        if self._sender is not None:
            await self._sender.close()
            self._sender = None

    async def _post(self, row: PushRow, notice: Notice) -> ServerAnswer:
        body = encrypt_push(push_payload(notice, self._signer), BrowserKeys(row.p256dh, row.auth))
        key = await self._keys.get()
        headers = {
            "Authorization": key.authorization(row.endpoint, self._contact),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            **_preferences(notice),
        }
        if self._sender is None:
            self._sender = HttpSender()
        return await self._sender.post(row.endpoint, body, headers)


def _preferences(notice: Notice) -> dict[str, str]:
    """How long the service keeps a notice, what it replaces, and whether it may wait for a browser that saves power."""
    left = LONGEST_KEPT if notice.deadline is None else (notice.deadline - now()) // 1000
    if notice.kind in {NoticeKind.DIGEST, NoticeKind.TRIAL}:
        left = min(left, DAY)
    urgency = "high" if notice.deadline is not None and left < SOON else "normal"
    about = hashlib.sha256(f"{notice.person}\n{notice.game or notice.kind}".encode()).digest()[:24]
    return {"TTL": str(max(0, min(left, LONGEST_KEPT))), "Topic": b64(about), "Urgency": urgency}
