"""The fields of a request, whether they come as a form or as JSON; what cannot be read is refused in a sentence."""

import json
from typing import Any

from litestar.exceptions import SerializationException

from .guests import AnyRequest
from .refusals import Unreadable

LONGEST_TEXT = 200


class Fields:
    """Values by name, checked as they are read."""

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def text(self, name: str, default: str | None = None, longest: int = LONGEST_TEXT) -> str:
        """A text of limited length; Malformed if it is missing and there is no default."""
        value = self._values.get(name, default)
        if not isinstance(value, str) or len(value) > longest or not _sound(value):
            raise Unreadable(f"Field {name} must be a text of at most {longest} characters.")
        return value

    def number(self, name: str) -> int:
        """A whole number from 0 to a million."""
        value = self._values.get(name)
        text = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
        if not (text.isascii() and text.isdigit() and len(text) <= 7):
            raise Unreadable(f"Field {name} must be a whole number.")
        return int(text)

    def flag(self, name: str) -> bool:
        """Whether a box is ticked."""
        return self._values.get(name) in (True, "true", "on", "1", "yes")


def _sound(text: str) -> bool:
    """Whether a text can be stored and shown: no zero, and no half of a letter, which JSON can name."""
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


async def read_fields(request: AnyRequest) -> Fields:
    """The fields of a request's body."""
    kind, _ = request.content_type
    if kind == "application/json":
        return Fields(await _json(request))
    if kind not in {"application/x-www-form-urlencoded", "multipart/form-data"}:
        raise Unreadable("Send a form or JSON.")
    try:
        form = await request.form()
    except (ValueError, SerializationException):
        raise Unreadable("The form cannot be read.") from None
    return Fields(dict(form.dict()) | {name: form.get(name) for name in form})


async def _json(request: AnyRequest) -> dict[str, Any]:
    try:
        values = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise Unreadable("The body is no JSON.") from None
    if not isinstance(values, dict):
        raise Unreadable("The body must be a JSON object.")
    return values
