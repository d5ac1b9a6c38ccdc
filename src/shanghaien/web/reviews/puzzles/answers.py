"""What comes of an attempt at a puzzle: how good it was, and with the solution why."""

from dataclasses import dataclass

from shanghaien import rules
from shanghaien.ai.puzzles import Puzzle
from shanghaien.ai.review.model import ReviewEntry, ReviewKind
from shanghaien.rules import N_
from shanghaien.web.core.errors import BadRequestError
from shanghaien.web.core.formats import points
from shanghaien.web.core.i18n import gettext
from shanghaien.web.reviews.step_views import StepView, solved_view
from shanghaien.web.reviews.views import GRADES
from shanghaien.web.site.forms import Fields
from shanghaien.web.tables.pages.seen_table import SeenTable


@dataclass(frozen=True, slots=True)
class Attempt:
    """What somebody has answered so far."""

    tried: tuple[str, ...] = ()
    """Their answers in notation, the latest last."""
    give_up: bool = False
    """Whether they want to see the solution."""

    def right(self, puzzle: Puzzle) -> bool:
        """Whether the latest answer is the best choice."""
        return bool(self.tried) and self.tried[-1] == puzzle.choices[0].action and not self.give_up

    def over(self, puzzle: Puzzle) -> bool:
        """Whether there is nothing left to try."""
        return self.give_up or self.right(puzzle)


@dataclass(frozen=True, slots=True)
class GradedAttempt:
    """What came of an attempt; the solution only where it may be seen."""

    right: bool
    sentence: str
    grade: tuple[str, str, str]
    """Key, sign and name."""
    step: StepView | None


def graded(seen: SeenTable, puzzle: Puzzle, attempt: Attempt) -> GradedAttempt:
    """The latest answer graded; with every choice and its value once nothing is left to try."""
    latest = attempt.tried[-1]
    loss, grade = puzzle.loss(latest), puzzle.grade(latest)
    assert loss is not None
    assert grade is not None
    key, name = GRADES[grade]
    step = solved_view(seen, _entry(seen, puzzle, latest)) if attempt.over(puzzle) else None
    sentence = _sentence(puzzle, attempt) % {"points": points(loss)}
    return GradedAttempt(attempt.right(puzzle), sentence, (key, grade.sign, gettext(name)), step)


def _sentence(puzzle: Puzzle, attempt: Attempt) -> str:
    if attempt.right(puzzle):
        return gettext("That is the best choice.")
    if attempt.give_up:
        return gettext("Your last try costs %(points)s percentage points of winning chance.")
    return gettext("That costs %(points)s percentage points of winning chance. There is something better.")


def _entry(seen: SeenTable, puzzle: Puzzle, latest: str) -> ReviewEntry:
    """The answer as a review would note it."""
    best, seat = puzzle.choices[0].value, rules.to_move(seen.state)
    return ReviewEntry(0, ReviewKind.DECISION, seen.state.round, 0, seat, latest, best, best, puzzle.choices)


LONGEST_TRIED = 1000


def read_attempt(puzzle: Puzzle, fields: Fields) -> Attempt:
    """The answers in their order; each must be one of the choices."""
    tried = [text for text in fields.text("tried", "", longest=LONGEST_TRIED).split(",") if text]
    show = fields.flag("show") and bool(tried)
    latest = tried[-1] if show else fields.text("action")
    answers = (*(text for text in tried if text != latest), latest)
    if any(puzzle.loss(answer) is None for answer in answers):
        raise BadRequestError(N_("This choice is not one of those that the position allows."))
    return Attempt(answers, give_up=show)
