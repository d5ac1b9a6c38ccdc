"""Limits on signing in: attempts by one address, at one name, at one mailbox, whether these exist or not."""

import hashlib
import hmac
from collections.abc import Iterable
from dataclasses import dataclass

from sqlalchemy import case, delete, select
from sqlalchemy.ext.asyncio import AsyncConnection

from shanghaien.rules import N_
from shanghaien.web.core.database.dialects import insert_into, now_in
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import LimitReached
from shanghaien.web.people.schema import attempts

AN_HOUR_MS = 3600 * 1000
MINUTE_MS = 60 * 1000


@dataclass(frozen=True, slots=True)
class AttemptCount:
    """How often something was tried, and in how many milliseconds the count starts again."""

    times: int
    left_ms: int


@dataclass(frozen=True, slots=True)
class HourlyLimit:
    """How often something may be tried within an hour; the subject is who tries it, or what it is tried at."""

    kind: str
    subject: str
    most: int


class Attempts:
    """Counts attempts by hashed keys, together for all processes of a site."""

    def __init__(self, database: Database, key: bytes) -> None:
        self._database, self._key = database, key

    async def check(self, *limits: HourlyLimit) -> None:
        """Count one attempt for each limit; LimitReached if one of them is exceeded."""
        by_key = {self._hashed(limit): limit for limit in limits}
        counted = await self.count(by_key, AN_HOUR_MS)
        pauses = [max(counted[key].left_ms, 1) for key, limit in by_key.items() if counted[key].times > limit.most]
        if pauses:
            minutes = -(-max(pauses) // MINUTE_MS)
            template = N_("Too many tries for now. Please try again in %(minutes)s min.")
            raise LimitReached("too-often", template, retry_after=minutes * 60, minutes=minutes)

    async def count(self, keys: Iterable[str], lasts_ms: int) -> dict[str, AttemptCount]:
        """Count one attempt for each key; a count starts again `lasts_ms` after its first attempt."""
        async with self._database.write() as connection:
            await _clear(connection)
            # Always in the same order: else two that count the same keys at once could wait for each other.
            return {key: await _count(connection, key, lasts_ms) for key in sorted(keys)}

    def _hashed(self, limit: HourlyLimit) -> str:
        # With a key: addresses are so few that a plain hash could be turned back by trying them all.
        return hmac.new(self._key, f"{limit.kind}\n{limit.subject}".encode(), hashlib.sha256).hexdigest()


async def _count(connection: AsyncConnection, key: str, lasts_ms: int) -> AttemptCount:
    now, times = now_in(connection), attempts.c["count"]
    over = attempts.c.until < now
    first = insert_into(connection, attempts).values(key=key, count=1, until=now + lasts_ms)
    again = {"count": case((over, 1), else_=times + 1), "until": case((over, now + lasts_ms), else_=attempts.c.until)}
    counted = first.on_conflict_do_update(index_elements=["key"], set_=again)
    row = (await connection.execute(counted.returning(times, attempts.c.until - now))).one()
    return AttemptCount(*row)


async def _clear(connection: AsyncConnection) -> None:
    """Delete expired counts; rows that another process has locked are left to it."""
    old = select(attempts.c.key).where(attempts.c.until < now_in(connection)).with_for_update(skip_locked=True)
    await connection.execute(delete(attempts).where(attempts.c.key.in_(old)))
