"""Tokens: a program that shows one plays for whoever made it, until he revokes it."""

import hashlib
import secrets

from shanghaien.web.http.refusals import Refused
from shanghaien.web.http.signing import new_id
from shanghaien.web.play.open_games import now
from shanghaien.web.store.tokens import TokenRow, TokenStore

from .names import clean_name

PREFIX = "shg_"
"""What every token begins with, so that one left in public code is recognised."""
MOST_TOKENS = 20


class NoToken(Refused):
    """The request shows no token, or one that does not exist (any more)."""

    status = 401
    code = "no-token"


class TooManyTokens(Refused):
    """The owner has as many tokens as he may."""

    status = 409
    code = "too-many-tokens"


class Tokens:
    """Makes, knows and revokes tokens."""

    def __init__(self, store: TokenStore) -> None:
        self._store = store

    async def make(self, guest: str, name: str) -> str:
        """A new token for the guest; it is told this once and never again."""
        token = PREFIX + secrets.token_urlsafe(32)
        row = TokenRow(new_id(), clean_name(name) or "program", now())
        if not await self._store.add(guest, row, _digest(token), MOST_TOKENS):
            raise TooManyTokens(f"You have {MOST_TOKENS} tokens; revoke one before you make another.")
        return token

    async def of(self, guest: str) -> list[TokenRow]:
        """The guest's tokens, without their secret."""
        return await self._store.owned_by(guest)

    async def owner(self, header: str) -> str:
        """The guest for whom the request with this Authorization header acts."""
        scheme, _, token = header.partition(" ")
        guest = await self._store.owner(_digest(token.strip())) if scheme.lower() == "bearer" else None
        if guest is None:
            raise NoToken("Send a valid token as 'Authorization: Bearer shg_...'; make one at /tokens.")
        return guest

    async def revoke(self, guest: str, token: str) -> None:
        """End one of the guest's tokens by its id."""
        await self._store.remove(guest, token)

    async def revoke_shown(self, header: str) -> None:
        """End the token that the request itself shows."""
        await self._store.remove_hashed(_digest(header.partition(" ")[2].strip()))


def _digest(token: str) -> str:
    # A token is 32 random bytes, so that a plain hash cannot be turned back by guessing.
    return hashlib.sha256(token.encode()).hexdigest()
