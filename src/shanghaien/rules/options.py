"""What can be set up before a game: variants and expansions, in any combination (R4, R7, R13, R25-R41)."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeVar

from .errors import Malformed
from .registry import EXPANSIONS
from .texts import N_

TRICKS_IN_PILE = 8

Chosen = TypeVar("Chosen", bound=StrEnum)


class First(StrEnum):
    """Who starts round 1 (R7)."""

    RANDOM = "random"
    SEAT_A = "a"
    SEAT_B = "b"


class Starter(StrEnum):
    """Who starts the rounds after the first (R13)."""

    AFTER_SHANGHAI = "after-shanghai"
    ALTERNATE = "alternate"


@dataclass(frozen=True, init=False)
class Options:
    """A validated set-up; the defaults are the base game of the booklet.

    Expansions are switched on by their name: `Options(extra_wild=True)`. Each card of an expansion brings its own.
    """

    tricks: tuple[int, int, int] = (3, 3, 2)
    """How many of the 8 trick cards show die ±1, roll again, both dice (R4)."""
    first: First = First.RANDOM
    starter: Starter = Starter.AFTER_SHANGHAI
    expansions: frozenset[str] = field(default=frozenset())
    """The names of the expansions that are on."""

    def __init__(
        self,
        tricks: Any = (3, 3, 2),
        first: Any = First.RANDOM,
        starter: Any = Starter.AFTER_SHANGHAI,
        **expansions: bool,
    ) -> None:
        object.__setattr__(self, "tricks", _trick_split(tricks))
        object.__setattr__(self, "first", _choice(First, first, "first", "R7"))
        object.__setattr__(self, "starter", _choice(Starter, starter, "starter", "R13"))
        object.__setattr__(self, "expansions", _switched_on(expansions))

    def as_dict(self) -> dict[str, Any]:
        """The options as plain values for JSON, with the expansions that are on; `from_dict` reads them back."""
        on = {name: True for name in EXPANSIONS if name in self.expansions}
        return {"tricks": list(self.tricks), "first": str(self.first), "starter": str(self.starter)} | on

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "Options":
        """Options from plain values; what is not named keeps its default, and an expansion not named is off."""
        # Looked at first: a name such as `self` must not get into the call.
        _switched_on({name: value for name, value in values.items() if name not in {"tricks", "first", "starter"}})
        return cls(**values)


def _switched_on(expansions: dict[str, Any]) -> frozenset[str]:
    for name, value in expansions.items():
        if name not in EXPANSIONS:
            known = ", ".join(sorted(("tricks", "first", "starter", *EXPANSIONS)))
            raise Malformed(N_("There is no option %(name)r; there are %(known)s."), name=name, known=known)
        if not isinstance(value, bool):
            raise Malformed(N_("Option %(name)s must be true or false, not %(value)r."), name=name, value=value)
    return frozenset(name for name, value in expansions.items() if value)


SMALL_NUMBERS = tuple(map(str, range(100)))
"""How counts are written; those that are too high are refused for what they are."""


def read_tricks(text: str) -> tuple[int, int, int]:
    """The trick split that a text such as ``3-3-2`` states (R4)."""
    parts = text.split("-")
    if any(part not in SMALL_NUMBERS for part in parts):
        raise Malformed(N_("Option tricks is written like 3-3-2, not %(text)r (R4)."), text=text)
    return _trick_split(tuple(map(int, parts)))


def _trick_split(split: Any) -> tuple[int, int, int]:
    counts = tuple(split) if isinstance(split, (tuple, list)) else ()
    whole = all(isinstance(count, int) and not isinstance(count, bool) and count >= 0 for count in counts)
    if len(counts) != 3 or not whole or sum(counts) != TRICKS_IN_PILE:
        raise Malformed(
            N_(
                "Option tricks must be three counts (die ±1, roll again, both dice) that add up to 8, not %(split)s (R4)."
            ),
            split=repr(split),
        )
    return counts


def _choice(kind: type[Chosen], value: Any, name: str, rule: str) -> Chosen:
    try:
        return kind(value)
    except ValueError:
        raise Malformed(
            N_("Option %(name)s must be one of %(allowed)s, not %(value)r (%(rule)s)."),
            name=name,
            allowed=", ".join(kind),
            value=value,
            rule=rule,
        ) from None
