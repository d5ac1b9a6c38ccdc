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
from shanghaien.web.store.tokens import Grant, TokenRow, TokenStore

from .names import clean_name
from .recent import Recent

PREFIX = "shg_"
"""What every token begins with, so that one left in public code is recognised."""
MOST_TOKENS = 20
READ, PLAY = "read", "play"
SCOPES = (PLAY, READ)
"""What a token is good for: to play, which includes looking; or to look only."""


class NoToken(Refused):
    """The request shows no token, or one that does not exist (any more)."""

    status = 401
    code = "no-token"


class TooManyTokens(Refused):
    """The person has as many tokens as they may."""

    status = 409
    code = "too-many-tokens"


class OutOfScope(Refused):
    """The token may look, and the request would change something."""

    status = 403
    code = "scope"


class Tokens:
    """Makes, knows and revokes tokens; one that was shown a moment ago is known without a look at the store."""

    def __init__(self, store: TokenStore, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._recent: Recent[Grant] = Recent(clock)

    async def make(self, person: PersonId, name: str, scope: str = PLAY) -> str:
        """A new token for the person; it is told this once and never again."""
        token = PREFIX + secrets.token_urlsafe(32)
        row = TokenRow(new_id(), clean_name(name) or "program", now(), scope)
        if not await self._store.add(person, row, _digest(token), MOST_TOKENS):
            raise TooManyTokens(N_("You have %(most)s tokens; revoke one before you make another."), most=MOST_TOKENS)
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
