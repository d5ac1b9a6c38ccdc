"""Positions to solve at the table itself: one choice is clearly best; graded by the numbers of the review."""

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Template

from shanghaien.web.core.i18n import gettext
from shanghaien.web.reviews.puzzles.book import PuzzleBook, Solved, solved_by
from shanghaien.web.reviews.puzzles.views import PuzzlePage, overview, present, read_attempt
from shanghaien.web.site.forms import AnyRequest, read_fields
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.pages.seen_table import OpenChoice


@get("/puzzles", sync_to_thread=False)
def all_puzzles(request: AnyRequest, puzzles: NamedDependency[PuzzleBook]) -> Template:
    """All puzzles, easiest first, and which are solved; `kind` limits them to one kind of decision."""
    shown = overview(puzzles, solved_by(request), request.query_params.get("kind", ""))
    return Template("reviews/puzzles/overview.html", context={"site": site_of(request), "book": shown})


@get("/puzzles/{number:int}", sync_to_thread=False)
def puzzle_page(request: AnyRequest, puzzles: NamedDependency[PuzzleBook], number: FromPath[int]) -> Template:
    """A position to solve; the address may carry the steps of an open choice."""
    query = request.query_params
    choice = OpenChoice.of_query(query)
    shown = present(puzzles.numbered(number), number, len(puzzles), choice=choice)
    return _page(request, puzzles, shown, solved_by(request))


@post("/puzzles/{number:int}", status_code=200)
async def solve(request: AnyRequest, puzzles: NamedDependency[PuzzleBook], number: FromPath[int]) -> Template:
    """An answer, `action` in notation, or the request for the solution; `tried` holds the answers before it."""
    puzzle, solved = puzzles.numbered(number), solved_by(request)
    attempt = read_attempt(puzzle, await read_fields(request))
    if attempt.right(puzzle):
        solved = solved.adding(puzzle)
    answer = _page(request, puzzles, present(puzzle, number, len(puzzles), attempt), solved)
    answer.cookies = [solved.cookie()] if attempt.right(puzzle) else []
    return answer


def _page(request: AnyRequest, book: PuzzleBook, shown: PuzzlePage, solved: Solved) -> Template:
    on, again = f"/puzzles/{book.after(shown.number, solved)}", book.numbered(shown.number) in solved
    told = {"on": on, "on_text": gettext("Next puzzle"), "solved": again, "solved_count": solved.among(book)}
    return Template("reviews/puzzles/puzzle.html", context={"site": site_of(request), **vars(shown), **told})


ROUTES = [all_puzzles, puzzle_page, solve]
