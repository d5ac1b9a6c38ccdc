"""The glossary and the catalogues say the same: names word for word, other terms by the words that they are made of."""

import re
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from scripts.texts import read
from shanghaien.web.tables.model import LEVELS

PAGE = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text(encoding="utf-8")
LANGUAGES = ("de", "fr", "it", "ru")
BEND = 2
"""How many letters at the end of a word change with its place in a sentence."""


def rows(heading: str) -> list[list[str]]:
    """The rows of the table under a heading."""
    part = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|") and not line.startswith("|---")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def texts(message: Message) -> list[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or ())


@cache
def catalogue(language: str) -> dict[str, str]:
    return {str(message.id): texts(message)[0] for message in read(language) if message.id}


@cache
def everything(language: str) -> str:
    return "\n".join(text for message in read(language) for text in texts(message)).lower()


NAMES = [*rows("Trick cards and what they do"), *(["", *row] for row in rows("Levels of the bots"))]
NATIONS = rows("Nations")
TERMS = [
    *rows("The game"),
    *(["", *row] for heading in ("Around the table", "People and notices") for row in rows(heading)),
]


@pytest.mark.parametrize("row", NAMES, ids=lambda row: row[1])
def test_a_name_is_the_one_of_every_catalogue(row: list[str]) -> None:
    assert [catalogue(language).get(row[1]) for language in LANGUAGES] == row[2:]


@pytest.mark.parametrize("row", NATIONS, ids=lambda row: row[1])
def test_a_nation_has_the_name_and_the_letters_of_every_catalogue(row: list[str]) -> None:
    name, letters = row[1].split(", ")
    told = [f"{catalogue(language)[name]}, {catalogue(language)[letters]}" for language in LANGUAGES]
    assert told == row[2:]


@pytest.mark.parametrize("row", TERMS, ids=lambda row: row[1])
def test_a_term_is_made_of_words_that_the_pages_use(row: list[str]) -> None:
    for language, term in zip(LANGUAGES, row[2:], strict=True):
        words = [word for word in re.findall(r"[^\W\d]+", term.lower()) if len(word) > BEND + 1]
        assert [word for word in words if word[: max(3, len(word) - BEND)] not in everything(language)] == []


def test_the_levels_are_those_that_can_be_chosen() -> None:
    assert [row[1] for row in NAMES if not row[0]] == [level.replace("-", " ").title() for level in LEVELS]
