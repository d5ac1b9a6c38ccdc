"""The fields of a form; what cannot be read is refused in a sentence."""

from typing import Any

from litestar.datastructures import FormMultiDict
from litestar.exceptions import SerializationException

from shanghaien.rules import N_

from .refusals import Unreadable
from .requests import AnyRequest

LONGEST_TEXT = 200
FORMS = {"application/x-www-form-urlencoded", "multipart/form-data"}
"""The two ways in which a browser sends a form."""


class Fields:
    """Values by name, checked as they are read."""

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def text(self, name: str, default: str | None = None, longest: int = LONGEST_TEXT) -> str:
        """A text of limited length; refused if it is missing and there is no default."""
        value = self._values.get(name, default)
        if not isinstance(value, str) or len(value) > longest or not _sound(value):
            template = N_("Field %(field)s must be a text of at most %(longest)s characters.")
            raise Unreadable(template, field=name, longest=longest)
        return value

    def number(self, name: str) -> int:
        """A whole number from 0 to ten million."""
        text = self._values.get(name)
        if not (isinstance(text, str) and text.isascii() and text.isdigit() and len(text) <= 7):
            raise Unreadable(N_("Field %(field)s must be a whole number."), field=name)
        return int(text)

    def flag(self, name: str) -> bool:
        """Whether a box is ticked."""
        return self._values.get(name) in ("true", "on", "1", "yes")


def _sound(text: str) -> bool:
    """Whether a text can be stored and shown: no zero, and no half of a letter."""
    return "\0" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


async def read_fields(request: AnyRequest) -> Fields:
    """The fields of the form that a request brings."""
    kind, _ = request.content_type
    if kind not in FORMS:
        raise Unreadable(N_("Send a form."))
    form = await read_form(request)
    return Fields(dict(form.dict()) | {name: form.get(name) for name in form})


async def read_form(request: AnyRequest) -> FormMultiDict:
    """The form as it was sent; refused if it is none."""
    try:
        return await request.form()
    except (ValueError, SerializationException):
        raise Unreadable(N_("The form cannot be read.")) from None
