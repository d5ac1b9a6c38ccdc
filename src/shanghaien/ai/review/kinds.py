"""The kinds of decisions, by what can be chosen: habits are counted and puzzles are sorted by them."""

from collections.abc import Iterable
from enum import StrEnum

from shanghaien.rules import Call, Place, Play, Roll, parse_action


class DecisionKind(StrEnum):
    """What a decision is about."""

    TURN = "turn"
    """To roll or to call Shanghai."""
    PLACE = "place"
    """Which die goes where."""
    TRICK = "trick"
    """The same where a trick could be played instead."""
    ANSWER = "answer"
    """What to answer where the game, or a trick card, has put a question."""


def decision_kind(choices: Iterable[str]) -> DecisionKind:
    """The kind of a decision between these actions, in notation."""
    kinds = {type(parse_action(choice)) for choice in choices}
    if Play in kinds:
        return DecisionKind.TRICK
    if Place in kinds:
        return DecisionKind.PLACE
    return DecisionKind.TURN if kinds & {Roll, Call} else DecisionKind.ANSWER
