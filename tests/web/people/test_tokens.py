"""Tokens are kept as hashes, belong to one owner, and are gone when they are revoked; on both databases."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.migrate import upgrade
from shanghaien.web.core.errors import BadRequestError, LimitReached
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.tokens import MOST_TOKENS, NoToken, Tokens

ME, YOU = PersonId("me"), PersonId("you")


def with_tokens(url: str, work: Callable[[Tokens], Awaitable[None]]) -> None:
    async def run() -> None:
        database = Database(url)
        await upgrade(database)
        try:
            await work(Tokens(database))
        finally:
            await database.close()

    asyncio.run(run())


def test_a_token_stands_for_whoever_made_it_until_they_revoke_it(database_url: str) -> None:
    async def work(tokens: Tokens) -> None:
        mine, yours = await tokens.make(ME, "mine"), await tokens.make(YOU, "yours")
        assert await tokens.person(f"Bearer {mine}") == ME
        assert await tokens.person(f"bearer {yours}") == YOU
        (row,) = await tokens.of(ME)
        await tokens.revoke(YOU, row.id)
        assert await tokens.person(f"Bearer {mine}") == ME
        await tokens.revoke(ME, row.id)
        with pytest.raises(NoToken):
            await tokens.person(f"Bearer {mine}")

    with_tokens(database_url, work)


def test_a_scope_that_there_is_not_makes_no_token(database_url: str) -> None:
    async def work(tokens: Tokens) -> None:
        for scope in ("", "everything", "PLAY", "play "):
            with pytest.raises(BadRequestError, match="look and play, or only look"):
                await tokens.make(ME, "mine", scope)
        assert await tokens.of(ME) == []

    with_tokens(database_url, work)


def test_nobody_has_more_tokens_than_they_may(database_url: str) -> None:
    async def work(tokens: Tokens) -> None:
        for _ in range(MOST_TOKENS):
            await tokens.make(ME, "")
        with pytest.raises(LimitReached):
            await tokens.make(ME, "")
        assert await tokens.make(YOU, "")
        assert len(await tokens.of(ME)) == MOST_TOKENS

    with_tokens(database_url, work)


def test_many_asked_for_at_once_are_no_more_than_one_may_have(database_url: str) -> None:
    async def work(tokens: Tokens) -> None:
        for _ in range(MOST_TOKENS - 2):
            await tokens.make(ME, "")
        outcomes = await asyncio.gather(*(tokens.make(ME, "") for _ in range(6)), return_exceptions=True)
        assert sum(isinstance(outcome, LimitReached) for outcome in outcomes) == 4
        assert len(await tokens.of(ME)) == MOST_TOKENS

    with_tokens(database_url, work)
