"""The opponents that can be chosen at a table; only their names, since the server itself never thinks."""

LEVELS = ("cabin-boy", "deckhand", "boatswain", "first-mate", "captain")
"""The levels of `shanghaien.ai.bots.levels`, from the weakest to the strongest."""
DEFAULT_LEVEL = "deckhand"
"""Whom a newcomer meets: beatable, but no fool."""
