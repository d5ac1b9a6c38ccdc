"""Bots act whenever a table waits for one: at once, after a restart, and again after a failure."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from shanghaien import rules
from shanghaien.ai.bots import LEVELS as KNOWN
from shanghaien.rules import PRESETS, Options
from shanghaien.web.bots import runner as module
from shanghaien.web.bots.processes import BotProcesses
from shanghaien.web.bots.runner import BotRunner, BotTurns
from shanghaien.web.core import backoff
from shanghaien.web.core.ids import GameId
from shanghaien.web.tables.model import DEFAULT_LEVEL, LEVELS, Mode
from shanghaien.web.tables.setup import Setup
from shanghaien.web.tables.store import schema
from tests.web.bots.bot_minds import CABIN_BOYS, Quick, settled
from tests.web.persons import ADA, BOB
from tests.web.tables.tavern import Tavern, opened, request


@asynccontextmanager
async def with_bots(folder: Path) -> AsyncIterator[Tavern]:
    async with opened(folder) as tavern:
        bots = BotRunner(tavern.tables, BotProcesses(1), pause=0)
        tavern.games.after_change.append(bots.wake)
        await bots.resume()
        try:
            yield tavern
        finally:
            await bots.close()


def test_the_levels_are_those_of_the_mind() -> None:
    assert tuple(level.name for level in KNOWN) == LEVELS
    assert DEFAULT_LEVEL in LEVELS


@pytest.mark.parametrize("options", [Options(), PRESETS["everything"]])
def test_two_bots_play_a_game_to_its_end(tmp_path: Path, options: Options) -> None:
    async def run() -> None:
        async with with_bots(tmp_path) as tavern:
            table = await settled(tavern, await tavern.tables.create(Setup(Mode.BOTS, options, levels=CABIN_BOYS), ADA))
            assert table.state.over

    asyncio.run(run())


def test_a_game_goes_on_after_a_restart(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as without_bots:
            setup = Setup(Mode.BOTS, Options(), levels=CABIN_BOYS)
            table = await without_bots.tables.create(setup, ADA)
        async with with_bots(tmp_path) as tavern:
            assert (await settled(tavern, table)).state.over

    asyncio.run(run())


def test_the_bot_leaves_the_choices_of_the_person_to_the_person(tmp_path: Path) -> None:
    async def run() -> None:
        async with with_bots(tmp_path) as tavern:
            setup = Setup(Mode.BOT, Options(), seat=0, levels=("", "cabin-boy"))
            table = await settled(tavern, await tavern.tables.create(setup, ADA))
            while not table.over:
                assert table.waits_for == 0
                table = await settled(tavern, await tavern.act(table, ADA))
            acts = [entry for entry in table.log if entry.kind == "act"]
            assert {entry.seat for entry in acts} == {0, 1}

    asyncio.run(run())


def test_a_choice_taken_back_while_the_bot_thinks_stays_taken_back(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as tavern:
            setup = Setup(Mode.BOT, Options(first=rules.First.SEAT_A), seat=0, levels=("", "cabin-boy"))
            table = await tavern.tables.create(setup, ADA)
            rolled = await tavern.act(table, ADA, "roll")
            placed = await tavern.act(rolled, ADA, f"place {rolled.state.rolled[0]} left")
            turns = BotTurns(tavern.tables, BotProcesses(1), pause=0)
            back = await tavern.tables.undo(request(placed, ADA))
            await turns._store(table.id, placed.version, 1, "roll")
            assert (await tavern.tables.look(table.id))[0] == back

    asyncio.run(run())


def test_once_the_bots_are_closed_none_of_them_is_at_work_any_more(tmp_path: Path) -> None:
    def at_work() -> list[str]:
        return [task.get_name() for task in asyncio.all_tasks() if task.get_name().startswith("bot of ")]

    async def run() -> None:
        async with opened(tmp_path) as tavern:
            bots = BotRunner(tavern.tables, BotProcesses(1), pause=60)
            table = await tavern.tables.create(Setup(Mode.BOTS, Options(), levels=CABIN_BOYS), ADA)
            bots.wake(table)
            await asyncio.sleep(0)
            assert at_work() == [f"bot of {table.id}"]
            await bots.close()
            assert at_work() == []

    asyncio.run(run())


class Failing(Quick):
    """Fails once, then thinks."""

    async def choose(self, game: GameId, level: str, state: rules.State, seat: rules.Seat, bot_seed: str) -> str:
        if not self._asked:
            self._asked.append("failed")
            raise RuntimeError("out of rum")
        return await super().choose(game, level, state, seat, bot_seed)


def test_a_thought_that_fails_is_tried_again_after_a_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK_EVERY", 0.05)
    monkeypatch.setattr(backoff, "FIRST_MS", 1)

    async def run() -> None:
        async with opened(tmp_path) as tavern:
            bots = BotRunner(tavern.tables, Failing([]), pause=0)
            table = await tavern.tables.create(Setup(Mode.BOTS, Options(), levels=CABIN_BOYS), ADA)
            tavern.games.after_change.append(bots.wake)
            await bots.resume()
            assert (await settled(tavern, table)).state.over
            await bots.close()

    asyncio.run(run())


class Wrong(Quick):
    """Chooses what the rules do not allow."""

    async def choose(self, game: GameId, level: str, state: rules.State, seat: rules.Seat, seed: str) -> str:
        await super().choose(game, level, state, seat, seed)
        return "place 6 left"


def test_a_bot_whose_choice_is_refused_rests_before_it_thinks_again(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as tavern:
            asked: list[str] = []
            turns = BotTurns(tavern.tables, Wrong(asked), pause=0)
            table = await tavern.tables.create(Setup(Mode.BOTS, Options(), levels=CABIN_BOYS), ADA)
            assert await turns.act(table.id, table.version) == table.version
            assert await turns.act(table.id, table.version) is None
            assert len(asked) == 1

    asyncio.run(run())


class InOrder(Quick):
    """Begins to think when it is let, and remembers for which games it thought."""

    def __init__(self) -> None:
        super().__init__([])
        self.may = asyncio.Event()
        self.games: list[GameId] = []

    async def choose(self, game: GameId, level: str, state: rules.State, seat: rules.Seat, bot_seed: str) -> str:
        self.games.append(game)
        await self.may.wait()
        return await super().choose(game, level, state, seat, bot_seed)


def test_somebody_who_comes_after_thirty_games_of_another_waits_for_one_thought(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as tavern:
            thinkers = InOrder()
            bots = BotRunner(tavern.tables, thinkers, pause=0)
            tavern.games.after_change.append(bots.wake)
            setup = Setup(Mode.BOT, Options(first=rules.First.SEAT_B), seat=0, levels=("", "cabin-boy"))
            flood = [await tavern.tables.create(setup, ADA) for _ in range(30)]
            show = await tavern.tables.create(Setup(Mode.BOTS, Options(), levels=CABIN_BOYS), BOB)
            late = await tavern.tables.create(setup, BOB)
            while len(bots._turns.slots.ahead()) < len(flood) + 1:  # noqa: ASYNC110 - until all wait but one
                await asyncio.sleep(0)
            assert thinkers.games == [flood[0].id]
            assert bots._turns.slots.ahead()[late.id] == 2
            thinkers.may.set()
            await settled(tavern, late)
            await bots.close()
            assert thinkers.games.index(late.id) == 2
            assert show.id not in thinkers.games[:4]

    asyncio.run(run())


def test_a_game_that_cannot_be_looked_at_rests_and_keeps_nobody_from_playing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def run() -> None:
        async with opened(tmp_path) as tavern:
            bots = BotRunner(tavern.tables, Quick([]), pause=0)
            broken = await tavern.tables.create(Setup(Mode.BOTS, Options(), levels=CABIN_BOYS), ADA)
            tavern.games.forget(broken.id)
            async with tavern.games.database.write() as connection:
                await connection.execute(schema.entries.update().where(schema.entries.c.number == 3).values(text="?"))
            for _ in range(3):
                await bots._look(0)
                await asyncio.gather(*bots._tasks.values())
            assert bots._turns.back_off.resting(broken.id)
            tavern.games.after_change.append(bots.wake)
            table = await tavern.tables.create(Setup(Mode.BOTS, Options(), levels=CABIN_BOYS), ADA)
            assert (await settled(tavern, table)).state.over
            await bots.close()

    asyncio.run(run())
    told = [record for record in caplog.records if record.name.startswith("shanghaien.")]
    assert [record.name for record in told if record.levelno >= logging.WARNING] == ["shanghaien.games"]
