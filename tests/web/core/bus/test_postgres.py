"""What is particular to PostgreSQL as a bus: the store can speak in its transactions, and messages have a longest size."""

import asyncio

from shanghaien.web.core.bus import CHANNEL, LONGEST, news_prefix, open_bus
from tests.web.conftest import ask
from tests.web.core.bus.conftest import bus_over
from tests.web.core.bus.talk import Ear, opened, say_until_heard, until


def test_news_that_the_store_tells_are_heard_by_all_but_its_own_process(postgres: str) -> None:
    async def run() -> None:
        storing, other, own, ear = open_bus(postgres, "", "me"), bus_over(postgres), Ear(), Ear()
        storing.subscribe("news.*", own)
        other.subscribe("news.*", ear)
        async with opened(storing, other):
            await ask(postgres, f"SELECT pg_notify('{CHANNEL}', '{news_prefix('me')}' || 'GAME' || ' ' || 12)")
            other.send("news.GAME", "13")
            await until(lambda: bool(own.heard and ear.heard))
        assert ear.heard == [("news.GAME", "12")]
        assert own.heard == [("news.GAME", "13")]

    asyncio.run(run())


def test_every_member_of_a_group_hears(postgres: str) -> None:
    async def run() -> None:
        speaker, one, two, ear, other_ear = bus_over(postgres), bus_over(postgres), bus_over(postgres), Ear(), Ear()
        one.subscribe("work.bots", ear, "bots")
        two.subscribe("work.bots", other_ear, "bots")
        async with opened(speaker, one, two):
            speaker.send("work.bots", "g")
            await until(lambda: bool(ear.heard and other_ear.heard))

    asyncio.run(run())


def test_a_message_that_is_too_long_is_left_out_alone(postgres: str) -> None:
    async def run() -> None:
        speaker, listener, ear = open_bus(postgres, "", "me"), bus_over(postgres), Ear()
        listener.subscribe("a", ear)
        longest = "x" * (LONGEST - len("me a "))
        async with opened(speaker, listener):
            for message in ("1", longest, longest + "x", "é" * 4000, "2"):
                speaker.send("a", message)
            await until(lambda: ("a", "2") in ear.heard)
        assert [message for _, message in ear.heard] == ["1", longest, "2"]

    asyncio.run(run())


def test_a_message_that_cannot_be_sent_does_not_stop_the_bus(postgres: str) -> None:
    async def run() -> None:
        speaker, listener, ear = bus_over(postgres), bus_over(postgres), Ear()
        listener.subscribe("a", ear)
        async with opened(speaker, listener):
            speaker.send("a", "PostgreSQL takes no \0 in texts")
            await say_until_heard(speaker, "a", ear)

    asyncio.run(run())


def test_an_url_for_sqlalchemy_serves_the_bus_too(postgres: str) -> None:
    async def run() -> None:
        bus = bus_over(postgres.replace("postgresql://", "postgresql+asyncpg://") + "&prepared_statement_cache_size=0")
        async with opened(bus):
            assert bus.connected

    asyncio.run(run())
