"""Which trick cards there are, for files that the cards themselves are built on.

A card is a file in `tricks`; when the package is imported, each of them is made known here once.
"""

from .cards import Trick

CARD_NUMBERS: dict[Trick, int] = {}
"""The number of each card: its place in hands, lists and codes. Numbers are only ever added."""

EXPANSIONS: dict[str, Trick] = {}
"""The option that brings each card of an expansion into the game, in the order of the cards."""


def make_known(card: Trick, number: int, option: str | None) -> None:
    """Let a card take part; a key, a number and an option can be had only once."""
    if card in CARD_NUMBERS or number in CARD_NUMBERS.values() or option in EXPANSIONS:
        raise ValueError(f"Trick card {card!r}: its key, its number {number} or its option {option!r} is taken.")
    CARD_NUMBERS[card] = number
    if option is not None:
        EXPANSIONS[option] = card
