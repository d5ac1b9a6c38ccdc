"""Tokens, with which programs act for a person until they are revoked. Only their hashes are stored."""

import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import delete, func, insert, select

from shanghaien.rules import N_
from shanghaien.web.core.cache import SecretCache
from shanghaien.web.core.clock import now
from shanghaien.web.core.database.dialects import lock_until_commit
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import BadRequestError, DomainError, LimitReached
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.signing import new_id
from shanghaien.web.people.names import clean_name
from shanghaien.web.people.schema import tokens


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token as its owner sees it."""

    id: str
    name: str
    created: int
    scope: str = "play"


@dataclass(frozen=True, slots=True)
class Grant:
    """Whose token it is, and what it allows."""

    person: PersonId
    scope: str


PREFIX = "shg_"
"""What every token begins with, so that one left in public code is recognised."""
MOST_TOKENS = 20
READ, PLAY = "read", "play"
SCOPES = (PLAY, READ)
"""What a token allows: to play, which includes looking; or to look only."""


class NoToken(DomainError):
    """The request shows no token, or one that does not exist (any more)."""

    code = "no-token"


class OutOfScope(DomainError):
    """The token may look, and the request would change something."""

    code = "scope"


class Tokens:
    """Makes, finds and revokes tokens; those of the last seconds are found without a query."""

    def __init__(self, database: Database, clock: Callable[[], float] = time.monotonic) -> None:
        self._database = database
        self._recent: SecretCache[Grant] = SecretCache(clock)

    async def make(self, person: PersonId, name: str, scope: str = PLAY) -> str:
        """A new token, returned only once; BadRequestError if there is no such scope."""
        if scope not in SCOPES:
            raise BadRequestError(N_("Choose what the token may do: look and play, or only look."))
        token = PREFIX + secrets.token_urlsafe(32)
        row = {"id": new_id(), "name": clean_name(name) or "program", "created": now(), "scope": scope}
        async with self._database.write() as connection:
            await lock_until_commit(connection, f"tokens of {person}")  # else two would find room for the last one
            count = select(func.count()).select_from(tokens).where(tokens.c.person == person)
            if (await connection.execute(count)).scalar_one() >= MOST_TOKENS:
                template = N_("You have %(most)s tokens; revoke one before you make another.")
                raise LimitReached("too-many-tokens", template, most=MOST_TOKENS)
            await connection.execute(insert(tokens), row | {"person": person, "hash": _digest(token)})
        return token

    async def of(self, person: PersonId) -> list[TokenRow]:
        """Without the secrets, the oldest first."""
        query = select(tokens.c.id, tokens.c.name, tokens.c.created, tokens.c.scope).where(tokens.c.person == person)
        rows = await self._database.fetch_all(query.order_by(tokens.c.created, tokens.c.id))
        return [TokenRow(*row) for row in rows]

    async def person(self, header: str, needs: str = PLAY) -> PersonId:
        """The person whose token stands in the Authorization header; it must allow what the request needs."""
        scheme, _, token = header.partition(" ")
        grant = await self._grant(_digest(token.strip())) if scheme.lower() == "bearer" else None
        if grant is None:
            raise NoToken("Send a valid token as 'Authorization: Bearer shg_...'; make one at /tokens.")
        if needs != READ and grant.scope != PLAY:
            raise OutOfScope("This token may only look. To change something, make a token that may play, at /tokens.")
        return grant.person

    async def revoke(self, person: PersonId, token: str) -> None:
        async with self._database.write() as connection:
            await connection.execute(delete(tokens).where(tokens.c.person == person, tokens.c.id == token))
        self.forget(person)

    async def revoke_shown(self, header: str) -> None:
        """End the token of the request itself."""
        digest = _digest(header.partition(" ")[2].strip())
        async with self._database.write() as connection:
            await connection.execute(delete(tokens).where(tokens.c.hash == digest))
        self._recent.forget(digest)

    def forget(self, person: PersonId) -> None:
        """Drop the person's tokens from the cache."""
        self._recent.forget_person(person)

    async def _grant(self, digest: str) -> Grant | None:
        grant, moment = self._recent.recall(digest), self._recent.moment
        if grant is None:
            row = await self._database.fetch_one(select(tokens.c.person, tokens.c.scope).where(tokens.c.hash == digest))
            if row is not None:
                grant = Grant(*row)
                self._recent.remember(digest, grant.person, grant, moment)
        return grant


def _digest(token: str) -> str:
    # A token is 32 random bytes, so that a plain hash cannot be turned back by guessing.
    return hashlib.sha256(token.encode()).hexdigest()
