"""What is hashed in the second protocol: lines of ASCII text, exactly as docs/fairness.md describes them."""

import re
from hashlib import sha256
from typing import Final, Literal

from shanghaien.fairness.errors import FairnessError
from shanghaien.fairness.protocol import checked_contribution, hex_text

PROTOCOL = "shanghaien-fair-2"
"""Changes whenever a hash or an order of outcomes changes; a record names the protocol it was made by."""

NONE = "-"
"""What stands in a message for something that is not there."""

Who = Literal["creator", "guest"]
"""The player who set the table up, and the other one."""
OTHER: dict[Who, Who] = {"creator": "guest", "guest": "creator"}
LETTERS: dict[str, Who] = {"c": "creator", "g": "guest"}
SERVER: Final = "server"
Party = Who | Literal["server"]
"""Everybody who has a chain."""

HASH = re.compile(r"[0-9a-f]{64}")


def message(purpose: str, *fields: str) -> bytes:
    """The bytes that are hashed for one purpose; no field holds a line feed, so no two lists give one message."""
    return "\n".join((PROTOCOL, purpose, *fields)).encode("ascii")


def digest(purpose: str, *fields: str) -> str:
    """The SHA-256 of a message, in hexadecimal digits."""
    return sha256(message(purpose, *fields)).hexdigest()


def checked_hash(text: str) -> str:
    """The text itself if it is 64 lower-case hexadecimal digits."""
    if not HASH.fullmatch(text):
        raise FairnessError("An end or a link of a chain is 64 hexadecimal digits in lower case.")
    return text


def word_field(word: str) -> str:
    """What a player typed, as it stands in messages and records; nothing typed is `-`."""
    return hex_text(checked_contribution(word)) if word else NONE


def read_word(field: str) -> str:
    """What a player typed, read back from a record."""
    if field == NONE:
        return ""
    try:
        word = checked_contribution(bytes.fromhex(field).decode("utf-8"))
    except ValueError:
        word = ""
    if word_field(word) != field:
        raise FairnessError("A typed word is written as the hexadecimal digits of its UTF-8 bytes.")
    return word
