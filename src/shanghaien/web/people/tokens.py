"""Tokens: a program that shows one plays for the person who made it, until they revoke it."""

import hashlib
import secrets
import time
from collections.abc import Callable

from shanghaien.rules import N_
from shanghaien.web.clock import now
from shanghaien.web.http.refusals import Refused
from shanghaien.web.http.signing import new_id
from shanghaien.web.ids import PersonId
from shanghaien.web.store.tokens import TokenRow, TokenStore

from .names import clean_name
from .recent_tokens import RecentTokens

PREFIX = "shg_"
"""What every token begins with, so that one left in public code is recognised."""
MOST_TOKENS = 20


class NoToken(Refused):
    """The request shows no token, or one that does not exist (any more)."""

    status = 401
    code = "no-token"


class TooManyTokens(Refused):
    """The person has as many tokens as they may."""

    status = 409
    code = "too-many-tokens"


class Tokens:
    """Makes, knows and revokes tokens; one that was shown a moment ago is known without a look at the store."""

    def __init__(self, store: TokenStore, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._recent = RecentTokens(clock)

    async def make(self, person: PersonId, name: str) -> str:
        """A new token for the person; it is told this once and never again."""
        token = PREFIX + secrets.token_urlsafe(32)
        row = TokenRow(new_id(), clean_name(name) or "program", now())
        if not await self._store.add(person, row, _digest(token), MOST_TOKENS):
            raise TooManyTokens(N_("You have %(most)s tokens; revoke one before you make another."), most=MOST_TOKENS)
        return token

    async def of(self, person: PersonId) -> list[TokenRow]:
        """The person's tokens, without their secret."""
        return await self._store.of(person)

    async def person(self, header: str) -> PersonId:
        """The person for whom the request with this Authorization header acts."""
        scheme, _, token = header.partition(" ")
        person = await self._owner(_digest(token.strip())) if scheme.lower() == "bearer" else None
        if person is None:
            raise NoToken("Send a valid token as 'Authorization: Bearer shg_...'; make one at /tokens.")
        return person

    async def revoke(self, person: PersonId, token: str) -> None:
        """End one of the person's tokens by its id."""
        await self._store.remove(person, token)
        self._recent.forget_person(person)

    async def revoke_shown(self, header: str) -> None:
        """End the token that the request itself shows."""
        digest = _digest(header.partition(" ")[2].strip())
        await self._store.remove_hashed(digest)
        self._recent.forget(digest)

    async def _owner(self, digest: str) -> PersonId | None:
        person = self._recent.owner(digest)
        if person is None:
            moment = self._recent.moment
            person = await self._store.person(digest)
            if person is not None:
                self._recent.remember(digest, person, moment)
        return person


def _digest(token: str) -> str:
    # A token is 32 random bytes, so that a plain hash cannot be turned back by guessing.
    return hashlib.sha256(token.encode()).hexdigest()
