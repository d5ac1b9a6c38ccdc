"""Bots act whenever a table waits for one: at once, after a restart, and after the process that thinks has died."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from shanghaien import rules
from shanghaien.ai.bots.levels import LEVELS as KNOWN
from shanghaien.rules import PRESETS, Options, action_text, parse_action
from shanghaien.web.ids import GameId
from shanghaien.web.play.levels import DEFAULT_LEVEL, LEVELS
from shanghaien.web.play.setup import Setup
from shanghaien.web.play.table import Mode, Table
from shanghaien.web.workers.bot_processes import BotProcesses
from shanghaien.web.workers.bots import SHOWS_AT_ONCE, BotRunner, asked_bot
from tests.web.persons import ADA
from tests.web.play.tavern import Tavern, opened, request

CABIN_BOYS = ("cabin-boy", "cabin-boy")


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


async def settled(tavern: Tavern, table: Table) -> Table:
    """The table once no bot is asked any more."""
    async with tavern.hub.listen(table.id) as versions:
        table, _ = await tavern.tables.look(table.id)
        while asked_bot(table) is not None:
            await anext(versions)
            table, _ = await tavern.tables.look(table.id)
    return table


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
            bots = BotRunner(tavern.tables, BotProcesses(1), pause=0)
            back = await tavern.tables.undo(request(placed, ADA))
            await bots._store(table.id, placed.version, 1, "roll")
            assert (await tavern.tables.look(table.id))[0] == back
            await bots.close()

    asyncio.run(run())


class Counted(BotProcesses):
    """Thinks at once, and counts how many thoughts are waited for at the same time."""

    def __init__(self) -> None:
        super().__init__(1)
        self.waiting = self.most = 0
        self.full = asyncio.Event()

    async def choose(self, game: GameId, level: str, state: rules.State, seat: rules.Seat, whim: str) -> str:
        self.waiting += 1
        self.most = max(self.most, self.waiting)
        if self.most >= SHOWS_AT_ONCE:
            self.full.set()
        await self.full.wait()  # for the others, however long they take
        await asyncio.sleep(0.001)
        self.waiting -= 1
        return action_text(rules.legal_actions(state)[0])

    def warm_up(self, game: GameId) -> None:
        pass


def test_many_games_of_bots_alone_do_not_keep_people_waiting(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(tmp_path) as tavern:
            thinkers = Counted()
            bots = BotRunner(tavern.tables, thinkers, pause=0)
            setup = Setup(Mode.BOTS, Options(), levels=CABIN_BOYS)
            tables = [await tavern.tables.create(setup, ADA) for _ in range(SHOWS_AT_ONCE + 4)]
            tavern.games.after_change.append(bots.wake)
            await bots.resume()
            async with tavern.hub.listen(tables[-1].id) as versions:
                while await anext(versions) < 20:
                    pass
            await bots.close()
            assert thinkers.most == SHOWS_AT_ONCE

    asyncio.run(run())


def test_a_thinking_process_that_dies_is_replaced() -> None:
    async def run() -> None:
        thinkers = BotProcesses(1)
        state = rules.new_game(Options(first=rules.First.SEAT_A))
        while rules.is_chance(state):
            state, _ = rules.advance(state, rules.chance(state).pick(0))
        for _ in range(3):
            text = await thinkers.choose(GameId("g"), "captain", state, 0, "calm")
            assert parse_action(text) in rules.legal_actions(state)
            pool = thinkers._pools[0]
            assert pool is not None
            for process in list(pool._processes):
                os.kill(process, signal.SIGKILL)
        thinkers.close()

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
