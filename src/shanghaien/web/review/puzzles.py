"""Positions to solve: one choice is clearly best and most players miss it; graded by the numbers of the review."""

from dataclasses import dataclass, replace
from typing import Any

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Template

from shanghaien import rules
from shanghaien.ai.account import Entry, Kind
from shanghaien.ai.puzzles import Puzzle
from shanghaien.rules.notation import action_text
from shanghaien.web.fields import read_fields
from shanghaien.web.i18n import gettext
from shanghaien.web.identity import AnyRequest
from shanghaien.web.pages import site_of
from shanghaien.web.services import Services
from shanghaien.web.tables.errors import Malformed, NoSuchGame
from shanghaien.web.tables.present import present
from shanghaien.web.tables.present.marks import dice_in_text
from shanghaien.web.tables.present.scene import Scene
from shanghaien.web.tables.recorded import table_of
from shanghaien.web.tables.table import Viewer

from .figures import points
from .moves import action_words
from .present import GRADES
from .step import StepView, solved_view


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
def puzzle_page(request: AnyRequest, services: NamedDependency[Services], number: FromPath[int]) -> Template:
    """A position to solve."""
    puzzles = services.puzzles()
    return _page(request, _puzzle(puzzles, number), number, len(puzzles), None)


@post("/puzzles/{number:int}", status_code=200)
async def solve(
    request: AnyRequest, services: NamedDependency[Services], number: FromPath[int]
) -> Response[Any] | Template:
    """An attempt: `action` in notation."""
    puzzles = services.puzzles()
    puzzle, action = _puzzle(puzzles, number), (await read_fields(request)).text("action")
    if puzzle.loss(action) is None:
        raise Malformed("This choice is not one of those that the position allows.")
    return _page(request, puzzle, number, len(puzzles), action)


def _puzzle(puzzles: tuple[Puzzle, ...], number: int) -> Puzzle:
    if not 1 <= number <= len(puzzles):
        raise NoSuchGame("There is no such puzzle.")
    return puzzles[number - 1]


def _page(request: AnyRequest, puzzle: Puzzle, number: int, count: int, attempt: str | None) -> Template:
    scene = scene_of(puzzle)
    context = {
        "page": present(scene),
        "number": number,
        "count": count,
        "missed": round(100 * puzzle.missed),
        "dice": dice_in_text(scene.state.rolled, "me"),
        "choices": [
            (action_text(action), action_words(scene.state, action, "me"))
            for action in rules.legal_actions(scene.state)
        ],
        "answer": None if attempt is None else answer(scene, puzzle, attempt),
        "on": number % count + 1,
    }
    return Template("review/puzzle.html", context={"site": site_of(request), **context})


def scene_of(puzzle: Puzzle) -> Scene:
    """The position as its solver sees it: he sits below and is asked."""
    seat = rules.to_move(puzzle.state)
    assert seat is not None
    table = table_of(puzzle.record)
    solver, other = (replace(chair, name=name) for chair, name in zip(table.chairs, _colours(), strict=True))
    chairs = (solver, other) if seat == 0 else (other, solver)
    return Scene(replace(table, chairs=chairs, waits_for=seat), Viewer(frozenset({seat})))


def _colours() -> tuple[str, str]:
    """What the solver and the other are called: by their dice (R42)."""
    return gettext("Red"), gettext("Blue")


def answer(scene: Scene, puzzle: Puzzle, attempt: str) -> Answer:
    """The attempt graded, with every choice and its value."""
    loss, grade = puzzle.loss(attempt), puzzle.grade(attempt)
    assert loss is not None
    assert grade is not None
    right = attempt == puzzle.choices[0].action
    sentence = gettext("That is the best choice.") if right else gettext("It gives away %(points)s points of 100.")
    key, name = GRADES[grade]
    entry = Entry(
        0,
        Kind.DECISION,
        scene.state.round,
        0,
        rules.to_move(scene.state),
        attempt,
        puzzle.choices[0].value,
        puzzle.choices[0].value,
        puzzle.choices,
    )
    step = solved_view(scene, entry)
    return Answer(right, sentence % {"points": points(loss)}, (key, grade.sign, gettext(name)), step)


ROUTES = [first_puzzle, puzzle_page, solve]
