"""The texts of the pages: complete and consistent in every language."""

import re
from collections.abc import Iterator

import pytest
from babel.messages.catalog import Catalog, Message

from scripts.texts import gathered, path_of, read
from shanghaien.web.core import i18n

TRANSLATED = sorted(set(i18n.LANGUAGES) - {"en"})
PLACEHOLDER = re.compile(r"%\([a-z_]+\)[sd]|\{[a-z_]+\}|%%|</?[a-z]+[^>]*>")
TAG = re.compile(r"\[[^\]]*\]|<[^>]*>")
"""Tags of records and pages are written as machines read them."""
NEVER = {
    "en": r" …",
    "de": r"[\"«»”—]",
    "fr": r" [;:!?»]|« |[\"“”]",
    "it": r"[\"“”]| …",
    "ru": r"[\"“”]| …| – ",
}
"""What typography does not know: in French the spaces before high marks are such as do not break a line."""


@pytest.fixture(scope="module")
def texts() -> Catalog:
    return gathered()


def keys(catalogue: Catalog) -> set[tuple[str | None, object]]:
    return {(message.context, message.id) for message in catalogue if message.id}


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def sources(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def marks(text: str) -> list[str]:
    """What a translation must keep: the words that are filled in, and the tags."""
    return sorted(PLACEHOLDER.findall(text))


def messages(language: str) -> Iterator[Message]:
    return (message for message in read(language) if message.id)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_of_the_pages_is_in_the_catalogue_and_no_other(language: str, texts: Catalog) -> None:
    wanted, kept = keys(texts), keys(read(language))
    assert not wanted - kept, "run `make texts` and translate what is new"
    assert not kept - wanted, "run `make texts`: these are no longer used"


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated_in_all_its_plural_forms(language: str) -> None:
    catalogue = read(language)
    for message in messages(language):
        expected = catalogue.num_plurals if message.pluralizable else 1
        assert len(forms(message)) == expected, message.id
        assert all(form.strip() for form in forms(message)), f"{message.id!r} has no translation"


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_keeps_what_is_filled_in_and_the_tags(language: str) -> None:
    # In Russian the first form also serves for 21 and 31, so that it has to show the number.
    one_is_one = read(language).num_plurals == 2
    for message in messages(language):
        *first, last = sources(message)
        for number, form in enumerate(forms(message)):
            allowed = [marks(last)] + [marks(text) for text in first if number == 0 and one_is_one]
            assert marks(form) in allowed, f"{message.id!r}: {form!r}"


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_translation_is_a_guess_or_a_leftover(language: str) -> None:
    catalogue = read(language)
    assert not [message.id for message in catalogue if message.id and message.fuzzy]
    assert not catalogue.obsolete
    assert "#~" not in path_of(language).read_text(encoding="utf-8")


def said(language: str, texts: Catalog) -> Iterator[str]:
    """All that a language says, with English as it stands in the code."""
    if language == "en":
        return (form for message in texts if message.id for form in sources(message))
    return (form for message in messages(language) for form in forms(message))


@pytest.mark.parametrize("language", sorted(NEVER))
def test_a_text_has_the_spaces_and_marks_of_its_language(language: str, texts: Catalog) -> None:
    for form in said(language, texts):
        assert not re.search(rf"{NEVER[language]}|\.\.\.|\w'\w|  ", TAG.sub("x", form)), form


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_begins_and_ends_with_space_as_the_text_does(language: str) -> None:
    for message in messages(language):
        for form in forms(message):
            assert form == form.strip(), message.id


def test_no_sentence_is_the_same_in_two_languages() -> None:
    said: dict[str, str] = {}
    for language in TRANSLATED:
        for message in messages(language):
            sentence = " ".join(forms(message))
            if len(re.findall(r"[^\W\d_]{3,}", PLACEHOLDER.sub(" ", sentence))) > 2:
                assert sentence not in said, f"{said.get(sentence)} and {language}: {sentence!r}"
                said[sentence] = language


def test_a_count_takes_the_form_that_belongs_to_it() -> None:
    def points(count: int) -> str:
        return i18n.ngettext("%(num)d point", "%(num)d points", count) % {"num": count}

    with i18n.language_context("ru"):
        assert [points(count) for count in (1, 2, 5, 11, 21)] == ["1 очко", "2 очка", "5 очков", "11 очков", "21 очко"]
    with i18n.language_context("fr"):
        assert [points(count) for count in (0, 1, 2)] == ["0 point", "1 point", "2 points"]
    with i18n.language_context("de"):
        assert [points(count) for count in (0, 1, 2)] == ["0 Punkte", "1 Punkt", "2 Punkte"]
