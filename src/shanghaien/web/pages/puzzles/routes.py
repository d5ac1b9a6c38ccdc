"""Positions to solve: one choice is clearly best and most players miss it; graded by the numbers of the review."""

from dataclasses import dataclass, replace

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Template

from shanghaien import rules
from shanghaien.ai.puzzles import Puzzle
from shanghaien.ai.review.model import ReviewEntry, ReviewKind
from shanghaien.rules import action_text
from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.i18n import N_, gettext
from shanghaien.web.http.refusals import Unreadable
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import site_of
from shanghaien.web.pages.review.model import GRADES
from shanghaien.web.pages.review.numbers import points
from shanghaien.web.pages.review.step import StepView, solved_view
from shanghaien.web.pages.shared.action_words import action_words
from shanghaien.web.pages.shared.inline_dice import dice_in_text
from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.pages.table.model import present
from shanghaien.web.play.imported import table_of
from shanghaien.web.play.table import Viewer

from .book import PuzzleBook


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of an attempt."""

    right: bool
    sentence: str
    grade: tuple[str, str, str]
    step: StepView


@get("/puzzles", sync_to_thread=False)
def first_puzzle() -> Redirect:
    """The first of the puzzles."""
    return Redirect("/puzzles/1", status_code=303)


@get("/puzzles/{number:int}", sync_to_thread=False)
def puzzle_page(request: AnyRequest, puzzles: NamedDependency[PuzzleBook], number: FromPath[int]) -> Template:
    """A position to solve."""
    return _page(request, puzzles.numbered(number), number, len(puzzles), None)


@post("/puzzles/{number:int}", status_code=200)
async def solve(request: AnyRequest, puzzles: NamedDependency[PuzzleBook], number: FromPath[int]) -> Template:
    """An attempt: `action` in notation."""
    puzzle, action = puzzles.numbered(number), (await read_fields(request)).text("action")
    if puzzle.loss(action) is None:
        raise Unreadable(N_("This choice is not one of those that the position allows."))
    return _page(request, puzzle, number, len(puzzles), action)


def _page(request: AnyRequest, puzzle: Puzzle, number: int, count: int, attempt: str | None) -> Template:
    seen = seen_puzzle(puzzle)
    context = {
        "page": present(seen),
        "number": number,
        "count": count,
        "missed": round(100 * puzzle.missed),
        "dice": dice_in_text(seen.state.rolled, "me"),
        "choices": [
            (action_text(action), action_words(seen.state, action, "me")) for action in rules.legal_actions(seen.state)
        ],
        "answer": None if attempt is None else answer(seen, puzzle, attempt),
        "on": number % count + 1,
    }
    return Template("puzzles/puzzle.html", context={"site": site_of(request), **context})


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


def answer(seen: SeenTable, puzzle: Puzzle, attempt: str) -> Answer:
    """The attempt graded, with every choice and its value."""
    loss, grade = puzzle.loss(attempt), puzzle.grade(attempt)
    assert loss is not None
    assert grade is not None
    right = attempt == puzzle.choices[0].action
    sentence = gettext("That is the best choice.") if right else gettext("It gives away %(points)s points of 100.")
    key, name = GRADES[grade]
    entry = ReviewEntry(
        0,
        ReviewKind.DECISION,
        seen.state.round,
        0,
        rules.to_move(seen.state),
        attempt,
        puzzle.choices[0].value,
        puzzle.choices[0].value,
        puzzle.choices,
    )
    step = solved_view(seen, entry)
    return Answer(right, sentence % {"points": points(loss)}, (key, grade.sign, gettext(name)), step)


ROUTES = [first_puzzle, puzzle_page, solve]
