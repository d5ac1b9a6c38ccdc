"""What can be wrong with a request, one class per cause; every message is a sentence for the player.

A message is a text with places for values, so that a page can say it in its own language:
`gettext(error.text) % error.values`. Printed as it is, an error speaks English.
"""

from typing import Any, Self


class RulesError(Exception):
    """A request that the rules cannot follow; the message says why in one sentence."""

    def __init__(self, text: str, /, **values: Any) -> None:
        super().__init__(text)
        self.text = text
        self.values = values
        self.place = ""
        """Where in a record it was found: `Line 3`."""

    @property
    def sentence(self) -> str:
        """The sentence in English, without the place."""
        return self.text % self.values if self.values else self.text

    def at(self, place: str) -> Self:
        """The same error, with the place in the record where it was found."""
        self.place = place
        return self

    def __str__(self) -> str:
        return f"{self.place}: {self.sentence}" if self.place else self.sentence

    def __reduce__(self) -> Any:
        return _again, (type(self), self.__dict__)


def _again(kind: type[RulesError], values: dict[str, Any]) -> RulesError:
    """An error as it was before it was sent to another process."""
    error = kind.__new__(kind)
    error.__dict__.update(values)
    error.args = (values["text"],)
    return error


class Malformed(RulesError):
    """The request cannot be read: an unknown word, a value out of range, a damaged record."""


class Illegal(RulesError):
    """The request can be read, but the rules forbid it now; `code` is stable, `rule` says which rule it is."""

    def __init__(self, code: str, rule: str, text: str, /, **values: Any) -> None:
        super().__init__(text, **values)
        self.code = code
        self.rule = rule

    def __str__(self) -> str:
        return f"{super().__str__()} ({self.rule})"


class WrongRevision(RulesError):
    """The record was made under another revision of the rules or of the file format."""


class NotYourTurn(RulesError):
    """The seat that asks is not the seat that is asked."""
