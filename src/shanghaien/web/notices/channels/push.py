"""Push notices (RFC 8030): each browser of a person is a place of its own, reached through its push service."""

import hashlib
import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from shanghaien.web.clock import now
from shanghaien.web.http.signing import Signer
from shanghaien.web.ids import PersonId
from shanghaien.web.notices.notice import NOBODY, SENT, Notice, NoticeKind, Outcome, failed
from shanghaien.web.store.push import PushRow, PushStore

from .answers import NotReached, ServerAnswer
from .encoding import b64
from .payload import push_payload
from .push_addresses import PushServices
from .sealed import BrowserKeys, sealed
from .vapid import VapidKeys

if TYPE_CHECKING:
    from .posting import Poster

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
        self._poster: Poster | None = None

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
        body = sealed(push_payload(notice, self._signer), BrowserKeys(row.p256dh, row.auth))
        key = await self._keys.get()
        headers = {
            "Authorization": key.authorization(row.endpoint, self._contact),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            **_wishes(notice),
        }
        if self._poster is None:
            from .posting import Poster  # noqa: PLC0415 - it is loaded with the first notice

            self._poster = Poster()
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
