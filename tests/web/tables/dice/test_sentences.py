"""What the checking script says, and how it reads a record."""

import re

import pytest

from shanghaien.web.core.i18n import LANGUAGES, language_context
from shanghaien.web.tables.dice.script_texts import sentences


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_keeps_its_places_for_values_in_every_language(language: str) -> None:
    english = sentences()
    with language_context(language):
        for key, text in sentences().items():
            assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", english[key]))


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_the_script_speaks_the_language_of_the_page(language: str) -> None:
    english = sentences()
    with language_context(language):
        assert all(text != english[key] for key, text in sentences().items())
