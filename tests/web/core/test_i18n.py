"""Which language a person gets."""

import pytest

from shanghaien.web.core.i18n import choose, gettext, language, language_context


@pytest.mark.parametrize(
    ("preferences", "chosen"),
    [
        ("de", "de"),
        ("de-CH,de;q=0.9", "de"),
        ("en;q=0.3,fr;q=0.8,de;q=0.5", "fr"),
        ("fr;q=0.2,it", "it"),
        ("it;q=0.9,ru;q=0.9", "it"),
        ("ja,ru;q=0.1", "ru"),
        ("ja,zh;q=0.9", "en"),
        ("de;q=x,it;q=0.1", "it"),
        ("", "en"),
    ],
)
def test_the_browsers_languages_are_weighed_and_the_heaviest_that_we_speak_is_taken(
    preferences: str, chosen: str
) -> None:
    assert choose(None, preferences) == chosen


def test_ones_own_choice_comes_before_the_browsers() -> None:
    assert choose("ru", "de") == "ru"
    assert choose("xx", "de") == "de"


def test_a_language_is_spoken_inside_its_block_only() -> None:
    with language_context("fr"):
        assert (language(), gettext("Rules")) == ("fr", "Règles")
    assert (language(), gettext("Rules")) == ("en", "Rules")
