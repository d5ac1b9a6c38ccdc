"""A position to solve as plain values, and what comes of an attempt."""

from dataclasses import dataclass, replace

from markupsafe import Markup

from shanghaien import rules
from shanghaien.ai.puzzles import Puzzle
from shanghaien.ai.review.model import ReviewEntry, ReviewKind
from shanghaien.rules import action_text
from shanghaien.web.http.i18n import gettext
from shanghaien.web.pages.review.model import GRADES
from shanghaien.web.pages.review.numbers import points
from shanghaien.web.pages.review.step import StepView, solved_view
from shanghaien.web.pages.shared.action_words import action_words
from shanghaien.web.pages.shared.inline_dice import dice_in_text
from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.pages.table.model import TablePage
from shanghaien.web.pages.table.model import present as table_page
from shanghaien.web.play.imported import table_of
from shanghaien.web.play.table import Viewer


@dataclass(frozen=True, slots=True)
class GradedAttempt:
    """What came of an attempt."""

    right: bool
    sentence: str
    grade: tuple[str, str, str]
    """Key, sign and name."""
    step: StepView


@dataclass(frozen=True)
class PuzzlePage:
    """A puzzle, before or after an attempt."""

    page: TablePage
    """The table as the solver sees it."""
    number: int
    count: int
    missed: int
    """How many of a hundred answers of the bots miss it."""
    dice: Markup
    choices: tuple[tuple[str, Markup], ...]
    """Every legal action in notation and in words."""
    answer: GradedAttempt | None
    on: int
    """The number of the next puzzle."""


def present(puzzle: Puzzle, number: int, count: int, attempt: str | None = None) -> PuzzlePage:
    """The page of a puzzle; the attempt, if there is one, must be one of the choices."""
    seen = seen_puzzle(puzzle)
    legal = rules.legal_actions(seen.state)
    return PuzzlePage(
        page=table_page(seen),
        number=number,
        count=count,
        missed=round(100 * puzzle.missed),
        dice=dice_in_text(seen.state.rolled, "me"),
        choices=tuple((action_text(action), action_words(seen.state, action, "me")) for action in legal),
        answer=None if attempt is None else graded(seen, puzzle, attempt),
        on=number % count + 1,
    )


def seen_puzzle(puzzle: Puzzle) -> SeenTable:
    """The position as its solver sees it: they sit below and are asked."""
    seat = rules.to_move(puzzle.state)
    assert seat is not None
    table = table_of(puzzle.record)
    solver, other = (replace(chair, name=name) for chair, name in zip(table.chairs, _colours(), strict=True))
    chairs = (solver, other) if seat == 0 else (other, solver)
    return SeenTable(replace(table, chairs=chairs, waits_for=seat), Viewer(frozenset({seat})))


def _colours() -> tuple[str, str]:
    """What the solver and the other are called: by their dice (R42)."""
    return gettext("Red"), gettext("Blue")


def graded(seen: SeenTable, puzzle: Puzzle, attempt: str) -> GradedAttempt:
    """The attempt graded, with every choice and its value."""
    loss, grade = puzzle.loss(attempt), puzzle.grade(attempt)
    assert loss is not None
    assert grade is not None
    right = attempt == puzzle.choices[0].action
    sentence = gettext("That is the best choice.") if right else gettext("It gives away %(points)s points of 100.")
    key, name = GRADES[grade]
    step = solved_view(seen, _entry(seen, puzzle, attempt))
    return GradedAttempt(right, sentence % {"points": points(loss)}, (key, grade.sign, gettext(name)), step)


def _entry(seen: SeenTable, puzzle: Puzzle, attempt: str) -> ReviewEntry:
    """The attempt as a review would note it."""
    best, seat = puzzle.choices[0].value, rules.to_move(seen.state)
    return ReviewEntry(0, ReviewKind.DECISION, seen.state.round, 0, seat, attempt, best, best, puzzle.choices)
