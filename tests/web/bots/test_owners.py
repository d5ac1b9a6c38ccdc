"""All processes of a site know whose games wait, where their players came from, and how many are before them."""

import asyncio
from pathlib import Path

import pytest

from shanghaien.rules import Options
from shanghaien.web.bots import waiting as module
from shanghaien.web.bots.fair_queue import Owner
from shanghaien.web.bots.waiting import OWNERS, POSITIONS, QueuePositions, WorkOwners
from shanghaien.web.core.bus.base import Cancel, Hear, NullBus
from shanghaien.web.core.ids import GameId
from shanghaien.web.tables.model import Mode
from shanghaien.web.tables.setup import Setup
from tests.web.persons import ADA, BOB
from tests.web.tables.tavern import opened


class Wire(NullBus):
    """Two ends of it: what is sent at one is heard at the other."""

    def __init__(self, other: "Wire | None" = None) -> None:
        super().__init__()
        self.other = other
        self.ears: dict[str, Hear] = {}
        if other is not None:
            other.other = self

    def send(self, subject: str, message: str) -> None:
        assert self.other is not None
        self.other.ears[subject](subject, message)

    def subscribe(self, subject: str, hear: Hear, group: str = "") -> Cancel:
        self.ears[subject] = hear
        return lambda: None


def test_a_game_is_its_player_s_a_show_its_creator_s_and_everybody_is_at_their_place(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as tavern:
            wire = Wire()
            here, elsewhere = WorkOwners(tavern.games.store, wire), WorkOwners(tavern.games.store, Wire(wire))
            against = await tavern.tables.create(Setup(Mode.BOT, Options(), levels=("", "cabin-boy")), ADA)
            show, other = [
                await tavern.tables.create(Setup(Mode.BOTS, Options(), levels=("cabin-boy",) * 2), BOB) for _ in "12"
            ]
            here.note(ADA, "192.0.2.1")
            here.note(BOB, "192.0.2.2", show.id)
            for owners in (here, elsewhere):
                assert await owners.of_game(against.id) == Owner("192.0.2.1", ADA)
                assert await owners.of_game(show.id) == Owner("192.0.2.2", BOB)
                assert await owners.of_game(other.id) == Owner("", "")
            assert WorkOwners(tavern.games.store).of_person(ADA) == Owner(ADA, ADA)

    asyncio.run(run())


def test_only_games_that_go_on_waiting_are_told_of_and_no_word_holds_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = Wire()
    here, elsewhere = QueuePositions(wire), QueuePositions(Wire(wire))
    slow, quick = GameId("slow"), GameId("quick")
    here.publish({slow: 7, quick: 8})
    assert here.ahead(slow) == elsewhere.ahead(slow) == 0
    here.publish({slow: 3})
    assert [(positions.ahead(slow), positions.ahead(quick)) for positions in (here, elsewhere)] == [(3, 0), (3, 0)]
    monkeypatch.setattr(module, "SECONDS_TRUE", -1.0)
    assert here.ahead(slow) == 0


@pytest.mark.parametrize("message", ["", "[]", "{", '{"g": "many"}', "[1]"])
def test_what_another_version_of_the_program_says_does_no_harm(tmp_path: Path, message: str) -> None:
    async def run() -> None:
        async with opened(tmp_path) as tavern:
            wire = Wire()
            owners, positions = WorkOwners(tavern.games.store, wire), QueuePositions(wire)
            for subject in (OWNERS, POSITIONS):
                wire.ears[subject](subject, message)
            assert owners.of_person(ADA) == Owner(ADA, ADA)
            assert positions.ahead(GameId("g")) == 0

    asyncio.run(run())
