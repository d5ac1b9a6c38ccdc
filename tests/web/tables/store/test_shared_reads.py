"""What many ask for in one moment is read once, and nobody is answered with less than was stored when they asked."""

import asyncio

import pytest

from shanghaien.web.core.concurrency import SharedReads


def test_whoever_asks_before_a_read_begins_shares_it_and_whoever_asks_later_gets_a_later_one() -> None:
    async def ask() -> None:
        begun, go_on, stored, reads = asyncio.Event(), asyncio.Event(), ["old"], list[str]()

        async def read(key: str) -> str:
            reads.append(key)
            found = stored[0]
            begun.set()
            await go_on.wait()
            return found

        shared = SharedReads(read)
        early = asyncio.gather(*(shared.get("a") for _ in range(5)), shared.get("b"))
        await begun.wait()
        stored[0] = "new"
        late = asyncio.create_task(shared.get("a"))
        go_on.set()
        assert (await early, await late) == (["old"] * 6, "new")
        assert reads == ["a", "b", "a"]

    asyncio.run(ask())


def test_what_a_read_raises_everybody_hears_who_shares_it_and_who_asks_again_is_answered() -> None:
    async def ask() -> None:
        faults = [OSError("the disk is away")]

        async def read(key: str) -> str:
            if faults:
                raise faults.pop()
            return key

        shared = SharedReads(read)
        answers = await asyncio.gather(*(shared.get("a") for _ in range(3)), return_exceptions=True)
        assert [str(answer) for answer in answers] == ["the disk is away"] * 3
        assert await shared.get("a") == "a"

    asyncio.run(ask())


def test_whoever_goes_away_leaves_the_read_to_the_others() -> None:
    async def ask() -> None:
        go_on = asyncio.Event()

        async def read(key: str) -> str:
            await go_on.wait()
            return key

        shared = SharedReads(read)
        first, second = (asyncio.create_task(shared.get("a")) for _ in range(2))
        await asyncio.sleep(0)
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        go_on.set()
        assert await second == "a"

    asyncio.run(ask())
