"""Bots keep a pace that people can follow, and two bots play quickly, since their page is a film."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from shanghaien.rules import Options
from shanghaien.web.bots.runner import pauses
from shanghaien.web.core.settings import Settings
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.setup import Setup
from tests.web.persons import ADA
from tests.web.tables.tavern import Tavern, opened

PAUSE = Settings(Path("nowhere")).bot_pause


@pytest.fixture(scope="module")
def steps(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Table]:
    """A table before a roll, with dice on it, and after a Shanghai."""

    async def played() -> dict[str, Table]:
        async with opened(tmp_path_factory.mktemp("data")) as tavern:
            return await _steps(tavern)

    return asyncio.run(played())


async def _steps(tavern: Tavern) -> dict[str, Table]:
    hot_seat = Setup(Mode.HOT_SEAT, Options(), names=("Ada", "Bob"))
    table = await tavern.tables.create(hot_seat, ADA)
    found = {"before the roll": table}
    while "after Shanghai" not in found:
        table = await tavern.act(table, ADA)
        if table.state.last is not None:
            found["after Shanghai"] = table
        elif table.state.rolled:
            found["rolled"] = table
    return found


def test_each_step_of_a_bot_can_be_read(steps: dict[str, Table]) -> None:
    seconds = {name: PAUSE * pauses(replace(table, mode=Mode.BOT)) for name, table in steps.items()}
    assert seconds["before the roll"] >= 0.46 + 0.42 + 0.5  # a die flies, its card leans, and the bot thinks
    assert seconds["rolled"] >= 0.9 + 0.7  # the dice roll, and lie there
    assert seconds["after Shanghai"] >= 3.4  # the cards are shared out


def test_two_bots_wait_for_nobody(steps: dict[str, Table]) -> None:
    assert all(PAUSE * pauses(replace(table, mode=Mode.BOTS)) < 0.2 for table in steps.values())
