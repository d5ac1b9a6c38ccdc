"""Reading a record without saying which form it is in."""

from .record import Record
from .record_json import from_json
from .record_text import from_text


def load(text: str) -> Record:
    """The record in either form: what opens with a brace is JSON, everything else is the text form."""
    text = text.removeprefix("\ufeff")
    return from_json(text) if text.lstrip().startswith("{") else from_text(text)
