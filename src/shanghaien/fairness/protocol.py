"""The messages that are hashed, exactly as docs/fairness.md describes them.

Every message is ASCII text: the protocol's name, the purpose and the fields, one per line. No field can hold a line
break, so two different lists of fields never give the same message.
"""

import hashlib
import hmac
import re
import secrets

from shanghaien.rules import Seat

from .errors import BadContribution, FairnessError

PROTOCOL = "shanghaien-fair-1"
"""Changes whenever a hash or an order of outcomes changes; a record names the protocol it was made by."""

SEED_BYTES = 32
LONGEST_CONTRIBUTION = 100
NOTHING = "-"
"""What stands in a message for a seat that gave no contribution."""
PROGRAM = "program:"
"""How the contribution of a bot begins; it follows from the seed, so the program has no choice."""

_GAME_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def message(purpose: str, *fields: str) -> bytes:
    """The bytes that are hashed for one purpose; different purposes never share a message."""
    return "\n".join((PROTOCOL, purpose, *fields)).encode("ascii")


def new_seed() -> bytes:
    """A fresh secret seed of 32 bytes; it must not leave the server before the game is over."""
    return secrets.token_bytes(SEED_BYTES)


def new_contribution() -> str:
    """A fresh random contribution, as a player's browser or a hot-seat program makes it."""
    return secrets.token_hex(16)


def new_game_id() -> str:
    """A fresh game id for a game that no table has named."""
    return secrets.token_hex(8)


def commitment(seed: bytes, game_id: str) -> str:
    """What is published before any contribution is taken: binds the seed to this game without telling it."""
    return hashlib.sha256(message("commit", checked_game_id(game_id), checked_seed(seed).hex())).hexdigest()


def seal(game_id: str, seat: Seat, contribution: str) -> str:
    """The receipt for one contribution: whoever holds it can show later which text the seat gave."""
    text = checked_contribution(contribution)
    return hashlib.sha256(message("seal", checked_game_id(game_id), str(seat), hex_text(text))).hexdigest()


def program_contribution(seed: bytes, game_id: str, seat: Seat) -> str:
    """The contribution of a bot: fixed by the seed, so a server can't choose it after seeing the other one."""
    told = message("program", checked_game_id(game_id), str(seat))
    return PROGRAM + hmac.digest(checked_seed(seed), told, "sha256").hex()


def game_key(seed: bytes, game_id: str, contributions: tuple[str | None, str | None]) -> bytes:
    """The key of all draws of one game: needs the seed, and changes with either contribution."""
    given = (NOTHING if text is None else hex_text(checked_contribution(text)) for text in contributions)
    return hmac.digest(checked_seed(seed), message("key", checked_game_id(game_id), *given), "sha256")


def hex_text(text: str) -> str:
    """Any text as lower-case hexadecimal digits of its UTF-8 bytes."""
    return text.encode("utf-8").hex()


def checked_contribution(text: str) -> str:
    """The text itself if it can be a contribution."""
    if not 1 <= len(text) <= LONGEST_CONTRIBUTION or not text.isprintable() or text != text.strip():
        raise BadContribution(
            f"A contribution is 1 to {LONGEST_CONTRIBUTION} printable characters without spaces around them."
        )
    return text


def checked_game_id(game_id: str) -> str:
    """The game id itself if it is made of 1 to 64 letters, digits, hyphens and underscores."""
    if not _GAME_ID.fullmatch(game_id):
        raise FairnessError(f"A game id is 1 to 64 letters, digits, - and _, not {game_id!r}.")
    return game_id


def checked_seed(seed: bytes) -> bytes:
    """The seed itself if it has the right length."""
    if len(seed) != SEED_BYTES:
        raise FairnessError(f"A seed has {SEED_BYTES} bytes, not {len(seed)}.")
    return seed
