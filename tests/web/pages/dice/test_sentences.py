"""What the checking script says, and how it reads a record."""

import re
from pathlib import Path

import pytest

from shanghaien import web
from shanghaien.web.http.i18n import LANGUAGES, speaking
from shanghaien.web.pages.dice.sentences import sentences

SCRIPTS = Path(web.__file__).parent / "static" / "js"


def test_the_script_says_nothing_that_has_no_sentence() -> None:
    text = "".join((SCRIPTS / name).read_text(encoding="utf-8") for name in ("fair.js", "check-dice.js"))
    said = set(re.findall(r'(?:says: |\? |: |fill\()"([a-z]+-[a-z-]+)"', text))
    assert len(said) > 10
    assert said <= set(sentences())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_keeps_its_places_for_values_in_every_language(language: str) -> None:
    english = sentences()
    with speaking(language):
        for key, text in sentences().items():
            assert sorted(re.findall(r"\{\w+\}", text)) == sorted(re.findall(r"\{\w+\}", english[key]))


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_the_script_speaks_the_language_of_the_page(language: str) -> None:
    english = sentences()
    with speaking(language):
        assert all(text != english[key] for key, text in sentences().items())
