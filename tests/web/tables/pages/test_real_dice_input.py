"""Cards are typed in the language of the page, in English, or as the codes on the cards; what is meant is found."""

import random

import pytest

from shanghaien import rules
from shanghaien.fairness.typed_outcomes import read_outcomes
from shanghaien.rules import PILE_TRICKS, Nation, Sailor, card_text
from shanghaien.web.core.i18n import LANGUAGES, language_context
from shanghaien.web.tables.pages.real_dice_input import in_notation, nation_meant, plain
from shanghaien.web.tables.words.card_words import card_name, mark_of, nation_code, nation_name

DEALING = rules.advance(rules.new_game(), 0).state


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("french 3", "FRE3"),
        ("French3", "FRE3"),
        ("fra3", "FRE3"),
        ("DEU3", "GER3"),
        ("Holländer 2", "DUT2"),
        ("hollander 2", "DUT2"),
        ("НЕМ4", "GER4"),
        ("Roll again", "again"),
        ("die ±1", "shift"),
        ("Die +/-1", "shift"),
        ("Beide Würfel", "both"),
        ("french 3, roll again; ame 2  DEU1", "FRE3 again AME2 GER1"),
        ("3-5", "3-5"),
        ("nobody 3", "nobody 3"),
        ("french", "french"),
    ],
)
def test_what_was_typed_is_put_into_notation(typed: str, meant: str) -> None:
    assert in_notation(typed) == meant


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_can_be_typed_by_its_name_and_its_code_in_every_language(language: str) -> None:
    with language_context(language):
        for nation in Nation:
            for value in range(1, 5):
                card = Sailor(nation, value)
                assert in_notation(card_name(card)) == card_text(card)
                assert in_notation(f"{nation_code(nation)}{value}") == card_text(card)
                assert in_notation(f"{nation_name(nation).upper()} {value}") == card_text(card)
        for trick in PILE_TRICKS:
            assert in_notation(mark_of(trick)) == trick


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_row_typed_by_names_is_the_row_that_was_meant(language: str) -> None:
    rng = random.Random(language)
    pile = [card for card in rules.chance(DEALING).outcomes if isinstance(card, Sailor) or card in PILE_TRICKS]
    with language_context(language):
        for _ in range(20):
            row = rng.sample(pile, 6)
            names = [card_name(card) if isinstance(card, Sailor) else mark_of(card) for card in row]
            assert read_outcomes(DEALING, in_notation(", ".join(names))) == row


def test_no_two_nations_share_a_name_or_code_in_any_language() -> None:
    for language in LANGUAGES:
        with language_context(language):
            for nation in Nation:
                assert nation_meant(plain(nation_name(nation))) is nation
                assert nation_meant(plain(nation_code(nation))) is nation


def test_the_beginning_of_a_name_is_enough_if_it_fits_one_nation_only() -> None:
    assert nation_meant("amerik") is Nation.AMERICAN
    assert nation_meant("fr") is None
    assert nation_meant("xyz") is None


def test_who_starts_is_typed_by_name_or_by_letter() -> None:
    names = ("Anna", "Bernd")
    assert in_notation("bernd", names) == "B"
    assert in_notation("A", names) == "A"
