"""News of tables reaches whoever listens, here and elsewhere, and nobody is forgotten or kept."""

import asyncio

from shanghaien.web.core.bus.base import Cancel, Hear, NullBus
from shanghaien.web.core.ids import GameId, Version
from shanghaien.web.tables.hub import Heard, Hub
from tests.web.patience import PATIENCE

A, B = GameId("a"), GameId("b")


class Wire(NullBus):
    """A bus to other hubs of the same process: what one sends, the others hear."""

    def __init__(self, *others: "Wire") -> None:
        super().__init__()
        self.others = list(others)
        for other in others:
            other.others.append(self)
        self.heard_by: dict[str, Hear] = {}

    def send(self, subject: str, message: str) -> None:
        for other in self.others:
            if subject in other.heard_by:
                other.heard_by[subject](subject, message)

    def subscribe(self, subject: str, hear: Hear, group: str = "") -> Cancel:
        self.heard_by[subject] = hear

        def cancel() -> None:
            del self.heard_by[subject]

        return cancel


def test_everybody_who_listens_to_a_game_is_told() -> None:
    async def run() -> None:
        hub = Hub()
        with hub.listen(A) as one, hub.listen(A) as two, hub.listen(B) as other:
            hub.publish(A, Version(7))
            hub.publish(B, Version(1))
            assert [await listener.hear(PATIENCE) for listener in (one, two, other)] == [Heard.NEWS] * 3
            assert [listener.version for listener in (one, two, other)] == [7, 7, 1]

    asyncio.run(run())


def test_who_lags_behind_hears_the_newest_version_once() -> None:
    async def run() -> None:
        hub = Hub()
        with hub.listen(A) as listener:
            for version in (1, 2, 9, 4):
                hub.publish(A, Version(version))
            assert (await listener.hear(PATIENCE), listener.version) == (Heard.NEWS, 9)
            assert await listener.hear(0) is Heard.SILENCE

    asyncio.run(run())


def test_who_waits_is_woken() -> None:
    async def run() -> None:
        hub = Hub()
        with hub.listen(A) as listener:
            waiting = asyncio.create_task(listener.hear(PATIENCE))
            await asyncio.sleep(0)
            hub.publish(A, Version(3))
            assert await waiting is Heard.NEWS

    asyncio.run(run())


def test_closing_ends_every_stream_also_one_opened_later() -> None:
    async def run() -> None:
        hub = Hub()
        with hub.listen(A) as early:
            hub.close()
            hub.publish(A, Version(1))
            assert [await early.hear(PATIENCE), await early.hear(PATIENCE)] == [Heard.END, Heard.END]
        with hub.listen(B) as late:
            assert await late.hear(PATIENCE) is Heard.END

    asyncio.run(run())


def test_a_change_in_one_process_is_heard_in_another() -> None:
    async def run() -> None:
        wire = Wire()
        here, there = Hub(wire), Hub(Wire(wire))
        with there.listen(A) as listener:
            here.publish(A, Version(5))
            assert (await listener.hear(PATIENCE), listener.version) == (Heard.NEWS, 5)

    asyncio.run(run())


def test_after_a_gap_on_the_bus_everybody_looks_once() -> None:
    async def run() -> None:
        wire = Wire()
        hub = Hub(wire)
        with hub.listen(A) as listener:
            for look in wire.after_gap:
                look()
            assert await listener.hear(PATIENCE) is Heard.GAP
            assert await listener.hear(0) is Heard.SILENCE

    asyncio.run(run())


def test_nonsense_on_the_bus_is_passed_over() -> None:
    async def run() -> None:
        wire = Wire()
        hub = Hub(wire)
        with hub.listen(A) as listener:
            for message in ("", "-1", "seven", "٣"):
                wire.heard_by["news.a"]("news.a", message)
            assert await listener.hear(0) is Heard.SILENCE

    asyncio.run(run())


def test_nothing_is_kept_of_games_that_nobody_listens_to() -> None:
    wire = Wire()
    hub = Hub(wire)
    for game in (GameId(str(number)) for number in range(1000)):
        with hub.listen(game):
            pass
        hub.publish(game, Version(1))
    assert (hub._listeners, wire.heard_by) == ({}, {})


def test_a_move_and_what_is_said_at_once_are_both_heard() -> None:
    async def listen() -> None:
        hub = Hub()
        with hub.listen(A) as listener:
            hub.publish_talk(A, 3)
            hub.publish(A, Version(2))
            hub.publish_talk(A, 4)
            heard = [await listener.hear(patience) for patience in (PATIENCE, PATIENCE, 0)]
            assert heard == [Heard.NEWS, Heard.TALK, Heard.SILENCE]

    asyncio.run(listen())


def test_talk_and_its_terms_are_heard_in_another_process() -> None:
    async def listen() -> None:
        wire = Wire()
        here, there = Hub(wire), Hub(Wire(wire))
        with here.listen(A) as near, there.listen(A) as far:
            here.publish_talk(A, 7)
            assert [await listener.hear(PATIENCE) for listener in (near, far)] == [Heard.TALK] * 2
            here.publish_terms(A)
            assert [await listener.hear(PATIENCE) for listener in (near, far)] == [Heard.TERMS] * 2
            there._hear(f"news.{A}", "said nothing")
            assert await far.hear(0) is Heard.SILENCE

    asyncio.run(listen())


def test_who_is_at_a_table_wakes_only_those_who_show_it() -> None:
    async def listen() -> None:
        hub = Hub()
        with hub.listen(A, people=True) as player, hub.listen(A) as watcher:
            hub.notify_people(A)
            assert [await listener.hear(0) for listener in (player, watcher)] == [Heard.PEOPLE, Heard.SILENCE]

    asyncio.run(listen())
