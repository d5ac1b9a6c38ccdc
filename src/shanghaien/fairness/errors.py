"""What can be wrong with a contribution or a promise, one class per cause; every message is a sentence for the player."""


class FairnessError(Exception):
    """A request that the protocol cannot follow; the message says why in one sentence."""


class BadContribution(FairnessError):
    """The text cannot be a contribution."""


class ContributedTwice(FairnessError):
    """The seat has given its contribution already."""


class TooLate(FairnessError):
    """The first card has been dealt, so contributions are closed."""
