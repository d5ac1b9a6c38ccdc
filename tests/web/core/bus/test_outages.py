"""A bus whose server is killed, started again, or not there yet."""

import asyncio
import logging

import pytest

from shanghaien.web.core.bus.base import Bus
from shanghaien.web.core.bus.connection import MOST_WAITING
from tests.web.core.bus.conftest import MortalServer, bus_over
from tests.web.core.bus.talk import Ear, opened, say_until_heard, until


def counted_gaps(bus: Bus) -> list[str]:
    gaps: list[str] = []
    bus.after_gap.append(lambda: gaps.append("gap"))
    return gaps


def test_after_a_crash_of_the_server_messages_flow_again(
    mortal_server: MortalServer, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        speaker, listener, ear, late = bus_over(mortal_server.url), bus_over(mortal_server.url), Ear(), Ear()
        gaps = counted_gaps(listener)
        listener.subscribe("news.*", ear)
        async with opened(speaker, listener):
            await say_until_heard(speaker, "news.before", ear)
            mortal_server.kill()
            await until(lambda: not speaker.connected and not listener.connected)
            listener.subscribe("late", late)
            for number in range(100):
                speaker.send("news.meanwhile", str(number))
            assert gaps == []
            mortal_server.start()
            await until(lambda: speaker.connected and listener.connected)
            await say_until_heard(speaker, "news.after", ear)
            await say_until_heard(speaker, "late", late)
        assert gaps == ["gap"]

    with caplog.at_level(logging.INFO, "shanghaien.bus"):
        asyncio.run(run())
    messages = [record.getMessage() for record in caplog.records if record.name == "shanghaien.bus"]
    assert sorted(messages) == ["the bus is away", "the bus is away", "the bus is back", "the bus is back"]


def test_a_server_that_is_not_there_yet_is_found_later(mortal_server: MortalServer) -> None:
    async def run() -> None:
        mortal_server.kill()
        speaker, listener, ear = bus_over(mortal_server.url), bus_over(mortal_server.url), Ear()
        gaps = counted_gaps(listener)
        listener.subscribe("news.*", ear)
        async with opened(speaker, listener):
            assert not speaker.connected
            speaker.send("news.early", "1")
            mortal_server.start()
            await until(lambda: speaker.connected and listener.connected)
            await say_until_heard(speaker, "news.after", ear)
        assert gaps == ["gap"]

    asyncio.run(run())


def test_closing_does_not_wait_for_a_server_that_is_away(mortal_server: MortalServer) -> None:
    async def run() -> None:
        mortal_server.kill()
        bus = bus_over(mortal_server.url)
        await bus.start()
        bus.send("news.a", "1")
        await bus.close()
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(run())


def test_of_too_many_messages_that_wait_the_newest_are_kept(mortal_server: MortalServer) -> None:
    async def run() -> None:
        speaker, listener, ear = bus_over(mortal_server.url), bus_over(mortal_server.url), Ear()
        listener.subscribe("news.*", ear)
        for number in range(MOST_WAITING + 10):
            speaker.send("news.a", str(number))
        async with opened(listener, speaker):
            await until(lambda: ("news.a", str(MOST_WAITING + 9)) in ear.heard)
        assert ear.heard[0] == ("news.a", "10")
        assert len(ear.heard) == MOST_WAITING

    asyncio.run(run())
