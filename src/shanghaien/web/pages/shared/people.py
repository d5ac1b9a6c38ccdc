"""What to call whoever gave no name, bots by their rank, guests as guests; and what bots are like."""

from shanghaien.rules import N_
from shanghaien.web.http.i18n import gettext
from shanghaien.web.play.table import Chair, SeatKind, Table

RANKS = {
    "cabin-boy": N_("Cabin Boy"),
    "deckhand": N_("Deckhand"),
    "boatswain": N_("Boatswain"),
    "first-mate": N_("First Mate"),
    "captain": N_("Captain"),
}


CHARACTERS = {
    "cabin-boy": N_("First time at sea: cheerful, and easily distracted."),
    "deckhand": N_("Strong arms, and quick to grab the first card in sight."),
    "boatswain": N_("Counts every die and seldom lets a bargain go."),
    "first-mate": N_("Patient and careful; waits for you to slip."),
    "captain": N_("Has worked out the whole round before you sit down."),
}


def rank(level: str) -> str:
    """A bot's level as a rank."""
    return gettext(RANKS[level]) if level in RANKS else level.replace("-", " ").title()


def character(level: str) -> str:
    """What a bot of a level is like, in a sentence; empty for one that nobody knows."""
    return gettext(CHARACTERS[level]) if level in CHARACTERS else ""


def nameless(chair: Chair) -> str:
    """What to call somebody at a chair without a name."""
    if chair.kind is SeatKind.BOT:
        return rank(chair.level)
    return gettext("Free seat") if chair.kind is SeatKind.OPEN else gettext("Guest")


def names(table: Table) -> tuple[str, str]:
    """What the two players are called; never the same, so that every sentence says who is meant."""
    first, second = (chair.name or nameless(chair) for chair in table.chairs)
    return (first, second) if first != second else (f"{first} 1", f"{second} 2")
