"""Texts of several lines that people type for others or for themselves, without anything invisible or piled up."""

import re
import unicodedata

from shanghaien.web.people.names import visible


def clean_lines(text: str, longest: int) -> str:
    """The text without control characters and the like, at most two line ends in a row."""
    lines = [" ".join(visible(line).split()) for line in unicodedata.normalize("NFC", text).splitlines()]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()[:longest].strip()
