"""Who is at a table: here, away or gone, told from process to process, and nothing of it at tables of bots."""

import asyncio
from contextlib import ExitStack

import pytest

from shanghaien.web.core.bus.base import Cancel, Hear, NullBus
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.lobby import attendance
from shanghaien.web.lobby.attendance import Attendances, Presence
from shanghaien.web.lobby.presence import OnlinePresence
from shanghaien.web.people.preferences import PersonPreferences, Privacy
from shanghaien.web.tables.hub import Heard, Hub
from tests.web.persons import ADA, BOB

GAME = GameId("g")
HERE, AWAY, GONE = Presence.HERE, Presence.AWAY, Presence.GONE


class Wire:
    """Carries what each of several processes says to all others."""

    def __init__(self) -> None:
        self.ends: list[WiredBus] = []


class WiredBus(NullBus):
    """One process's end of the wire."""

    def __init__(self, wire: Wire) -> None:
        super().__init__()
        self.wire, self.heard = wire, dict[str, list[Hear]]()
        wire.ends.append(self)

    def send(self, subject: str, message: str) -> None:
        for end in self.wire.ends:
            for hear in () if end is self else end.heard.get(subject, ()):
                hear(subject, message)

    def subscribe(self, subject: str, hear: Hear, group: str = "") -> Cancel:
        self.heard.setdefault(subject, []).append(hear)
        return lambda: self.heard[subject].remove(hear)


class NoWishes:
    async def of_all(self, people: object) -> dict[PersonId, object]:
        return {}


def process(wire: Wire) -> Attendances:
    bus = WiredBus(wire)
    return Attendances(Hub(bus), OnlinePresence(bus, NoWishes()))  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for a page that is loaded anew."""
    monkeypatch.setattr(attendance, "GRACE_SECONDS", 0.0)


def seats(there: Attendances) -> tuple[Presence, ...]:
    known = there.at(GAME)
    assert known is not None
    return known.seats


def test_whoever_follows_a_table_is_here_and_turns_away_and_leaves() -> None:
    async def visit() -> None:
        there = process(Wire())
        assert there.at(GAME) is None
        with there.attend(GAME, [0]):
            assert seats(there) == (HERE, GONE)
            there.turn(GAME, 0, away=True)
            assert seats(there) == (AWAY, GONE)
            there.turn(GAME, 0, away=False)
            assert seats(there) == (HERE, GONE)
        await asyncio.sleep(0.2)
        assert seats(there) == (GONE, GONE)
        known = there.at(GAME)
        assert known is not None
        assert known.left[0] is not None
        assert known.left[1] is None

    asyncio.run(visit())


def test_the_players_of_two_processes_know_of_each_other_whoever_came_first() -> None:
    async def visit() -> None:
        wire = Wire()
        one, two = process(wire), process(wire)
        with one.attend(GAME, [0]), two.attend(GAME, [1]):
            assert seats(one) == seats(two) == (HERE, HERE)
            one.turn(GAME, 1, away=True)  # what a page says may reach another process than its stream
            assert seats(one) == seats(two) == (HERE, AWAY)
        await asyncio.sleep(0.2)
        assert seats(one) == seats(two) == (GONE, GONE)

    asyncio.run(visit())


def test_a_look_without_script_counts_for_a_while() -> None:
    async def visit() -> None:
        there = process(Wire())
        there.look(GAME, 1)
        assert seats(there) == (GONE, HERE)

    asyncio.run(visit())


def test_who_looks_without_script_is_here_for_the_other_in_another_process() -> None:
    async def visit() -> None:
        wire = Wire()
        one, two, three = (process(wire) for _ in range(3))
        with one.attend(GAME, [0]):
            two.look(GAME, 1)
            assert seats(one) == seats(two) == (HERE, HERE)
            three.look(GAME, 1)  # each page may come from another process
            assert seats(one) == (HERE, HERE)
            with two.attend(GAME, [1]):  # and a page with script, which looks once and then follows, leaves at once
                await asyncio.sleep(0.01)
            await asyncio.sleep(0.2)
            assert seats(one) == seats(three) == (HERE, GONE)

    asyncio.run(visit())


def test_a_look_is_told_again_before_it_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    async def visit() -> None:
        wire = Wire()
        one, two, time = process(wire), process(wire), [1_000_000]
        monkeypatch.setattr(attendance, "now", lambda: time[0])
        with one.attend(GAME, [0]):
            for _ in range(30):  # a page that loads itself again every four seconds
                time[0] += 4000
                two.look(GAME, 1)
                assert seats(one) == (HERE, HERE)
            time[0] += 80_000
            assert seats(one) == seats(two) == (HERE, GONE)

    asyncio.run(visit())


def test_whoever_shows_who_is_there_looks_up_when_somebody_comes() -> None:
    async def visit() -> None:
        wire = Wire()
        one, two = process(wire), process(wire)
        with one._hub.listen(GAME, people=True) as listener:
            with one.attend(GAME, [0]):
                assert await listener.hear(60) is Heard.PEOPLE
            with two.attend(GAME, [1]):
                assert await listener.hear(60) is Heard.PEOPLE

    asyncio.run(visit())


def test_watchers_who_come_and_go_in_one_moment_are_told_of_together_in_every_process() -> None:
    async def visit() -> None:
        wire = Wire()
        one, two = process(wire), process(wire)
        sent = list[str]()
        with (
            one._hub.listen(GAME, people=True) as near,
            two._hub.listen(GAME, people=True) as far,
            two.attend(GAME, [0]),
            ExitStack() as crowd,
        ):
            await near.hear(0), await far.hear(0)
            wire.ends[1].subscribe("at.g", lambda subject, message: sent.append(message))
            for _ in range(300):
                crowd.enter_context(one.attend(GAME, []))
            sent.clear()  # a process that nobody was in asks who is there
            for watchers in (300, 0):
                assert [await listener.hear(60) for listener in (near, far)] == [Heard.PEOPLE] * 2
                assert [there.at(GAME).watchers for there in (one, two)] == [watchers] * 2  # type: ignore[union-attr]
                crowd.close()
            assert len(sent) == 2

    asyncio.run(visit())


def test_people_are_counted_over_all_processes_and_named_only_if_they_wish() -> None:
    class Wishing:
        async def of_all(self, people: object) -> dict[PersonId, object]:
            return {ADA: PersonPreferences(privacy=Privacy(here=True)), BOB: PersonPreferences()}

    async def visit() -> None:
        wire = Wire()
        one, two = (OnlinePresence(WiredBus(wire), Wishing()) for _ in range(2))  # type: ignore[arg-type]
        assert one.count() == 0
        with one.enter(ADA, "Ada"), one.enter(BOB, "Bob"), two.enter(PersonId("guest")):
            await one.beat()
            await two.beat()
            assert (one.count(), two.count()) == (3, 3)
            assert one.named() == two.named() == ["Ada"]
            assert two.named(frozenset({ADA})) == []

    asyncio.run(visit())
