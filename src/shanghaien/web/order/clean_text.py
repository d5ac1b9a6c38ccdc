"""Texts that people type for others or for themselves, without anything invisible or piled up."""

import re
import unicodedata

from shanghaien.web.people.name_rules import UNSEEN


def clean_text(text: str, longest: int) -> str:
    """The text on one line: no control characters, nothing that turns the direction of reading, no towers of marks."""
    one_line = "".join(" " if letter.isspace() else letter for letter in unicodedata.normalize("NFC", text))
    return " ".join(_visible(one_line).split())[:longest].strip()


def clean_lines(text: str, longest: int) -> str:
    """The same for a text of several lines, at most two line ends in a row."""
    lines = [" ".join(_visible(line).split()) for line in unicodedata.normalize("NFC", text).splitlines()]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()[:longest].strip()


def _visible(text: str) -> str:
    kept = [letter for letter in text if letter.isspace() or unicodedata.category(letter)[0] != "C"]
    return _without_towers(UNSEEN.sub("", "".join(kept)))


def _without_towers(text: str) -> str:
    """At most two marks stand on each letter."""
    kept, marks = [], 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter)[0] == "M" else 0
        if marks <= 2:
            kept.append(letter)
    return "".join(kept)
