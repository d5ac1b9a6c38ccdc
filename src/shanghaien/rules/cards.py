"""The material: nations, sailors and dirty tricks (R1-R4, R25-R27, R38)."""

from enum import IntEnum
from typing import NamedTuple, NewType

Seat = int
"""0 for the first seat (A), 1 for the second (B)."""

DICE_PER_PLAYER = 6
TAVERN_SIZE = 6
ROUNDS = 8


class Nation(IntEnum):
    """The eight crews of R3, in the order in which every table lists them."""

    AMERICAN = 0
    FRENCH = 1
    GERMAN = 2
    CHINESE = 3
    DUTCH = 4
    TURKISH = 5
    SPANISH = 6
    ITALIAN = 7

    @property
    def code(self) -> str:
        """Three letters that stand for the nation in notation: ``AME``."""
        return self.name[:3]


class Sailor(NamedTuple):
    """A sailor card: a nation, and what it adds to a crew's strength."""

    nation: Nation
    value: int


Trick = NewType("Trick", str)
"""The key of a kind of dirty trick card: its name in notation. Each kind is a file in `tricks`."""

Card = Sailor | Trick

SAILOR_VALUES = (1, 2, 3, 3, 4)
"""The five sailors of one nation (R2)."""

PILE_TRICKS = (Trick("shift"), Trick("again"), Trick("both"))
"""The kinds of trick card that lie in the pile: die ±1, roll again, both dice (R4)."""

PILE_KINDS: tuple[Card, ...] = (
    *(Sailor(nation, value) for nation in Nation for value in sorted(set(SAILOR_VALUES))),
    *PILE_TRICKS,
)
"""Every kind of card that can lie in the pile, in the order of `Pile`."""

KIND_NUMBER = {card: number for number, card in enumerate(PILE_KINDS)}

Pile = tuple[int, ...]
"""How many cards of each kind of `PILE_KINDS` are still to be dealt (R5: contents public, no order)."""


def full_pile(trick_split: tuple[int, int, int]) -> Pile:
    """All 48 cards, with the trick cards split over their second actions as set up (R2, R4)."""
    return (*(SAILOR_VALUES.count(kind.value) for kind in PILE_KINDS if isinstance(kind, Sailor)), *trick_split)


def cards_in(pile: Pile) -> list[Card]:
    """The cards of a pile one by one, in the order of `PILE_KINDS`."""
    return [kind for kind, count in zip(PILE_KINDS, pile, strict=True) for _ in range(count)]


def without(pile: Pile, card: Card) -> Pile:
    """The pile after one card of this kind has been dealt from it."""
    number = KIND_NUMBER[card]
    return (*pile[:number], pile[number] - 1, *pile[number + 1 :])
