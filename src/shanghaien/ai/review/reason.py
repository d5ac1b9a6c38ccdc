"""A reason for or against a choice: a code with values, in no language."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, auto

from shanghaien.rules import Card, Nation, Seat


class WinningChance(float):
    """A chance of winning, from 0 to 1, which each language writes in its own way."""


class Share(float):
    """A part of the chance of winning, told in points of 100."""


Value = Card | Nation | int | str | WinningChance | Share | tuple[Card, ...]
"""What a sentence tells of: a card, several cards, a nation, a number, or the key of what a card's file describes."""


class ReasonCode(StrEnum):
    """What there can be to say about a choice."""

    PLAYED_INSTEAD = auto()
    """What follows is about the choice that was made, not about the best one."""
    SCORES_MORE = auto()
    """The best choice would score more than the one that was made if the round ended then."""
    ENDS_BETTER = auto()
    """It would lead to a better chance of winning if the round ended then."""
    ENDS_NO_BETTER = auto()
    CARD_COUNTS = auto()
    """A card that goes another way, and what that is worth."""
    CARD_AGAINST_CARD = auto()
    ANSWERED_BY_CALL = auto()
    """What the opponent does best after the choice that was made."""
    ANSWERED_BY_TRICK = auto()
    CALL_GIVES = auto()
    """A call now brings a player these cards."""
    CALL_GIVES_NOTHING = auto()
    SCORE_CHANGES = auto()
    KEEPS_ROUND_OPEN = auto()
    RISKS_BETTER_CALL = auto()
    ACT = auto()
    """What the trick card's own file says about the act."""
    ANSWER = auto()
    """What the trick card's own file says about the answer to its question."""
    CREW_GROWS = auto()
    DIE_BECOMES = auto()
    WINS = auto()
    TAKES_AWAY = auto()
    GIVES_UP = auto()
    LEAVES = auto()
    FIRST_CARD_LEFT = auto()
    FIRST_CARD_RIGHT = auto()
    RISKS_ANSWER = auto()
    SAFE_FROM_ONE_DIE = auto()
    TRICK_WORTH = auto()
    """What a trick card of the row is good for."""
    UNCONTESTED = auto()
    """From here on: what a sailor does to the crews of its nation, for whoever would take it (R22)."""
    STRONGER_ALREADY = auto()
    OVERTAKES = auto()
    MAKES_EQUAL = auto()
    AGAINST_ALONE = auto()
    STAYS_BEHIND = auto()


@dataclass(frozen=True)
class ReviewReason:
    """One thing to say about a choice."""

    code: ReasonCode
    seat: Seat
    """Whom it is about: who chooses, or who would take a card."""
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)
