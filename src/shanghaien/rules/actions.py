"""Everything a player can decide, as a small closed set of typed values."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NewType

from .cards import Nation, Trick
from .chance import Dice


class End(StrEnum):
    """The end of the row where card 1 lies (R10)."""

    LEFT = "left"
    RIGHT = "right"


Act = NewType("Act", str)
"""The key of what a trick card does when it is played: the act's name in notation."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll two dice (R8, R9)."""


@dataclass(frozen=True, slots=True)
class Call:
    """Call Shanghai (R8, R11)."""


@dataclass(frozen=True, slots=True)
class Place:
    """Put a rolled die on the card with its number; the round's first die also names the end (R9, R10)."""

    die: int
    end: End | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """Play a trick card for one of its acts, with every detail announced (R15, R30)."""

    card: Trick
    act: Act
    nation: Nation | None = None
    dice: Dice = ()
    """The dice it is about, ascending: of the roll, or on cards; the act says whose."""
    step: int | None = None
    end: End | None = None

    @property
    def die(self) -> int | None:
        """The first of its dice, for an act that is about one only; None without any."""
        return self.dice[0] if self.dice else None


@cache
def plain_play(card: Trick, act: Act) -> Play:
    """The play of a card for an act that needs no detail; made once, since legal lists are made often."""
    return Play(card, act)


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer a question that a trick card has put; the card's file says which words there are and what they mean."""

    word: str
    dice: Dice = ()
    """The dice it names, ascending."""
    end: End | None = None

    @property
    def die(self) -> int | None:
        """The first of its dice, for an answer that names one only; None without any."""
        return self.dice[0] if self.dice else None


Action = Roll | Call | Place | Play | Answer
