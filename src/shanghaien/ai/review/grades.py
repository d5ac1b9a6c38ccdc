"""How bad a decision was, in words that players know; docs/review.md lists the thresholds."""

from enum import StrEnum


class Grade(StrEnum):
    """The grades of a decision, from the best down."""

    BEST = "best"
    FINE = "fine"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @property
    def sign(self) -> str:
        """The sign that stands beside the move, as chess players write it."""
        return SIGNS[self]


SIGNS = {Grade.BEST: "✓", Grade.FINE: "=", Grade.INACCURACY: "?!", Grade.MISTAKE: "?", Grade.BLUNDER: "??"}

BELOW = {Grade.BEST: 0.0005, Grade.FINE: 0.01, Grade.INACCURACY: 0.03, Grade.MISTAKE: 0.08}
"""A decision has the first grade whose bound its loss of winning chance stays below."""


def grade(loss: float) -> Grade:
    """The grade of a decision that gave away so much of the chance of winning (1 is the whole game)."""
    return next((name for name, bound in BELOW.items() if loss < bound), Grade.BLUNDER)
