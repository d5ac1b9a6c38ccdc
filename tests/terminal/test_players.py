"""The bots at a table in the shell, and the names that help shows of them."""

import random

import pytest

from shanghaien import rules
from shanghaien.ai.bots.levels import BY_NAME, YARDSTICKS
from shanghaien.cli import bots
from shanghaien.rules import PRESETS, Options, PlayedStep
from shanghaien.terminal.players import player, title

EVERYTHING = PRESETS["everything"]


def played(options: Options, name: str, seed: int) -> list[PlayedStep]:
    rng = random.Random(seed)
    return list(rules.play(options, (player(name, rng), player("random", rng)), rng))


@pytest.mark.parametrize("name", ["random", "greedy", "cabin-boy"])
@pytest.mark.parametrize("options", [Options(), EVERYTHING])
def test_every_simple_player_plays_a_game_to_its_end(name: str, options: Options) -> None:
    record = rules.Record(options, tuple(moment.step for moment in played(options, name, 5)))
    assert record.final.over
    assert rules.load(rules.to_text(record)) == record


def test_the_same_seed_plays_the_same_game() -> None:
    assert played(EVERYTHING, "greedy", 3) == played(EVERYTHING, "greedy", 3)


def test_help_names_exactly_the_bots_that_there_are() -> None:
    assert tuple(BY_NAME) == bots.BOTS
    assert [level.name for level in YARDSTICKS] == list(bots.YARDSTICKS)


def test_a_bot_sits_at_the_table_by_its_title() -> None:
    assert title("cabin-boy") == "Cabin Boy"
