"""The simple players and the games they play."""

import random

import pytest

from shanghaien import rules
from shanghaien.rules import Options
from shanghaien.rules.options import ON_OFF
from shanghaien.terminal.players import PLAYERS, greedy_player, points_if_called
from shanghaien.terminal.playing import play, play_game

EVERYTHING = Options(**dict.fromkeys(ON_OFF, True))  # type: ignore[arg-type]
HEAD = """[Shanghaien 1]
[Rules 1]
[Tricks 3-3-2]
[First a]
[Starter after-shanghai]
[Expansions none]
[Result unfinished]
"""


def position(lines: str) -> rules.State:
    return rules.load(HEAD + lines).final


def greedy(state: rules.State) -> rules.Action:
    return greedy_player(random.Random(1))(state)


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize("options", [Options(), EVERYTHING])
def test_every_simple_player_plays_a_game_to_its_end(name: str, options: Options) -> None:
    rng = random.Random(5)
    record = play_game(options, (PLAYERS[name](rng), PLAYERS["random"](rng)), rng)
    assert record.final.over
    assert rules.load(rules.to_text(record)) == record


def test_the_same_seed_plays_the_same_game() -> None:
    games = [
        list(play(EVERYTHING, (PLAYERS["greedy"](rng), PLAYERS["random"](rng)), rng))
        for rng in map(random.Random, (3, 3))
    ]
    assert games[0] == games[1]


def test_the_greedy_player_puts_his_die_on_the_card_worth_most() -> None:
    state = position("round 1: AME1 FRE4 GER1 CHI1 DUT1 TUR1\nA 1-2")
    assert greedy(state) == rules.Place(2, rules.End.LEFT)


def test_the_greedy_player_calls_as_soon_as_the_row_gains_him_something() -> None:
    turns = "A 1-2 place 2 left\nB 1-3 place 1\nA 3-4 place 3\nB 1-5 place 1\n"
    state = position("round 1: AME1 FRE4 GER1 CHI1 DUT1 TUR1\n" + turns)
    assert points_if_called(state) == (5, 1)
    assert greedy(state) == rules.Call()


def test_the_greedy_player_rolls_while_the_row_gains_him_nothing() -> None:
    turns = "A 1-2 place 1 left\nB 2-3 place 2\nA 3-4 place 3\nB 1-5 place 5\n"
    state = position("round 1: AME1 FRE4 GER1 CHI1 DUT1 TUR1\n" + turns)
    assert greedy(state) == rules.Roll()
