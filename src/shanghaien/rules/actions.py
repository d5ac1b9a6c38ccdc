"""Everything a player can decide, as a small closed set of typed values."""

from dataclasses import dataclass
from enum import StrEnum

from .cards import Nation, Trick


class End(StrEnum):
    """The end of the row where card 1 lies (R10)."""

    LEFT = "left"
    RIGHT = "right"


class Act(StrEnum):
    """What a trick card does when it is played; the value is the act's name in notation."""

    TWO_SAILORS = "sailors"
    DIE_SHIFT = "shift"
    ROLL_AGAIN = "again"
    BOTH_DICE = "both"
    CRAZY_CAPTAIN = "captain"
    NO_SHANGHAI = "no-shanghai"
    ROLL_ALL = "roll-all"
    SHARKS = "sharks"
    EXCHANGE = "exchange"
    DOUBLE = "double"


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
    die: int | None = None
    step: int | None = None
    end: End | None = None


@dataclass(frozen=True, slots=True)
class Object:
    """Object to what the other player has announced (R28)."""


@dataclass(frozen=True, slots=True)
class Allow:
    """Let what the other player has announced take effect (R28)."""


@dataclass(frozen=True, slots=True)
class RollOne:
    """After a double: roll one of the two dice again (R38)."""


@dataclass(frozen=True, slots=True)
class TakeDouble:
    """After a double: take the Double card instead of placing a die (R38); may have to name the end (R10)."""

    end: End | None = None


@dataclass(frozen=True, slots=True)
class Keep:
    """After roll all again: the die that goes back to the supply, all others are placed (R34)."""

    die: int
    end: End | None = None


Action = Roll | Call | Place | Play | Object | Allow | RollOne | TakeDouble | Keep
