"""Texts that people read, marked where they stand; they are translated where they are shown."""

from typing import Any


def N_(text: str) -> str:  # noqa: N802 - the name by which gettext knows it
    """Mark a text for translation: it is gathered into the catalogues and looked up later."""
    return text


class Phrase:
    """A part of a sentence: a marked text with values, some of which may be phrases again. Printed, it is English."""

    __slots__ = ("text", "values")

    def __init__(self, text: str, /, **values: Any) -> None:
        self.text = text
        self.values = values

    def __str__(self) -> str:
        return self.text % self.values if self.values else self.text
