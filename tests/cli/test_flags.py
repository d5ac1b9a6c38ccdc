"""The flags that set up a game are those of the cards in the registry."""

import argparse

import pytest

from shanghaien.ai import bots as levels
from shanghaien.ai.bots import BY_NAME
from shanghaien.cli.flags import BOTS, YARDSTICKS, add_game_flags, flag, game_options
from shanghaien.rules import BY_OPTION, EXPANSIONS, PRESETS, Options


def parsed(*words: str) -> Options:
    parser = argparse.ArgumentParser()
    add_game_flags(parser)
    return game_options(parser.parse_args(words))


def test_without_flags_it_is_the_base_game() -> None:
    assert parsed() == Options()


@pytest.mark.parametrize("name", EXPANSIONS)
def test_every_expansion_has_a_flag_of_its_own(name: str) -> None:
    assert parsed(flag(name)) == Options(**{name: True})


@pytest.mark.parametrize("preset", [name for name, options in PRESETS.items() if options.expansions])
def test_every_ready_made_set_has_a_flag(preset: str) -> None:
    assert parsed(flag(preset)) == PRESETS[preset]


def test_a_set_and_an_expansion_add_up() -> None:
    first, last = next(iter(EXPANSIONS)), list(EXPANSIONS)[-1]
    assert parsed(flag(first), flag(last)).expansions == {first, last}
    assert parsed("--everything", flag(first)) == PRESETS["everything"]


@pytest.mark.rule(4, 7, 13)
def test_the_other_choices_of_a_set_up_have_flags_too() -> None:
    chosen = parsed("--tricks", "8-0-0", "--first", "b", "--starter", "alternate")
    assert chosen == Options(tricks=(8, 0, 0), first="b", starter="alternate")


def test_help_says_of_every_card_what_it_does() -> None:
    parser = argparse.ArgumentParser()
    add_game_flags(parser)
    shown = " ".join(parser.format_help().split())
    for card in BY_OPTION.values():
        assert f"{card.name}: {card.help}" in shown


def test_help_names_exactly_the_bots_that_there_are() -> None:
    assert tuple(BY_NAME) == BOTS
    assert [level.name for level in levels.YARDSTICKS] == list(YARDSTICKS)
