"""How often a way in may be tried: by one address, at one name, at one mailbox; whether they exist or not."""

import hashlib
import hmac
from dataclasses import dataclass

from shanghaien.rules import N_
from shanghaien.web.http.refusals import Refused
from shanghaien.web.store.attempts import AttemptStore, Tried

AN_HOUR_MS = 3600 * 1000
MINUTE_MS = 60 * 1000


class TooOften(Refused):
    """Something was tried too often of late."""

    status = 429
    code = "too-often"


@dataclass(frozen=True, slots=True)
class HourlyLimit:
    """How often something may be tried within an hour, by or at whom."""

    kind: str
    subject: str
    most: int


class Attempts:
    """Counts what is tried, before it is known what comes of it."""

    def __init__(self, store: AttemptStore, key: bytes) -> None:
        self._store = store
        self._key = key

    async def check(self, *limits: HourlyLimit) -> None:
        """Count these; TooOften if one of them has been tried too often within the hour."""
        by_key = {self._hashed(limit): limit for limit in limits}
        counted = await self._store.count(by_key, AN_HOUR_MS)
        waits = [_wait_ms(counted[key], limit.most) for key, limit in by_key.items()]
        if longest := max(waits):
            minutes = -(-longest // MINUTE_MS)
            refusal = TooOften(N_("Too many tries for now. Please try again in %(minutes)s min."), minutes=minutes)
            refusal.retry_after = minutes * 60
            raise refusal

    def _hashed(self, limit: HourlyLimit) -> str:
        # With a key: addresses are so few that a plain hash could be turned back by trying them all.
        return hmac.new(self._key, f"{limit.kind}\n{limit.subject}".encode(), hashlib.sha256).hexdigest()


def _wait_ms(tried: Tried, most: int) -> int:
    return max(tried.left_ms, 1) if tried.times > most else 0
