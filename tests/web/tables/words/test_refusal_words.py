"""Refusals of the rules in the language of the page."""

import pytest

from shanghaien.rules import Call, Illegal, Malformed, RulesError, load, why_not
from shanghaien.web.core.i18n import language_context
from shanghaien.web.tables.words.drawings import refusal_words
from tests.web.tables.pages.positions import played


def test_a_refusal_is_told_with_its_values_filled_in() -> None:
    assert refusal_words(Illegal("x", "R9", "You have not rolled a %(die)s.", die=4)) == "You have not rolled a 4."
    assert refusal_words(Malformed("100 % of it is wrong.")) == "100 % of it is wrong."


def test_a_refusal_is_told_in_the_language_of_the_page() -> None:
    refusal = why_not(played().state, Call())
    assert refusal is not None
    english = refusal_words(refusal)
    assert english == "You need at least 2 dice on cards to call Shanghai."
    with language_context("de"):
        text = refusal_words(Malformed("A draw"))
    assert text == "Unentschieden"


def test_the_place_in_a_record_is_told_with_it() -> None:
    with pytest.raises(RulesError) as found:
        load("[Shanghaien 1]\n[Rules 1]\nnonsense")
    assert refusal_words(found.value).startswith(("Line ", "The "))
    assert refusal_words(Malformed("it is wrong.").at("Line 3")) == "Line 3: it is wrong."
    assert refusal_words(Malformed("it is wrong.").at("Step 12")) == "Step 12: it is wrong."
    assert refusal_words(Malformed("it is wrong.").at("Somewhere")) == "Somewhere: it is wrong."
