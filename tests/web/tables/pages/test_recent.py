"""The log beside the table is told on from where it had got to, and says the same as if it were told from the start."""

import random
from pathlib import Path

from shanghaien.rules import Options
from shanghaien.web.tables.model import Mode, Table
from shanghaien.web.tables.pages.log_lines import ROUNDS, recent, story
from shanghaien.web.tables.setup import Setup
from tests.web.persons import ADA
from tests.web.tables.pages.positions import played, seen
from tests.web.tables.pages.random_games import game_of
from tests.web.tables.tavern import Tavern, in_tavern, request


def told_alike(table: Table) -> bool:
    return all(recent(seen(table, seat)) == story(seen(table, seat), ROUNDS) for seat in (0, 1, None))


def test_a_log_told_move_by_move_is_the_log_told_at_once() -> None:
    assert all(told_alike(table) for table in game_of("everything"))


def test_what_is_taken_back_is_not_told_any_more(tmp_path: Path) -> None:
    async def visit(tavern: Tavern) -> None:
        dice = random.Random(3)
        table = await tavern.tables.create(Setup(Mode.HOT_SEAT, Options()), ADA)
        undone = 0
        for _ in range(40):
            table = await tavern.act(table, ADA, dice=dice)
            assert told_alike(table)
            if table.undo is not None:
                table = await tavern.tables.undo(request(table, ADA))
                undone += 1
                assert told_alike(table)
                table = await tavern.act(table, ADA, dice=dice)
                assert told_alike(table)
        assert undone

    in_tavern(tmp_path, visit)


def test_another_game_of_the_same_name_is_told_by_itself() -> None:
    first, second = played("roll", "2-5"), played("roll", "1-3", "place 1 left")
    assert told_alike(first)
    assert told_alike(second)
    assert told_alike(first)


def test_every_line_has_a_key_of_its_own() -> None:
    for table in game_of("everything"):
        keys = [line.key for line in story(seen(table, 0))]
        assert len(keys) == len(set(keys))
