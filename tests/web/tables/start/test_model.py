"""The form for a new game: what can be ticked comes from the cards themselves."""

import pytest

from shanghaien.rules import BY_OPTION, EXPANSIONS, PILE_TRICKS, PRESETS, Options
from shanghaien.web.core.i18n import language_context
from shanghaien.web.tables.model import DEFAULT_LEVEL, LEVELS
from shanghaien.web.tables.start.new_game_views import NewGamePage, present, preset_name


def form() -> NewGamePage:
    return present(LEVELS, DEFAULT_LEVEL)


def test_every_expansion_can_be_ticked_with_its_own_name_and_sentence() -> None:
    assert [extra.value for extra in form().extras] == list(EXPANSIONS)
    for extra in form().extras:
        card = BY_OPTION[extra.value]
        assert (extra.name, extra.note) == (card.name, card.help)
        assert len(extra.face.halves) == len(card.acts)
    with language_context("de"):
        assert form().extras[0].name != BY_OPTION[form().extras[0].value].name


def test_a_preset_ticks_what_it_has_and_nothing_else() -> None:
    assert [value for value, _ in form().presets] == [*PRESETS, "custom"]
    assert [name for _, name in form().presets] == ["Base game", "Online variant", "Everything", "Custom"]
    assert form().usual_preset == "base"
    assert form().ticked["base"] == []
    assert form().ticked["everything"] == list(EXPANSIONS)
    for name, boxes in form().ticked.items():
        assert Options(**dict.fromkeys(boxes, True)) == PRESETS[name]
    assert preset_name("all_hands") == "All hands"


@pytest.mark.rule(4)
def test_the_trick_cards_of_the_pile_are_counted_kind_by_kind() -> None:
    assert [count.field for count in form().counts] == [f"tricks_{trick}" for trick in PILE_TRICKS]
    assert [count.name for count in form().counts] == ["Die ±1", "Roll again", "Both dice"]
    assert sum(count.usual for count in form().counts) == form().tricks == 8


def test_the_bots_stand_from_the_weakest_to_the_strongest_with_one_chosen() -> None:
    levels = form().levels
    assert [level.value for level in levels] == list(LEVELS)
    assert [level.place for level in levels] == [0, 1, 2, 3, 4]
    assert [level.value for level in levels if level.usual] == [DEFAULT_LEVEL]
    assert all(level.name and level.note and level.character for level in levels)
    assert present(["old-salt"], "").levels[0].name == "Old Salt"
