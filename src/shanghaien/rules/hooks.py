"""The shape of a trick card: its acts, and the named places where it meets the flow of the game.

The flow knows these shapes and no card. A card is one file in `tricks`; whatever it changes, it changes here:

* an *act* is what the card can be played for (R15);
* `after_roll` may put a question of its own after dice have been rolled;
* `before` may hold an announced action back, so that the other player is asked first;
* `may_call` may forbid calling Shanghai;
* `stays_out` may keep a tavern card from being taken;
* *steps* are questions and rolls that the card brings along.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from .actions import Act, Action, Play
from .cards import Seat, Trick
from .chance import Distribution
from .errors import Illegal
from .events import Log
from .state import Phase, State

WhyNot = Callable[[State, Play], Illegal | None]


@dataclass(frozen=True)
class TrickAct:
    """One thing a trick card can be played for."""

    act: Act
    plays: Callable[[State, Trick], list[Play]]
    """Every way to play a card of this kind for this act now, with all details."""
    effect: Callable[[State, Play, Log], State]
    """What happens when it takes effect; the card has left the hand already."""
    why_not: WhyNot
    """Why a play that is not in the list is refused, or None if this act has nothing to say about it."""


@dataclass(frozen=True)
class Decision:
    """A step at which a player chooses from a list."""

    legal: Callable[[State], list[Action]]
    apply: Callable[[State, Action, Log], State]
    seat: Callable[[State], Seat] = lambda state: state.turn


@dataclass(frozen=True)
class Chance:
    """A step at which chance chooses."""

    outcomes: Callable[[State], Distribution]
    apply: Callable[[State, Any, Log], State]


class SetOut(Enum):
    """Where a card lies at the start."""

    PILE = auto()
    EACH_HAND = auto()
    MIDDLE = auto()


@dataclass(frozen=True)
class TrickCard:
    """A trick card: where it comes from, what it can be played for, and where it meets the flow."""

    card: Trick
    acts: tuple[TrickAct, ...]
    set_out: SetOut = SetOut.PILE
    option: str | None = None
    """The on/off option that brings the card into the game; None if it always is."""
    steps: Mapping[Phase, Decision | Chance] = field(default_factory=dict)
    after_roll: Callable[[State], State | None] | None = None
    before: Callable[[State, Action], State | None] | None = None
    may_call: Callable[[State], Illegal | None] | None = None
    stays_out: Callable[[State, int], bool] | None = None


def nothing_to_add(state: State, play: Play) -> Illegal | None:
    """For acts that are open whenever a trick is."""
    return None
