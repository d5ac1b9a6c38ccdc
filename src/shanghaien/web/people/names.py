"""Names that players give themselves, and other short texts of theirs."""

import unicodedata

LONGEST_NAME = 24


def clean_name(text: str) -> str:
    """The name on one line, without anything invisible, at most 24 characters; may be empty."""
    return clean_line(text, LONGEST_NAME)


def clean_line(text: str, longest: int) -> str:
    """A text on one line, without anything invisible, cut where it is too long; may be empty."""
    visible = "".join(" " if letter.isspace() else letter for letter in unicodedata.normalize("NFC", text))
    kept = "".join(letter for letter in visible if unicodedata.category(letter)[0] != "C")
    return " ".join(kept.split())[:longest].strip()
