"""Numbered draws from the key of a game: uniform, repeatable, and independent of each other."""

import hmac
from dataclasses import dataclass
from typing import Any

from shanghaien.rules import Distribution

from .protocol import game_key, message

WORDS = 2**32
"""A draw uses the first four bytes of a digest."""


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw with everything needed to follow it by hand."""

    index: int
    below: int
    attempt: int
    """How many digests were thrown away before this one (0 nearly always)."""
    digest: str
    number: int


class Draws:
    """All draws of one game; the same seed, id and contributions always give the same numbers."""

    __slots__ = ("_key",)

    def __init__(self, seed: bytes, game_id: str, contributions: tuple[str | None, str | None]) -> None:
        self._key = game_key(seed, game_id, contributions)

    def draw(self, index: int, below: int) -> Draw:
        """A number from 0 to below - 1, each equally likely, with the digest it was taken from."""
        if index < 0 or not 1 <= below <= WORDS:
            raise ValueError(f"A draw needs an index from 0 and a bound from 1 to {WORDS}, not {index} and {below}.")
        attempt = 0
        while True:
            digest = hmac.digest(self._key, message("draw", str(index), str(attempt)), "sha256")
            word = int.from_bytes(digest[:4], "big")
            # The last, incomplete stretch of `below` words would favour small remainders: draw again instead.
            if word < WORDS - WORDS % below:
                return Draw(index, below, attempt, digest.hex(), word % below)
            attempt += 1

    def number(self, index: int, below: int) -> int:
        """Draw number `index` as a number from 0 to below - 1, each equally likely."""
        return self.draw(index, below).number

    def outcome(self, distribution: Distribution, index: int) -> Any:
        """What happens at the game's chance node number `index`, with exactly the distribution's probabilities."""
        return distribution.pick(self.number(index, distribution.total))
