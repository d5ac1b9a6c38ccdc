"""Tokens are kept as hashes, belong to one owner, and are gone when they are revoked; on both databases."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from shanghaien.web.people.tokens import MOST_TOKENS, NoToken, Tokens, TooManyTokens
from shanghaien.web.store.database import Database
from shanghaien.web.store.migrate import upgrade
from shanghaien.web.store.tokens import TokenStore


def with_tokens(url: str, work: Callable[[Tokens], Awaitable[None]]) -> None:
    async def run() -> None:
        database = Database(url)
        await upgrade(database)
        try:
            await work(Tokens(TokenStore(database)))
        finally:
            await database.close()

    asyncio.run(run())


def test_a_token_stands_for_its_owner_until_he_revokes_it(database_url: str) -> None:
    async def work(tokens: Tokens) -> None:
        mine, yours = await tokens.make("me", "mine"), await tokens.make("you", "yours")
        assert await tokens.owner(f"Bearer {mine}") == "me"
        assert await tokens.owner(f"bearer {yours}") == "you"
        (row,) = await tokens.of("me")
        await tokens.revoke("you", row.id)
        assert await tokens.owner(f"Bearer {mine}") == "me"
        await tokens.revoke("me", row.id)
        with pytest.raises(NoToken):
            await tokens.owner(f"Bearer {mine}")

    with_tokens(database_url, work)


def test_nobody_has_more_tokens_than_he_may(database_url: str) -> None:
    async def work(tokens: Tokens) -> None:
        for _ in range(MOST_TOKENS):
            await tokens.make("me", "")
        with pytest.raises(TooManyTokens):
            await tokens.make("me", "")
        assert await tokens.make("you", "")
        assert len(await tokens.of("me")) == MOST_TOKENS

    with_tokens(database_url, work)
