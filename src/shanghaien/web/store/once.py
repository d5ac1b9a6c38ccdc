"""What can be used once: challenges for passkeys, links sent by mail. It is taken away before anybody looks at it."""

import hashlib

from sqlalchemy import and_, delete, insert, select

from . import people_schema
from .database import Database
from .dialects import now_in


class OnceStore:
    """Texts that wait for whoever brings the secret; only its hash is stored. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, kind: str, secret: str, text: str, lasts_ms: int) -> None:
        """Keep a text for so long; those whose time is over go."""
        once = people_schema.once
        async with self._database.writing() as connection:
            now = now_in(connection)
            # Except what somebody else clears away just now: nobody waits for that.
            old = select(once.c.hash).where(once.c.until < now).with_for_update(skip_locked=True)
            await connection.execute(delete(once).where(once.c.hash.in_(old)))
            row = {"hash": _digest(kind, secret), "kind": kind, "text": text, "until": now + lasts_ms}
            await connection.execute(insert(once).values(row))

    async def take(self, kind: str, secret: str) -> str | None:
        """The text, which is gone from now on; None if there is none, it was taken before, or its time is over."""
        once = people_schema.once
        async with self._database.writing() as connection:
            found = and_(once.c.hash == _digest(kind, secret), once.c.until >= now_in(connection))
            taken = await connection.execute(delete(once).where(found).returning(once.c.text))
            text: str | None = taken.scalar_one_or_none()
            return text


def _digest(kind: str, secret: str) -> str:
    # A secret is at least 16 random bytes, so that a plain hash cannot be turned back by guessing.
    return hashlib.sha256(f"{kind}\n{secret}".encode()).hexdigest()
