"""The puzzle of the day: the same table as every puzzle, and remembered for the person who solved it."""

from litestar import get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.response import Template

from shanghaien.web.core.clock import now
from shanghaien.web.core.i18n import gettext
from shanghaien.web.daily.mistake_store import PuzzleDays
from shanghaien.web.reviews.puzzles.answers import Attempt, read_attempt
from shanghaien.web.reviews.puzzles.book import PuzzleBook, PuzzleOfDay, Solved, puzzle_of, solved_by
from shanghaien.web.reviews.puzzles.views import NOTHING_CHOSEN, NOTHING_TRIED, PuzzlePage, present
from shanghaien.web.site.forms import AnyRequest, read_fields
from shanghaien.web.site.sessions import GuestCookie
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.dice.daily_dice import day_at
from shanghaien.web.tables.pages.seen_table import OpenChoice

ADDRESS = "/puzzles/today"


@get(ADDRESS)
async def puzzle_of_today(
    request: AnyRequest,
    puzzles: NamedDependency[PuzzleBook],
    puzzle_days: NamedDependency[PuzzleDays],
    person_cookie: NamedDependency[GuestCookie],
) -> Template:
    """The puzzle of today; the address may carry how far a choice of several steps has come."""
    query, today = request.query_params, puzzle_of(day_at(now()), puzzles)
    choice = OpenChoice.of_query(query)
    done = await puzzle_days.is_solved(person_cookie.known(request), today.day)
    return _page(request, puzzles, today, _shown(puzzles, today, choice=choice), solved_by(request), done=done)


@post(ADDRESS, status_code=200)
async def solve_today(
    request: AnyRequest,
    puzzles: NamedDependency[PuzzleBook],
    puzzle_days: NamedDependency[PuzzleDays],
    person_cookie: NamedDependency[GuestCookie],
) -> Template:
    """An answer to the puzzle of today; whoever finds the solution is remembered."""
    today, solved = puzzle_of(day_at(now()), puzzles), solved_by(request)
    puzzle, fields = puzzles.numbered(today.number), await read_fields(request)
    attempt = read_attempt(puzzle, fields)
    person, cookie = person_cookie.welcome(request)
    cookies: list[Cookie] = []
    if attempt.right(puzzle):
        await puzzle_days.solve(person, today.day)
        solved = solved.adding(puzzle)
        cookies = [cookie, solved.cookie()]
    done = await puzzle_days.is_solved(person, today.day)
    answer = _page(request, puzzles, today, _shown(puzzles, today, attempt), solved, done=done)
    answer.cookies = cookies
    return answer


def _shown(
    book: PuzzleBook, today: PuzzleOfDay, attempt: Attempt = NOTHING_TRIED, choice: OpenChoice = NOTHING_CHOSEN
) -> PuzzlePage:
    return present(book.numbered(today.number), today.number, len(book), attempt, choice, ADDRESS)


def _page(
    request: AnyRequest, book: PuzzleBook, today: PuzzleOfDay, shown: PuzzlePage, solved: Solved, *, done: bool
) -> Template:
    told = {"on": f"/puzzles/{book.after(shown.number, solved)}", "on_text": gettext("More puzzles"), "solved": done}
    more = {"solved_count": solved.among(book), "today": gettext(today.hardness)}
    return Template("reviews/puzzles/puzzle.html", context={"site": site_of(request), **vars(shown), **told, **more})


ROUTES = [puzzle_of_today, solve_today]
