"""What to call whoever gave no name, bots by their rank, guests as guests."""

from shanghaien.rules import N_
from shanghaien.web.http.i18n import gettext
from shanghaien.web.play.table import A_SAILOR, Chair, SeatKind, Table

RANKS = {
    "cabin-boy": N_("Cabin Boy"),
    "deckhand": N_("Deckhand"),
    "boatswain": N_("Boatswain"),
    "first-mate": N_("First Mate"),
    "captain": N_("Captain"),
}


def rank(level: str) -> str:
    """A bot's level as a rank."""
    return gettext(RANKS[level]) if level in RANKS else level.replace("-", " ").title()


def nameless(chair: Chair) -> str:
    """What to call somebody at a chair without a name."""
    if chair.kind is SeatKind.BOT:
        return rank(chair.level)
    return gettext("Free seat") if chair.kind is SeatKind.OPEN else gettext("Guest")


def called(chair: Chair) -> str:
    """What to call whoever sits at a chair."""
    return gettext("a sailor") if chair.name == A_SAILOR else chair.name or nameless(chair)


def names(table: Table) -> tuple[str, str]:
    """What the two players are called; never the same, so that every sentence says who is meant."""
    first, second = (called(chair) for chair in table.chairs)
    return (first, second) if first != second else (f"{first} 1", f"{second} 2")
