"""Standing orders: what is done for a player who is not there, where nothing else is possible.

Never past something that they should see first: after a Shanghai the row stays as it was shared out until they roll
themselves (R44).
"""

from typing import NamedTuple

from shanghaien import rules
from shanghaien.rules import Action, Roll, State

from .pace import Pace, PaceKind

FORCED, ROLL = "forced", "roll"
NONE = "none"
"""How an entry of the log says that nothing is to be done."""


class Orders(NamedTuple):
    """What a player wants to have done for them."""

    forced: bool = False
    """To choose where there is one choice."""
    roll: bool = False
    """To roll where there is nothing else to do."""

    @classmethod
    def read(cls, text: str) -> "Orders":
        """The orders that a text such as `forced roll` says."""
        words = text.split()
        return cls(FORCED in words, ROLL in words)

    def __str__(self) -> str:
        words = [word for word, wanted in ((FORCED, self.forced), (ROLL, self.roll)) if wanted]
        return " ".join(words) or NONE


NO_ORDERS = Orders()


def usual_orders(pace: Pace | None) -> Orders:
    """What is done for players who have not said what they want: in games of days everything that may be."""
    by_letter = pace is not None and pace.kind is PaceKind.DAYS
    return Orders(by_letter, by_letter)


def ordered(state: State, orders: Orders) -> Action | None:
    """What is to be done for whoever is asked and has given these orders; None if they decide themselves."""
    if state.over or state.last is not None or rules.is_chance(state):
        return None
    possible = rules.legal_actions(state)
    if len(possible) != 1:
        return None
    wanted = orders.roll if isinstance(possible[0], Roll) else orders.forced
    return possible[0] if wanted else None
