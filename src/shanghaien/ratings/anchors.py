"""What the bots are worth on the scale of ratings: fixed, measured, and the same for every pace.

    python bench/anchors.py --pool games.jsonl --pairs 116

made the numbers from 2,320 paired, reviewed games of every two levels in the base game, rounded to 5 points. Their 95 %
intervals: Cabin Boy 1146 to 1202, Deckhand 1351 to 1389, First Mate 1560 to 1595, Captain 1806 to 1845; the Boatswain is
1500 by definition. `docs/ratings.md` says how, and what other set-ups showed.
"""

from .glicko import Rating

ANCHOR_DEVIATION = 30.0
"""More than the measurement leaves open, and the least that any rating has."""
UNFORESEEN_DEVIATION = 100.0
"""With cards that reviews do not foresee: there few games were played, and two levels were weaker."""
ANCHORS = {"cabin-boy": 1175.0, "deckhand": 1370.0, "boatswain": 1500.0, "first-mate": 1575.0, "captain": 1825.0}
"""By the name of the level."""


def anchor(level: str, exact: bool = True) -> Rating:
    """The rating of a bot, which no game changes; less sure in set-ups of which reviews are not exact."""
    return Rating(ANCHORS[level], ANCHOR_DEVIATION if exact else UNFORESEEN_DEVIATION)
