"""The kinds of decisions, by what can be chosen: habits are counted and puzzles are sorted by them."""

from collections.abc import Iterable
from enum import StrEnum

from shanghaien.rules import Call, Place, Play, Roll, parse_action


class DecisionKind(StrEnum):
    """What a decision is about."""

    CALL = "call"
    """To roll or to call Shanghai."""
    PLACE = "place"
    """Which die goes where."""
    END = "end"
    """The same with the end from which the row is counted (R10)."""
    TRICK = "trick"
    """Whether to play a trick."""
    ANSWER = "answer"
    """What to answer where a trick card has put a question."""
    RESIGN = "resign"
    """To give the game up."""


def decision_kind(choices: Iterable[str]) -> DecisionKind:
    """The kind of a decision between these actions, in notation: about a trick as soon as one can be played."""
    actions = [parse_action(choice) for choice in choices]
    if any(isinstance(action, Play) for action in actions):
        return DecisionKind.TRICK
    if any(isinstance(action, Roll | Call) for action in actions):
        return DecisionKind.CALL
    if any(isinstance(action, Place) and action.end is not None for action in actions):
        return DecisionKind.END
    return DecisionKind.PLACE if any(isinstance(action, Place) for action in actions) else DecisionKind.ANSWER
