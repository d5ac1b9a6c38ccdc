"""A game that the store holds damaged: it is set aside, and everything else goes on."""

from collections.abc import Iterator
from contextlib import contextmanager

from shanghaien.rules import N_
from shanghaien.web.ids import GameId

from .refusals import NoSuchGame

SENTENCE = N_(
    "This game was damaged where it is stored and is set aside as it is; the host can restore it from a copy."
)


class UnreadableGame(NoSuchGame):
    """What is stored of the game cannot be read or does not add up; `why` is for the host, in English."""

    status = 410
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
    except UnreadableGame:
        raise
    except Exception as error:
        raise UnreadableGame(game, f"{what}: {_short(error)}") from error


def _short(error: Exception) -> str:
    lines = str(error).splitlines()
    return lines[0][:200] if lines else type(error).__name__
