"""What can be set up before a game: variants and expansions, in any combination (R4, R7, R13, R25-R41)."""

from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, TypeVar

from .errors import Malformed

TRICKS_IN_PILE = 8

Choice = TypeVar("Choice", bound=StrEnum)


class First(StrEnum):
    """Who starts round 1 (R7)."""

    RANDOM = "random"
    SEAT_A = "a"
    SEAT_B = "b"


class Starter(StrEnum):
    """Who starts the rounds after the first (R13)."""

    AFTER_SHANGHAI = "after-shanghai"
    ALTERNATE = "alternate"


@dataclass(frozen=True)
class Options:
    """A validated set-up; the defaults are the base game of the booklet."""

    tricks: tuple[int, int, int] = (3, 3, 2)
    """How many of the 8 trick cards show die ±1, roll again, both dice (R4)."""
    first: First = First.RANDOM
    starter: Starter = Starter.AFTER_SHANGHAI
    extra_wild: bool = False
    crazy_captain: bool = False
    extra_1: bool = False
    extra_2: bool = False
    extra_3: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "tricks", _trick_split(self.tricks))
        object.__setattr__(self, "first", _choice(First, self.first, "first", "R7"))
        object.__setattr__(self, "starter", _choice(Starter, self.starter, "starter", "R13"))
        for name in ON_OFF:
            if not isinstance(getattr(self, name), bool):
                raise Malformed(f"Option {name} must be true or false, not {getattr(self, name)!r}.")

    def as_dict(self) -> dict[str, Any]:
        """The options as plain values for JSON; `from_dict` reads them back."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return values | {"tricks": list(self.tricks), "first": str(self.first), "starter": str(self.starter)}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "Options":
        """Options from plain values; what is not named keeps its default."""
        known = {field.name for field in fields(cls)}
        for name in values:
            if name not in known:
                raise Malformed(f"There is no option {name!r}; there are {', '.join(sorted(known))}.")
        return cls(**values)


ON_OFF = ("extra_wild", "crazy_captain", "extra_1", "extra_2", "extra_3")
"""The options that are either on or off; any combination of them is a game."""


def read_tricks(text: str) -> tuple[int, int, int]:
    """The trick split that a text such as ``3-3-2`` states (R4)."""
    parts = text.split("-")
    if any(part not in tuple("012345678") for part in parts):
        raise Malformed(f"Option tricks is written like 3-3-2, not {text!r} (R4).")
    return _trick_split(tuple(map(int, parts)))


def _trick_split(split: Any) -> tuple[int, int, int]:
    counts = tuple(split) if isinstance(split, (tuple, list)) else ()
    whole = all(isinstance(count, int) and not isinstance(count, bool) and count >= 0 for count in counts)
    if len(counts) != 3 or not whole or sum(counts) != TRICKS_IN_PILE:
        raise Malformed(
            f"Option tricks must be three counts (die ±1, roll again, both dice) that add up to 8, not {split!r} (R4)."
        )
    return counts


def _choice(kind: type[Choice], value: Any, name: str, rule: str) -> Choice:
    try:
        return kind(value)
    except ValueError:
        allowed = ", ".join(kind)
        raise Malformed(f"Option {name} must be one of {allowed}, not {value!r} ({rule}).") from None
