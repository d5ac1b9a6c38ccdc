"""What can be wrong with a game's dice; every message is a sentence for the player."""


class FairnessError(Exception):
    """A request that the protocol cannot follow."""


class WrongLink(FairnessError):
    """The link does not lead to the last one that was opened of its chain."""


class WrongMoment(FairnessError):
    """Nothing of this kind can be added to the dice now."""
