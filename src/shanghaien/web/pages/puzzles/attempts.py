"""What somebody has answered so far, as a form tells it."""

from shanghaien.ai.puzzles import Puzzle
from shanghaien.rules import N_
from shanghaien.web.http.fields import Fields
from shanghaien.web.http.refusals import Unreadable

from .answer import Attempt

LONGEST_TRIED = 1000


def read_attempt(puzzle: Puzzle, fields: Fields) -> Attempt:
    """The answers in their order; each must be one of the choices."""
    tried = [text for text in fields.text("tried", "", longest=LONGEST_TRIED).split(",") if text]
    show = fields.flag("show") and bool(tried)
    latest = tried[-1] if show else fields.text("action")
    answers = (*(text for text in tried if text != latest), latest)
    if any(puzzle.loss(answer) is None for answer in answers):
        raise Unreadable(N_("This choice is not one of those that the position allows."))
    return Attempt(answers, give_up=show)
