"""Positions to solve: one choice is clearly best and most players miss it; graded by the numbers of the review."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Template

from shanghaien.ai.puzzles import Puzzle
from shanghaien.rules import N_
from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.refusals import Unreadable
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import site_of

from .book import PuzzleBook
from .model import present


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
    shown = present(puzzle, number, count, attempt)
    return Template("puzzles/puzzle.html", context={"site": site_of(request), **vars(shown)})


ROUTES = [first_puzzle, puzzle_page, solve]
