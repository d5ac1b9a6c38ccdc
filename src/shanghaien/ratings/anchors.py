"""What the bots are worth on the scale of ratings: fixed, measured, and the same for every pace."""

from .glicko import Rating

ANCHOR_DEVIATION = 30.0

ANCHORS = {
    "cabin-boy": 1140.0,
    "deckhand": 1330.0,
    "boatswain": 1500.0,
    "first-mate": 1600.0,
    "captain": 1820.0,
}
"""By the name of the level; the Boatswain is 1500 by definition."""


def anchor(level: str) -> Rating:
    """The rating of a bot, which no game changes."""
    return Rating(ANCHORS[level], ANCHOR_DEVIATION)
