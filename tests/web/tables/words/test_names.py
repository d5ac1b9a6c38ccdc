"""What cards and acts are called: everything about trick cards comes from their own files."""

import pytest

from shanghaien.rules import ACTS, BY_KEY, TRICK_CARDS, Nation, Sailor, Trick, TrickCard
from shanghaien.web.core.i18n import LANGUAGES, language_context
from shanghaien.web.tables.words.card_words import (
    act_help,
    act_name,
    acts_of,
    card_name,
    listed,
    mark_of,
    nation_code,
    nation_name,
    short_name,
    trick_name,
)
from shanghaien.web.tables.words.drawings import EMBLEMS, act_icon, drawing


@pytest.mark.rule(3)
def test_eight_nations_have_eight_names_codes_and_emblems() -> None:
    for name in (nation_name, nation_code, EMBLEMS.__getitem__):
        assert len({name(nation) for nation in Nation}) == 8


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_act_has_a_name_a_help_and_a_drawing_in_every_language(language: str) -> None:
    with language_context(language):
        for act in ACTS:
            assert act_name(act)
            assert act_help(act)
            assert act_icon(act).startswith("i-")
    with language_context("de"):
        assert act_name(TRICK_CARDS[0].acts[0].key) == "Zwei Matrosen"


def test_an_act_without_a_drawing_gets_the_plain_one() -> None:
    assert (drawing(""), drawing("two")) == ("i-trick", "i-two")


def test_a_trick_card_is_named_by_what_it_can_be_played_for() -> None:
    assert trick_name(Trick("shift")) == "trick card “Two sailors” or “Die ±1”"
    assert trick_name(Trick("wild")) == "trick card “Two sailors”"
    assert short_name(Trick("shift")) == "trick card “Die ±1”"
    assert (card_name(Sailor(Nation.FRENCH, 4)), short_name(Sailor(Nation.FRENCH, 4))) == ("French 4", "French 4")


def test_a_card_that_can_be_played_for_nothing_is_known_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BY_KEY, Trick("idle"), TrickCard(Trick("idle"), 99, "Idle card", "It lies there.", ()))
    assert acts_of(Trick("idle")) == ()
    assert (mark_of(Trick("idle")), trick_name(Trick("idle"))) == ("Idle card", "trick card “Idle card”")


def test_words_are_listed_as_in_a_sentence() -> None:
    assert [listed(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]
