"""Tokens: a program that shows one plays for the person who made it, until they revoke it."""

import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import delete, func, insert, select, text

from shanghaien.rules import N_
from shanghaien.web.core.cache import SecretCache
from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import DomainError, LimitReached
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.signing import new_id
from shanghaien.web.people import schema as people_schema
from shanghaien.web.people.names import clean_name

# The tokens of programs. A token itself is not stored, only its hash.

ONE_AT_A_TIME = text("SELECT pg_advisory_xact_lock(hashtextextended('tokens of ' || :person, 0))")
"""PostgreSQL's lock for one person's tokens; SQLite has one writer anyway."""


@dataclass(frozen=True, slots=True)
class TokenRow:
    """A token as the person whose it is sees it in the list."""

    id: str
    name: str
    created: int
    scope: str = "play"


@dataclass(frozen=True, slots=True)
class Grant:
    """Whom a token stands for, and what it is good for."""

    person: PersonId
    scope: str


class TokenStore:
    """The store of tokens. Every method is one transaction."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, person: PersonId, token: TokenRow, digest: str, most: int) -> bool:
        """Store a new token; False if the person has as many as they may."""
        table = people_schema.tokens
        async with self.database.write() as connection:
            if not self.database.is_sqlite:  # two that count at once would both find room for the last one
                await connection.execute(ONE_AT_A_TIME, {"person": person})
            count = select(func.count()).select_from(table).where(table.c.person == person)
            if (await connection.execute(count)).scalar_one() >= most:
                return False
            values = {"id": token.id, "name": token.name, "created": token.created, "scope": token.scope}
            await connection.execute(insert(table), values | {"person": person, "hash": digest})
            return True

    async def of(self, person: PersonId) -> list[TokenRow]:
        """The person's tokens, the oldest first."""
        table = people_schema.tokens
        query = select(table.c.id, table.c.name, table.c.created, table.c.scope).where(table.c.person == person)
        async with self.database.read() as connection:
            rows = await connection.execute(query.order_by(table.c.created, table.c.id))
            return [TokenRow(*row) for row in rows]

    async def grant(self, digest: str) -> Grant | None:
        """Whom the token with this hash stands for, and what it is good for; None if there is none."""
        query = select(people_schema.tokens.c.person, people_schema.tokens.c.scope).where(
            people_schema.tokens.c.hash == digest
        )
        async with self.database.connect() as connection:
            row = (await connection.execute(query)).one_or_none()
            return None if row is None else Grant(*row)

    async def remove(self, person: PersonId, token: str) -> None:
        """Forget one of the person's tokens; one that is not there is no matter."""
        table = people_schema.tokens
        async with self.database.write() as connection:
            await connection.execute(delete(table).where(table.c.person == person, table.c.id == token))

    async def remove_hashed(self, digest: str) -> None:
        """Forget the token with this hash."""
        async with self.database.write() as connection:
            await connection.execute(delete(people_schema.tokens).where(people_schema.tokens.c.hash == digest))


PREFIX = "shg_"
"""What every token begins with, so that one left in public code is recognised."""
MOST_TOKENS = 20
READ, PLAY = "read", "play"
SCOPES = (PLAY, READ)
"""What a token is good for: to play, which includes looking; or to look only."""


class NoToken(DomainError):
    """The request shows no token, or one that does not exist (any more)."""

    code = "no-token"


class OutOfScope(DomainError):
    """The token may look, and the request would change something."""

    code = "scope"


class Tokens:
    """Makes, knows and revokes tokens; one that was shown a moment ago is known without a look at the store."""

    def __init__(self, store: TokenStore, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._recent: SecretCache[Grant] = SecretCache(clock)

    async def make(self, person: PersonId, name: str, scope: str = PLAY) -> str:
        """A new token for the person; it is told this once and never again."""
        token = PREFIX + secrets.token_urlsafe(32)
        row = TokenRow(new_id(), clean_name(name) or "program", now(), scope)
        if not await self._store.add(person, row, _digest(token), MOST_TOKENS):
            template = N_("You have %(most)s tokens; revoke one before you make another.")
            raise LimitReached("too-many-tokens", template, most=MOST_TOKENS)
        return token

    async def of(self, person: PersonId) -> list[TokenRow]:
        """The person's tokens, without their secret."""
        return await self._store.of(person)

    async def person(self, header: str, needs: str = PLAY) -> PersonId:
        """The person for whom the request with this Authorization header acts; its token has to be good for this."""
        scheme, _, token = header.partition(" ")
        grant = await self._grant(_digest(token.strip())) if scheme.lower() == "bearer" else None
        if grant is None:
            raise NoToken("Send a valid token as 'Authorization: Bearer shg_...'; make one at /tokens.")
        if needs != READ and grant.scope != PLAY:
            raise OutOfScope("This token may only look. To change something, make a token that may play, at /tokens.")
        return grant.person

    async def revoke(self, person: PersonId, token: str) -> None:
        """End one of the person's tokens by its id."""
        await self._store.remove(person, token)
        self._recent.forget_person(person)

    async def revoke_shown(self, header: str) -> None:
        """End the token that the request itself shows."""
        digest = _digest(header.partition(" ")[2].strip())
        await self._store.remove_hashed(digest)
        self._recent.forget(digest)

    def forget(self, person: PersonId) -> None:
        """Look into the store again: tokens have changed hands, or are gone."""
        self._recent.forget_person(person)

    async def _grant(self, digest: str) -> Grant | None:
        grant = self._recent.recall(digest)
        if grant is None:
            moment = self._recent.moment
            grant = await self._store.grant(digest)
            if grant is not None:
                self._recent.remember(digest, grant.person, grant, moment)
        return grant


def _digest(token: str) -> str:
    # A token is 32 random bytes, so that a plain hash cannot be turned back by guessing.
    return hashlib.sha256(token.encode()).hexdigest()
