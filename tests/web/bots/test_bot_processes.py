"""Processes that think for bots: one that dies is replaced, and each game has its own."""

import asyncio
import os
import signal

from shanghaien import rules
from shanghaien.rules import Options, parse_action
from shanghaien.web.bots.processes import BotProcesses
from shanghaien.web.core.ids import GameId


def asked_state() -> rules.State:
    """A position in which the first player has a choice."""
    state = rules.new_game(Options(first=rules.First.SEAT_A))
    while rules.is_chance(state):
        state, _ = rules.advance(state, rules.chance(state).pick(0))
    return state


STATE = asked_state()


def pids(thinkers: BotProcesses) -> list[int]:
    """The processes that think."""
    pools = [process._pool for process in thinkers.processes]
    return [process for pool in pools if pool is not None for process in pool._processes]


def test_a_thinking_process_that_dies_is_replaced() -> None:
    async def run() -> None:
        thinkers = BotProcesses(1)
        for _ in range(3):
            text = await thinkers.choose(GameId("g"), "captain", STATE, 0, "calm")
            assert parse_action(text) in rules.legal_actions(STATE)
            for process in pids(thinkers):
                os.kill(process, signal.SIGKILL)
        thinkers.close()

    asyncio.run(run())


def test_a_game_is_thought_about_in_its_own_process_unless_that_is_busy() -> None:
    thinkers = BotProcesses(3)
    own = thinkers._place_for(GameId("g"))
    assert {thinkers._place_for(GameId(f"g{number}")) for number in range(50)} == {0, 1, 2}
    thinkers._waiting[own] = 1
    assert thinkers._place_for(GameId("g")) != own
    thinkers._waiting = [1, 1, 1]
    assert thinkers._place_for(GameId("g")) == own
