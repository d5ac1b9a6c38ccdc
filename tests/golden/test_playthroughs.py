"""The rules still play the games that were written down, word for word."""

import pytest

from shanghaien.rules import EXPANSIONS, TRICK_CARDS, TrickCard
from tests.golden.playthroughs import FOLDER, SETUPS, path, playthrough


@pytest.mark.parametrize("name", SETUPS)
def test_a_playthrough_is_as_it_was_written_down(name: str) -> None:
    written = path(name).read_text(encoding="utf-8").splitlines()
    assert playthrough(name).splitlines() == written, "rewrite with: make golden"


def test_every_set_up_has_a_file_and_every_file_a_set_up() -> None:
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(SETUPS)


@pytest.mark.parametrize("option", EXPANSIONS)
def test_every_option_is_on_alone_in_one_playthrough(option: str) -> None:
    alone = [{name: name == option for name in EXPANSIONS}]
    assert [setup for setup in SETUPS.values() if [{name: name in setup.expansions for name in EXPANSIONS}] == alone]


@pytest.mark.parametrize("card", TRICK_CARDS, ids=lambda card: card.key)
def test_every_act_of_every_trick_card_takes_effect_in_some_playthrough(card: TrickCard) -> None:
    written = "\n".join(path(name).read_text(encoding="utf-8") for name in SETUPS)
    acts = {
        act.key: f"play {card.key}" if act.key == str(card.key) else f"play {card.key} {act.key}" for act in card.acts
    }
    for act, played in acts.items():
        assert f"TrickPlayed: seat 0, play '{played}" in written or f"TrickPlayed: seat 1, play '{played}" in written, (
            act
        )
