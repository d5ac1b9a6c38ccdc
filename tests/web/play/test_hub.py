"""News of tables reaches whoever listens, and nobody is forgotten or kept."""

import asyncio

from shanghaien.web.ids import GameId, Version
from shanghaien.web.play.hub import MemoryHub

A, B = GameId("a"), GameId("b")


def test_everybody_who_listens_to_a_game_is_told() -> None:
    async def run() -> None:
        hub = MemoryHub()
        async with hub.listen(A) as one, hub.listen(A) as two, hub.listen(B) as other:
            await hub.publish(A, Version(7))
            await hub.publish(B, Version(1))
            assert [await anext(one), await anext(two), await anext(other)] == [7, 7, 1]

    asyncio.run(run())


def test_who_lags_behind_hears_the_newest_version() -> None:
    async def run() -> None:
        hub = MemoryHub()
        async with hub.listen(A) as versions:
            for version in range(100):
                await hub.publish(A, Version(version))
            assert await anext(versions) == 99

    asyncio.run(run())


def test_closing_ends_every_stream_also_one_opened_later() -> None:
    async def run() -> None:
        hub = MemoryHub()
        async with hub.listen(A) as early:
            hub.close()
            assert [version async for version in early] == []
        async with hub.listen(B) as late:
            assert [version async for version in late] == []

    asyncio.run(run())


def test_nothing_is_kept_of_games_that_nobody_listens_to() -> None:
    async def run() -> None:
        hub = MemoryHub()
        for game in (GameId(str(number)) for number in range(1000)):
            async with hub.listen(game):
                pass
            await hub.publish(game, Version(1))
        assert hub._listeners == {}

    asyncio.run(run())
