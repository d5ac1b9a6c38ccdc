"""What both kinds of bus promise while their server runs."""

import asyncio

from shanghaien.web.core.bus.base import NullBus
from tests.web.core.bus.conftest import NewBus
from tests.web.core.bus.talk import Ear, opened, say_until_heard, until


def test_what_one_says_all_others_hear_but_not_it_itself(new_bus: NewBus) -> None:
    async def run() -> None:
        speaker, other, third = new_bus(), new_bus(), new_bus()
        own, heard, heard_too = Ear(), Ear(), Ear()
        for bus, ear in ((speaker, own), (other, heard), (third, heard_too)):
            bus.subscribe("limits", ear)
        async with opened(speaker, other, third):
            speaker.send("limits", "a b é")
            await until(lambda: bool(heard.heard and heard_too.heard))
            other.send("limits", "back")
            await until(lambda: bool(own.heard))
        assert heard.heard == [("limits", "a b é")]
        assert heard_too.heard == [("limits", "a b é"), ("limits", "back")]
        assert own.heard == [("limits", "back")]

    asyncio.run(run())


def test_a_star_stands_for_one_part_of_the_subject(new_bus: NewBus) -> None:
    async def run() -> None:
        speaker, listener, ear = new_bus(), new_bus(), Ear()
        listener.subscribe("news.*", ear)
        async with opened(speaker, listener):
            for subject in ("news", "newspaper.x", "work.bots", "news.a.b", "news.A-_9"):
                speaker.send(subject, "7")
            await until(lambda: bool(ear.heard))
        assert ear.heard == [("news.A-_9", "7")]

    asyncio.run(run())


def test_many_messages_come_whole_and_in_order(new_bus: NewBus) -> None:
    async def run() -> None:
        speaker, listener, ear = new_bus(), new_bus(), Ear()
        listener.subscribe("news.*", ear)
        async with opened(speaker, listener):
            for number in range(2000):
                speaker.send(f"news.{number % 7}", str(number))
            await until(lambda: len(ear.heard) >= 2000)
        assert ear.heard == [(f"news.{number % 7}", str(number)) for number in range(2000)]

    asyncio.run(run())


def test_who_subscribes_later_hears_and_who_cancels_does_not_any_more(new_bus: NewBus) -> None:
    async def run() -> None:
        speaker, listener, early, late = new_bus(), new_bus(), Ear(), Ear()
        cancel = listener.subscribe("news.*", early)
        async with opened(speaker, listener):
            listener.subscribe("news.*", late)
            await say_until_heard(speaker, "news.1", late)
            assert early.heard
            cancel()
            cancel()  # does no harm
            listener.subscribe("news.2", again := Ear())
            await say_until_heard(speaker, "news.2", again)  # so the cancelling has arrived too
            early.heard.clear()
            speaker.send("news.3", "last")
            await until(lambda: ("news.3", "last") in late.heard)
        assert early.heard == []

    asyncio.run(run())


def test_a_listener_that_fails_does_not_keep_others_from_hearing(new_bus: NewBus) -> None:
    def fail(subject: str, message: str) -> None:
        raise ValueError(message)

    async def run() -> None:
        speaker, listener, ear = new_bus(), new_bus(), Ear()
        listener.subscribe("limits", fail)
        listener.subscribe("limits", ear)
        async with opened(speaker, listener):
            speaker.send("limits", "1")
            speaker.send("limits", "2")
            await until(lambda: len(ear.heard) == 2)

    asyncio.run(run())


def test_what_is_said_just_before_closing_is_still_heard(new_bus: NewBus) -> None:
    async def run() -> None:
        speaker, listener, ear = new_bus(), new_bus(), Ear()
        listener.subscribe("limits", ear)
        async with opened(listener):
            async with opened(speaker):
                speaker.send("limits", "good bye")
            assert not speaker.connected
            await until(lambda: ear.heard == [("limits", "good bye")])

    asyncio.run(run())


def test_a_site_of_one_process_has_nobody_to_tell() -> None:
    async def run() -> None:
        bus, ear = NullBus(), Ear()
        cancel = bus.subscribe("news.*", ear)
        async with opened(bus):
            bus.send("news.a", "1")
            assert bus.connected
            cancel()
        assert ear.heard == []

    asyncio.run(run())
