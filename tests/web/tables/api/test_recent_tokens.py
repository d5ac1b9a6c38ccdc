"""Tokens that were shown a moment ago are known without a look at the store, and never for long."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from shanghaien.web.core import cache as recent_secrets
from shanghaien.web.core.cache import REMEMBERED_FOR, SecretCache
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.migrate import upgrade
from shanghaien.web.core.ids import PersonId
from shanghaien.web.people.tokens import NoToken, Tokens

ANN, BEN = PersonId("ann"), PersonId("ben")


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


@asynccontextmanager
async def database_in(folder: Path) -> AsyncIterator[Database]:
    database = Database(f"sqlite+aiosqlite:///{folder / 'tokens.db'}")
    await upgrade(database)
    yield database
    await database.close()


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


def test_a_token_revoked_on_another_process_works_for_a_few_seconds_only(tmp_path: Path) -> None:
    async def test() -> None:
        async with database_in(tmp_path) as database:
            clock = Clock()
            here, elsewhere = Tokens(database, clock), Tokens(database)
            header = f"Bearer {await here.make(ANN, '')}"
            assert await here.person(header) == ANN
            await elsewhere.revoke_shown(header)
            clock.time += REMEMBERED_FOR - 0.1
            assert await here.person(header) == ANN
            clock.time += 0.2
            with pytest.raises(NoToken):
                await here.person(header)

    run(test())


def test_a_token_revoked_here_ends_at_once_and_those_of_others_stay(tmp_path: Path) -> None:
    async def test() -> None:
        async with database_in(tmp_path) as database:
            tokens = Tokens(database)
            headers = {person: f"Bearer {await tokens.make(person, '')}" for person in (ANN, BEN)}
            assert [await tokens.person(header) for header in headers.values()] == [ANN, BEN]
            await tokens.revoke(ANN, (await tokens.of(ANN))[0].id)
            with pytest.raises(NoToken):
                await tokens.person(headers[ANN])
            assert await tokens.person(headers[BEN]) == BEN
            await tokens.revoke_shown(headers[BEN])
            with pytest.raises(NoToken):
                await tokens.person(headers[BEN])

    run(test())


def test_what_was_read_before_a_token_was_revoked_is_not_remembered_after_it() -> None:
    recent: SecretCache[str] = SecretCache(Clock())
    moment = recent.moment
    recent.forget("digest")
    recent.remember("digest", ANN, "hers", moment)
    assert recent.recall("digest") is None
    recent.remember("digest", ANN, "hers", recent.moment)
    assert recent.recall("digest") == "hers"


def test_only_so_many_tokens_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recent_secrets, "MOST_REMEMBERED", 2)
    recent: SecretCache[str] = SecretCache(Clock())
    for digest in ("first", "second", "first", "third"):
        recent.remember(digest, ANN, digest, recent.moment)
    assert [recent.recall(digest) for digest in ("first", "second", "third")] == ["first", None, "third"]
