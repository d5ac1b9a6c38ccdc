"""What players are called, and what bots are like."""

from shanghaien.rules import N_
from shanghaien.web.http.i18n import gettext
from shanghaien.web.words.players import RANKS, called, nameless, names, rank

__all__ = ["CHARACTERS", "RANKS", "called", "character", "nameless", "names", "rank"]

CHARACTERS = {
    "cabin-boy": N_("First time at sea: cheerful, and easily distracted."),
    "deckhand": N_("Strong arms, and quick to grab the first card in sight."),
    "boatswain": N_("Counts every die and seldom lets a bargain go."),
    "first-mate": N_("Patient and careful; waits for you to slip."),
    "captain": N_("Has worked out the whole round before you sit down."),
}


def character(level: str) -> str:
    """What a bot of a level is like, in a sentence; empty for one that nobody knows."""
    return gettext(CHARACTERS[level]) if level in CHARACTERS else ""
