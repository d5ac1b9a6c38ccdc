"""Names that players give themselves, and other short texts of theirs."""

import unicodedata

from .name_rules import UNSEEN

LONGEST_NAME = 24
MOST_MARKS = 2
"""So many marks stand on one letter at most: more would be a tower over the lines around it."""


def clean_name(text: str) -> str:
    """The name on one line, without anything invisible or piled up, at most 24 characters; may be empty."""
    return clean_line(text, LONGEST_NAME)


def clean_line(text: str, longest: int) -> str:
    """A text on one line, without anything invisible or piled up, cut where it is too long; may be empty."""
    one_line = "".join(" " if letter.isspace() else letter for letter in unicodedata.normalize("NFC", text))
    return " ".join(visible(one_line).split())[:longest].strip()


def visible(text: str) -> str:
    """A text without signs that show nothing or turn the direction of reading, and without towers of marks."""
    kept = [letter for letter in text if letter.isspace() or unicodedata.category(letter)[0] != "C"]
    return _without_towers(UNSEEN.sub("", "".join(kept)))


def _without_towers(text: str) -> str:
    kept, marks = [], 0
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter)[0] == "M" else 0
        if marks <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)
