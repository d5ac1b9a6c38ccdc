"""What the numbers mean: the figures in the explanation, each from where it is used."""

from dataclasses import dataclass

from shanghaien.ratings.anchors import ANCHORS
from shanghaien.ratings.glicko import MIDDLE, PROVISIONAL_ABOVE, Rating, expected
from shanghaien.web.words.players import rank

CERTAIN = 40.0
"""How uncertain the rating is of somebody who plays often."""
LEADS = (0, 50, 100, 200, 300, 400)


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the page needs."""

    chances: tuple[tuple[int, int], ...]
    """A difference of ratings, and how many of 100 games the stronger one wins."""
    bots: tuple[tuple[str, int], ...]
    middle: int
    provisional: int
    """How far off a rating may be that is not provisional any more."""


def meaning() -> Meaning:
    """The figures of the explanation."""
    return Meaning(
        chances=tuple((lead, _chance(lead)) for lead in LEADS),
        bots=tuple((rank(level), round(value)) for level, value in ANCHORS.items()),
        middle=round(MIDDLE),
        provisional=round(1.96 * PROVISIONAL_ABOVE),
    )


def _chance(lead: int) -> int:
    return round(100 * expected(Rating(MIDDLE + lead, CERTAIN), Rating(MIDDLE, CERTAIN)))
