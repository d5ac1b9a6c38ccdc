"""A game that somebody brings, as part of an address: the address holds the game itself, so that it is kept nowhere.

Names, options and moves are in it; what a record says besides, such as the proof of the dice, is left out.
"""

import binascii
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode

from shanghaien.rules import N_, Record, RulesError, load, to_text
from shanghaien.web.http.refusals import NotThere, Unreadable

NAMES = ("Player-A", "Player-B", "Date")
"""The tags that go along."""
LONGEST_CODE = 1900
"""Letters of an address, of which a server reads two thousand; a game takes less than half of them."""
LONGEST_RECORD = 100_000
NO_GAME = N_("This link holds no game that can be replayed. Copy the whole link, or paste the record again.")


def code_of(record: Record) -> str:
    """The part of an address that holds the game."""
    tags = {name: value for name, value in record.tags.items() if name in NAMES}
    bare = Record(record.options, record.steps, tags, record.resigned, record.revision)
    code = urlsafe_b64encode(zlib.compress(to_text(bare).encode(), 9)).decode().rstrip("=")
    if len(code) > LONGEST_CODE:
        raise Unreadable(N_("This game is too long for a link."))
    return code


def record_in(code: str) -> Record:
    """The game that an address holds; refused if it holds none."""
    if len(code) > LONGEST_CODE:
        raise NotThere(NO_GAME)
    try:
        packed = urlsafe_b64decode(code + "=" * (-len(code) % 4))
        text = zlib.decompressobj().decompress(packed, LONGEST_RECORD).decode()
        return load(text)
    except (binascii.Error, ValueError, zlib.error, RulesError):
        raise NotThere(NO_GAME) from None
