"""The opponents that can be chosen at a table, by level."""

import random
from collections.abc import Callable
from typing import Protocol

from shanghaien import rules
from shanghaien.rules import Action, Seat, State


class Opponent(Protocol):
    """A bot for one game; it may remember what it has worked out about the round."""

    def choose(self, state: State, seat: Seat) -> Action:
        """One of the legal actions."""


class Chancer:
    """Takes any legal action."""

    def choose(self, state: State, seat: Seat) -> Action:
        """Any of the legal actions."""
        return random.choice(rules.legal_actions(state))  # noqa: S311 - a bot's whim, no secret


MAKERS: dict[str, Callable[[], Opponent]] = {"chancer": Chancer}
LEVELS = tuple(MAKERS)
"""The levels from the weakest to the strongest."""
DEFAULT_LEVEL = LEVELS[-1]
