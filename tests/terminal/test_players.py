"""The simple players and the games they play."""

import random

import pytest

from shanghaien import rules
from shanghaien.rules import Options
from shanghaien.rules.options import ON_OFF
from shanghaien.terminal.play import play, play_game
from shanghaien.terminal.players import NAMES, player

EVERYTHING = Options(**dict.fromkeys(ON_OFF, True))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["random", "greedy", "cabin-boy"])
@pytest.mark.parametrize("options", [Options(), EVERYTHING])
def test_every_simple_player_plays_a_game_to_its_end(name: str, options: Options) -> None:
    rng = random.Random(5)
    record = play_game(options, (player(name, rng), player("random", rng)), rng)
    assert record.final.over
    assert rules.load(rules.to_text(record)) == record


def test_the_same_seed_plays_the_same_game() -> None:
    games = [
        list(play(EVERYTHING, (player("greedy", rng), player("random", rng)), rng))
        for rng in map(random.Random, (3, 3))
    ]
    assert games[0] == games[1]


def test_the_levels_can_be_asked_for_by_name() -> None:
    assert {"cabin-boy", "captain", "random", "greedy"} <= set(NAMES)
