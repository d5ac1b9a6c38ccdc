"""Why a request about a table is refused: one class per cause, each with a status, a code and a sentence."""


class Refused(Exception):
    """A request that changes nothing; the message is a sentence for the player."""

    status = 400
    code = "refused"


class Unreadable(Refused):
    """The request cannot be read."""

    code = "malformed"


class NoSuchGame(Refused):
    """There is no game with this id."""

    status = 404
    code = "no-such-game"


class NotYours(Refused):
    """The seat belongs to somebody else."""

    status = 403
    code = "not-yours"


class BadLink(Refused):
    """An invitation or private link that was not made here."""

    status = 404
    code = "bad-link"


class Stale(Refused):
    """The request was made for an older version of the table."""

    status = 409
    code = "stale"


class SeatTaken(Refused):
    """The invitation has been used by somebody else."""

    status = 409
    code = "seat-taken"


class IllegalMove(Refused):
    """The rules, or the state of the table, forbid it now; `reason` is the code of the rules, if they have one."""

    status = 422
    code = "illegal"

    def __init__(self, sentence: str, reason: str | None = None) -> None:
        super().__init__(sentence)
        self.reason = reason
