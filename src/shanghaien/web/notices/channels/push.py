"""Push notices (RFC 8030): each browser of a person is a place of its own, reached through its push service."""

import hashlib
import json
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.signing import Signer
from shanghaien.web.notices.channels.http_client import NotReached, ServerAnswer
from shanghaien.web.notices.channels.payload import CURVE, BrowserKeys, b64, encrypt_push, push_payload, raw_point
from shanghaien.web.notices.channels.push_browsers import PushServices
from shanghaien.web.notices.model import NOBODY, SENT, Notice, NoticeKind, Outcome, failed
from shanghaien.web.notices.place_store import PushRow, PushStore
from shanghaien.web.tables.dice.public_log import read_fact, settle_fact

if TYPE_CHECKING:
    from shanghaien.web.notices.channels.http_client import HttpSender


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
        """A new key as it is stored."""
        return f"{ec.generate_private_key(CURVE).private_numbers().private_value:064x}"

    def authorization(self, endpoint: str, contact: str) -> str:
        """The header that tells the service at this address who sends, and whom to write to."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": now() // 1000 + HOLDS_SECONDS, "sub": contact}
        told = ".".join(b64(json.dumps(each).encode()) for each in ({"typ": "JWT", "alg": "ES256"}, claims))
        numbers = decode_dss_signature(self._key.sign(told.encode(), ec.ECDSA(hashes.SHA256())))
        signature = b"".join(number.to_bytes(NUMBER_BYTES, "big") for number in numbers)
        return f"vapid t={told}.{b64(signature)}, k={self.public}"


class VapidKeys:
    """The site's key, asked for once by each process."""

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
"""Seconds: whoever has less time left is told even where that costs battery."""
GONE = {404, 410}
TOO_OFTEN = 429


class PushChannel:
    """Tells people in the browsers where they want it."""

    name = "push"

    def __init__(self, store: PushStore, keys: VapidKeys, services: PushServices, contact: str, signer: Signer) -> None:
        self._store = store
        self._keys = keys
        self._services = services
        self._contact = contact
        self._signer = signer
        self._poster: HttpSender | None = None

    async def places(self, person: PersonId) -> Sequence[str]:
        """Each browser of the person that has answered of late."""
        if not self._contact:
            return []
        return [PLACE + row.id for row in await self._store.of(person) if not row.silent]

    async def send(self, place: str, notice: Notice) -> Outcome:
        """Send a notice to one browser of its person."""
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
        return await self._judged(row, answer)

    async def close(self) -> None:
        """Let the connections to push services go."""
        if self._poster is not None:
            await self._poster.close()
            self._poster = None

    async def _post(self, row: PushRow, notice: Notice) -> ServerAnswer:
        body = encrypt_push(push_payload(notice, self._signer), BrowserKeys(row.p256dh, row.auth))
        key = await self._keys.get()
        headers = {
            "Authorization": key.authorization(row.endpoint, self._contact),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            **_wishes(notice),
        }
        if self._poster is None:
            from shanghaien.web.notices.channels.http_client import HttpSender  # noqa: PLC0415 - it is loaded with the first notice

            self._poster = HttpSender()
        return await self._poster.post(row.endpoint, body, headers)

    async def _judged(self, row: PushRow, answer: ServerAnswer) -> Outcome:
        if answer.taken:
            if row.failures:
                await self._store.answered(row.id)
            return SENT
        if answer.status in GONE:
            await self._store.remove(row.person, row.id)
            return NOBODY
        log.warning("a push service refused a notice", extra={"status": answer.status})
        if answer.status == TOO_OFTEN:
            return failed(answer.retry_after)
        await self._store.failed(row.id, now())
        return failed(answer.retry_after) if answer.status >= 500 else NOBODY


def _wishes(notice: Notice) -> dict[str, str]:
    """How long the service keeps a notice, what it replaces, and whether it may wait for a browser that saves power."""
    left = LONGEST_KEPT if notice.deadline is None else (notice.deadline - now()) // 1000
    if notice.kind in {NoticeKind.DIGEST, NoticeKind.TRIAL}:
        left = min(left, DAY)
    urgency = "high" if notice.deadline is not None and left < SOON else "normal"
    about = hashlib.sha256(f"{notice.person}\n{notice.game or notice.kind}".encode()).digest()[:24]
    return {"TTL": str(max(0, min(left, LONGEST_KEPT))), "Topic": b64(about), "Urgency": urgency}
