"""Why a request about a game is refused: one class per cause."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from shanghaien.fairness.messages import LONGEST_WORD
from shanghaien.fairness.typed_outcomes import Mistyped
from shanghaien.rules import N_, Illegal, NotYourTurn, RulesError
from shanghaien.web.core.errors import BadRequestError, DomainError
from shanghaien.web.core.ids import GameId


class NoSuchGame(DomainError):
    """There is no game with this id."""

    code = "no-such-game"


class NotYours(DomainError):
    """The seat belongs to another person."""

    code = "not-yours"


class PlayFirst(DomainError):
    """A game of a day that goes on, for a person who has not played that day yet."""

    code = "play-first"


class BadLink(DomainError):
    """An invitation or private link that was not made here."""

    code = "bad-link"


class Stale(DomainError):
    """The request was made for an older version of the table."""

    code = "stale"


class SeatTaken(DomainError):
    """The invitation has been used by another person."""

    code = "seat-taken"


class IdUsed(DomainError):
    """The id of the request was given to another one before: to answer as if this were done would be a lie."""

    code = "id-used"


class IllegalMove(DomainError):
    """The rules, or the state of the table, forbid it now; `reason` is the code of the rules, if they have one."""

    code = "illegal"
    reason: str | None = None
    rule = ""
    """The number of the rule, if it is one: R11."""

    def said(self, translate: Callable[[str], str]) -> str:
        """The sentence, with the number of the rule behind it."""
        sentence = super().said(translate)
        return f"{sentence} ({self.rule})" if self.rule else sentence


class AgainstTheRules(IllegalMove):
    """A move that the rules forbid, with what they say."""

    def __init__(self, error: Illegal) -> None:
        self.reason, self.rule = error.code, error.rule
        super().__init__(error.text, **error.values)


def refusal_of(error: RulesError) -> DomainError:
    """An error of the rules as a refusal."""
    if isinstance(error, Illegal):
        return AgainstTheRules(error)
    if isinstance(error, NotYourTurn | Mistyped):
        return IllegalMove(error.text, **error.values)
    return BadRequestError(error.text, **error.values)


class NoReservation(DomainError):
    """A player adds to dice to which the server has not committed itself."""

    code = "no-reservation"


class LinkRefused(DomainError):
    """A link for the dice that does not lead to the last one of its chain."""

    code = "wrong-link"


def bad_contribution() -> DomainError:
    """What a player wanted to add to the dice cannot be added."""
    template = N_("A word for the dice has 1 to %(longest)s visible characters, and an end 64 hexadecimal digits.")
    return BadRequestError(template, longest=LONGEST_WORD)


def bad_link() -> DomainError:
    """What a player opened of their chain is not what is wanted of it."""
    return LinkRefused(N_("What your browser sent for the dice does not fit; load the page anew."))


# A game that the store holds damaged: it is set aside, and everything else goes on.

SENTENCE = N_("This game was damaged in storage and has been set aside unchanged; the host can restore it from a copy.")


class DamagedGame(NoSuchGame):
    """What is stored of the game cannot be read or does not add up; `why` is for the host, in English."""

    code = "unreadable-game"

    def __init__(self, game: GameId, why: str) -> None:
        super().__init__(SENTENCE)
        self.game = game
        self.why = why


@contextmanager
def reading(game: GameId, what: str) -> Iterator[None]:
    """Whatever goes wrong in the block is damage of the game: what is stored was readable when it was stored."""
    try:
        yield
    except DamagedGame:
        raise
    except Exception as error:
        raise DamagedGame(game, f"{what}: {_short(error)}") from error


def _short(error: Exception) -> str:
    lines = str(error).splitlines()
    return lines[0][:200] if lines else type(error).__name__
