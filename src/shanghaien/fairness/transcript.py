"""How every hash follows from those before it: the transcript, the key of each group of draws, and the draws."""

import hmac
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import count
from typing import Any

from shanghaien.rules import WHO_STARTS, Distribution, Outcome, Sailor, rolls

from .contract import DicePlayer
from .messages import NONE, digest, message

WORDS = 2**32
"""A draw uses the first four bytes of a digest."""
SEAT, START, CARD, DICE = "seat", "start", "card", "dice"


@dataclass(frozen=True, slots=True)
class Opening:
    """A link that was opened for a group: of which chain, which one."""

    chain: str
    number: int
    link: str

    @property
    def fields(self) -> tuple[str, str, str]:
        return self.chain, str(self.number), self.link


NO_OPENING = Opening(NONE, 0, NONE)
"""What stands for the link of a player where none is used."""


def drawn_below(below: int, key: bytes, tries: Iterable[bytes]) -> tuple[int, str, int]:
    """A number from 0 to below - 1, each equally likely: the number of the message that gave it, its digest, and itself."""
    for attempt, tried in enumerate(tries):
        made = hmac.digest(key, tried, "sha256")
        word = int.from_bytes(made[:4], "big")
        # The last, incomplete stretch of `below` words would favour small remainders: draw again instead.
        if word < WORDS - WORDS % below:
            return attempt, made.hex(), word % below
    raise ValueError("All messages were tried.")


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw with everything needed to follow it by hand; `index` is group and place in it, such as 12.0."""

    index: str
    purpose: str
    below: int
    attempt: int
    digest: str
    number: int


@dataclass(frozen=True, slots=True)
class DrawGroup:
    """All chance that follows one action, as a key; the same key always gives the same draws."""

    number: int
    key: str

    def draw(self, place: int, purpose: str, below: int) -> Draw:
        """A number from 0 to below - 1, each equally likely, with the digest it was taken from."""
        if place < 0 or not 1 <= below <= WORDS:
            raise ValueError(f"A draw needs a place from 0 and a bound from 1 to {WORDS}, not {place} and {below}.")
        tries = (message("draw", str(place), purpose, str(attempt)) for attempt in count())
        attempt, digest, number = drawn_below(below, bytes.fromhex(self.key), tries)
        return Draw(f"{self.number}.{place}", purpose, below, attempt, digest, number)

    def outcome(self, distribution: Distribution, place: int) -> Any:
        """What happens at the chance number `place` of this group, with exactly the distribution's probabilities."""
        purpose = purpose_of(distribution.outcomes[0])
        return distribution.pick(self.draw(place, purpose, distribution.total).number)

    def seat(self) -> int:
        """The creator's seat where it is drawn: always the first draw of the first group."""
        return self.draw(0, SEAT, 2).number


def purpose_of(outcome: Outcome) -> str:
    """What a chance of the game that has such an outcome is drawn for."""
    if isinstance(outcome, int):
        return START
    return CARD if isinstance(outcome, Sailor | str) else DICE


def group_of(
    game_id: str, number: int, head: str, server: str, owner: Opening, witness: Opening = NO_OPENING
) -> DrawGroup:
    """The group of draws that these links give at this place of the transcript."""
    key = digest("key", game_id, str(number), *owner.fields, *witness.fields, server, head)
    return DrawGroup(number, key)


def after_group(head: str, group: DrawGroup) -> str:
    return digest("transcript", head, group.key)


def after_restore(head: str, end: str) -> str:
    """The transcript after the server has had to commit anew."""
    return digest("restored", head, end)


def after_guest(head: str, guest: DicePlayer) -> str:
    return digest("guest", head, *guest.fields)


def digest_of_steps(game_id: str, words: Iterable[str]) -> str:
    """One hash of a game's steps so far: their words in lower case, without rolls, which the text form leaves out."""
    return add_steps(digest("steps", game_id), words)


def add_steps(head: str, words: Iterable[str]) -> str:
    """The same hash after more words."""
    for word in words:
        head = digest("steps", head, word)
    return head


# Which table an outcome was drawn from, and where in a game it belongs; its own text shows both.


def is_dice(outcome: Outcome) -> bool:
    return isinstance(outcome, tuple) and not isinstance(outcome, Sailor)


def table_of(outcome: Outcome, cards: Distribution) -> Distribution:
    """The table that an outcome was drawn from, as its kind shows; `cards` is the table of the pile."""
    if isinstance(outcome, int):
        return WHO_STARTS
    return rolls(len(outcome)) if is_dice(outcome) else cards


def places() -> Callable[[Outcome], str]:
    """A function that says where each outcome belongs, when it is called with all of them in order."""
    dealt, rolled = 0, 0

    def place(outcome: Outcome) -> str:
        nonlocal dealt, rolled
        if isinstance(outcome, int):
            return f"round {(dealt + 5) // 6}, a seat" if dealt else "who starts"
        if is_dice(outcome):
            rolled += 1
            return f"round {(dealt + 5) // 6}, roll {rolled}"
        dealt, rolled = dealt + 1, 0
        return f"round {(dealt + 5) // 6}, card {(dealt - 1) % 6 + 1}"

    return place
