"""What is hashed: lines of ASCII text, exactly as docs/fairness.md describes them."""

import re
from hashlib import sha256
from typing import Final, Literal

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
"""All who have a chain."""

HASH = re.compile(r"[0-9a-f]{64}")
LONGEST_WORD = 100
"""Characters that a player may type."""

_GAME_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class FairnessError(Exception):
    """A request that the protocol cannot follow; every message is a sentence for the player."""


class WrongLink(FairnessError):
    """The link does not lead to the last one that was opened of its chain."""


class WrongMoment(FairnessError):
    """Nothing of this kind can be added to the dice now."""


def message(purpose: str, *fields: str) -> bytes:
    """The bytes that are hashed for one purpose; no field holds a line feed, so no two lists give one message."""
    return "\n".join((PROTOCOL, purpose, *fields)).encode("ascii")


def digest(purpose: str, *fields: str) -> str:
    return sha256(message(purpose, *fields)).hexdigest()


def checked_hash(text: str) -> str:
    """The text itself if it is 64 lower-case hexadecimal digits."""
    if not HASH.fullmatch(text):
        raise FairnessError("An end or a link of a chain is 64 hexadecimal digits in lower case.")
    return text


def checked_game_id(game_id: str) -> str:
    """The game id itself if it is made of 1 to 64 letters, digits, hyphens and underscores."""
    if not _GAME_ID.fullmatch(game_id):
        raise FairnessError(f"A game id is 1 to 64 letters, digits, - and _, not {game_id!r}.")
    return game_id


def word_field(word: str) -> str:
    """What a player typed, as hexadecimal digits of its UTF-8 bytes; nothing typed is `-`."""
    return _checked_word(word).encode("utf-8").hex() if word else NONE


def read_word(field: str) -> str:
    if field == NONE:
        return ""
    try:
        word = _checked_word(bytes.fromhex(field).decode("utf-8"))
    except ValueError:
        word = ""
    if word_field(word) != field:
        raise FairnessError("A typed word is written as the hexadecimal digits of its UTF-8 bytes.")
    return word


def _checked_word(word: str) -> str:
    if not 1 <= len(word) <= LONGEST_WORD or not word.isprintable() or word != word.strip():
        raise FairnessError(f"A word is 1 to {LONGEST_WORD} printable characters without spaces around them.")
    return word
