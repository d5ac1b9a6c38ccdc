"""Of all workers that want to think about a game, one may; and another when its lease has run out."""

import asyncio

import pytest

from shanghaien.web.bots.claims import Claims, DatabaseClaims, MemoryClaims, games_at_bots
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId, Version
from shanghaien.web.tables.store import schema
from tests.web.core.database.databases import add_game, with_database

LONG, OVER = 600_000, -1
"""Leases, in milliseconds: one that outlasts every test, and one that has run out when it is given."""
FIRST, SECOND = Version(1), Version(2)


@pytest.fixture(params=["memory", "stored"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def claims_of(kind: str, database: Database) -> Claims:
    return MemoryClaims() if kind == "memory" else DatabaseClaims(database)


def test_of_many_workers_exactly_one_gets_the_game(database_url: str, kind: str) -> None:
    async def use(database: Database) -> None:
        game, claims = await add_game(database, "g"), claims_of(kind, database)
        got = await asyncio.gather(*(claims.claim(game, FIRST, LONG) for _ in range(10)))
        assert sum(claim is not None for claim in got) == 1

    with_database(database_url, use)


def test_a_lease_that_has_run_out_passes_to_one_other(database_url: str, kind: str) -> None:
    async def use(database: Database) -> None:
        game, claims = await add_game(database, "g"), claims_of(kind, database)
        dead = await claims.claim(game, FIRST, OVER)
        assert dead is not None
        got = await asyncio.gather(*(claims.claim(game, FIRST, LONG) for _ in range(10)))
        assert sum(claim is not None for claim in got) == 1
        assert await claims.renew(dead, LONG) is None
        await claims.release(dead)  # it has nothing to release any more
        assert await claims.claim(game, FIRST, LONG) is None

    with_database(database_url, use)


def test_a_later_version_is_free_and_an_earlier_one_never_again(database_url: str, kind: str) -> None:
    async def use(database: Database) -> None:
        game, claims = await add_game(database, "g"), claims_of(kind, database)
        assert await claims.claim(game, FIRST, LONG) is not None
        assert await claims.claim(game, SECOND, OVER) is not None
        assert await claims.claim(game, FIRST, LONG) is None
        assert await claims.claim(game, SECOND, LONG) is not None

    with_database(database_url, use)


def test_what_is_renewed_is_kept_and_what_is_released_is_free_at_once(database_url: str, kind: str) -> None:
    async def use(database: Database) -> None:
        game, claims = await add_game(database, "g"), claims_of(kind, database)
        claim = await claims.claim(game, FIRST, OVER)
        assert claim is not None
        kept = await claims.renew(claim, LONG)
        assert kept is not None
        assert await claims.claim(game, FIRST, LONG) is None
        await claims.release(kept)
        assert await claims.claim(game, FIRST, LONG) is not None

    with_database(database_url, use)


def test_a_process_that_is_alone_remembers_only_so_many_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shanghaien.web.bots.claims.MOST_REMEMBERED", 2)

    async def use() -> None:
        claims = MemoryClaims()
        for name in "abc":
            assert await claims.claim(GameId(name), FIRST, LONG) is not None
        assert [await claims.claim(GameId(name), FIRST, LONG) is None for name in "cb"] == [True, True]
        assert await claims.claim(GameId("a"), FIRST, LONG) is not None

    asyncio.run(use())


def test_games_wait_for_a_worker_when_a_bot_is_asked_and_nobody_thinks_longest_waiting_first(database_url: str) -> None:
    async def use(database: Database) -> None:
        await add_game(database, "person", waits_for=0, updated=10)
        await add_game(database, "open", kinds=("human", "open"), waits_for=None, updated=10)
        await add_game(database, "over", result="{}", updated=10)
        await add_game(database, "later", updated=30)
        await add_game(database, "sooner", updated=20)
        claims = DatabaseClaims(database)
        claimed = {"thought about": LONG, "left alone": OVER, "thought about before": LONG}
        for at, (name, lease) in enumerate(claimed.items(), start=40):
            game = await add_game(database, name, version=2, updated=at)
            assert await claims.claim(game, FIRST if "before" in name else SECOND, lease) is not None
        show = await add_game(database, "a show", updated=5)
        async with database.write() as connection:
            await connection.execute(schema.games.update().where(schema.games.c.id == show).values(mode="bots"))
        found = await games_at_bots(database, 0, 10)
        people = [("sooner", 1), ("later", 1), ("left alone", 2), ("thought about before", 2)]
        assert [(game.id, game.version) for game in found] == [*people, ("a show", 1)]
        assert found[-1].mode == "bots"
        assert await games_at_bots(database, 30, 2) == found[1:3]

    with_database(database_url, use)
