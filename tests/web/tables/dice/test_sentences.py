"""What the checking script says, and how it reads a record."""

import re
from pathlib import Path

import pytest

from shanghaien import web
from shanghaien.web.core.i18n import LANGUAGES, speaking
from shanghaien.web.tables.dice.script_texts import sentences

SCRIPTS = Path(web.__file__).parent / "static" / "js"


CHECKING = ("fair2", "fair2-proof", "fair2-ledger", "fair2-memory", "fair2-receipts", "check-dice")


def said() -> set[str]:
    """The keys of all sentences that the scripts can say."""
    text = "".join((SCRIPTS / f"{name}.js").read_text(encoding="utf-8") for name in CHECKING)
    plain = re.findall(
        r'(?:says: |says: ok \? "[\w-]+" : |says = |fill\(|wrong\("[\w-]+", )"([a-z]+(?:-[a-z]+)*)"', text
    )
    either = re.findall(r'(?:says: |says = |\[)[^"\n]*? \? "([a-z]+-[a-z-]+)" : "([a-z]+-[a-z-]+)"', text)
    return {*plain, *(key for pair in either for key in pair)}


def test_the_scripts_say_nothing_that_has_no_sentence() -> None:
    assert len(said()) > 40
    assert said() <= set(sentences())


def test_there_is_no_sentence_that_nobody_says() -> None:
    text = "".join((SCRIPTS / f"{name}.js").read_text(encoding="utf-8") for name in (*CHECKING, "draws"))
    words = set(re.findall(r"[a-z]+(?:-[a-z]+)*", text))
    made = {f"{kind}-{end}" for kind in ("seen", "receipt", "game") for end in ("kept", "broken")}
    held = {f"held-{kind}" for kind in ("server", "person", "entrusted")}
    assert set(sentences()) - words <= made | held


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
