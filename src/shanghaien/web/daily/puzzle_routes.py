"""The puzzle of the day, and one's own mistakes to repeat: both at the table of every puzzle."""

from datetime import timedelta

from litestar import get, post
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Template

from shanghaien.rules import parse_action
from shanghaien.web.core.clock import now
from shanghaien.web.core.i18n import gettext, language
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.parts import Parts
from shanghaien.web.daily.mistake_store import PuzzleDays
from shanghaien.web.daily.own_mistakes import MistakeService, OwnMistake, Repeated
from shanghaien.web.daily.service import DailyService
from shanghaien.web.reviews.puzzles.book import PuzzleBook, PuzzleOfDay, Solved, puzzle_of, solved_by
from shanghaien.web.reviews.puzzles.views import NOTHING_CHOSEN, NOTHING_TRIED, Attempt, present, read_attempt
from shanghaien.web.site.forms import AnyRequest, read_fields
from shanghaien.web.site.sessions import GuestCookie
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.dice.daily_dice import day_at
from shanghaien.web.tables.pages.seen_table import OpenChoice
from shanghaien.web.tables.words.drawings import action_words


class DailyVisit:
    """One request about a day, its puzzle or a mistake, with the parts that answer it; Litestar makes one for each."""

    def __init__(self, request: AnyRequest, parts: NamedDependency[Parts]) -> None:
        self.request, self.cookies = request, parts[GuestCookie]
        self.person: PersonId | None = request.user.person
        self.days, self.mistakes = parts[DailyService], parts[MistakeService]
        self.puzzles, self.puzzle_days = parts[PuzzleBook], parts[PuzzleDays]


Visit = NamedDependency[DailyVisit]

ADDRESS = "/puzzles/today"


@get(ADDRESS)
async def puzzle_of_today(visit: Visit) -> Template:
    """The puzzle of today; the address may carry how far a choice of several steps has come."""
    today = puzzle_of(day_at(now()), visit.puzzles)
    done = await visit.puzzle_days.is_solved(visit.person, today.day)
    choice = OpenChoice.of_query(visit.request.query_params)
    return _puzzle_page(visit, today, NOTHING_TRIED, choice, solved_by(visit.request), done=done)


@post(ADDRESS, status_code=200)
async def solve_today(visit: Visit) -> Template:
    """An answer to the puzzle of today; a solution is remembered for the person."""
    today, solved = puzzle_of(day_at(now()), visit.puzzles), solved_by(visit.request)
    puzzle, fields = visit.puzzles.numbered(today.number), await read_fields(visit.request)
    attempt = read_attempt(puzzle, fields)
    person, cookie = visit.cookies.welcome(visit.request)
    cookies: list[Cookie] = []
    if attempt.right(puzzle):
        await visit.puzzle_days.solve(person, today.day)
        solved = solved.adding(puzzle)
        cookies = [cookie, solved.cookie()]
    done = await visit.puzzle_days.is_solved(person, today.day)
    answer = _puzzle_page(visit, today, attempt, NOTHING_CHOSEN, solved, done=done)
    answer.cookies = cookies
    return answer


def _puzzle_page(
    visit: DailyVisit, today: PuzzleOfDay, attempt: Attempt, choice: OpenChoice, solved: Solved, *, done: bool
) -> Template:
    book = visit.puzzles
    shown = present(book.numbered(today.number), today.number, len(book), attempt, choice, ADDRESS)
    context = {
        "on": f"/puzzles/{book.after(shown.number, solved)}",
        "on_text": gettext("More puzzles"),
        "solved": done,
        "solved_count": solved.among(book),
        "today": gettext(today.hardness),
    }
    return Template("reviews/puzzles/puzzle.html", context={"site": site_of(visit.request), **vars(shown), **context})


# When a mistake comes again, and what was chosen then, in words.


def comes_again(noted: Repeated | None) -> str:
    """When the mistake comes again, in words; `noted` is None if it was only practice."""
    if noted is None:
        return gettext("Just practice: it was not due yet, so nothing was noted.")
    if noted.sits:
        return gettext("You know it now. You will see it again %(when)s.") % {"when": from_now(noted.due)}
    return gettext("You will see it again %(when)s.") % {"when": from_now(noted.due)}


def from_now(at: int | None) -> str:
    """How long it is until then: in 8 days; empty for never."""
    if at is None:
        return ""
    # Loaded with the first page that needs it: a server starts more quickly without.
    from babel.dates import format_timedelta  # noqa: PLC0415 - see above

    left = timedelta(milliseconds=max(60_000, at - now()))
    return format_timedelta(left, add_direction=True, locale=language())


PAGE = "/mistakes"
ONE = PAGE + "/{game:str}/{step:int}"


@get(PAGE)
async def all_mistakes(visit: Visit) -> Template:
    """How many are due, wait and sit, and the way to the next one."""
    person = visit.person
    found, counts = await visit.mistakes.next_due(person), await visit.mistakes.counts(person)
    context = {
        "site": site_of(visit.request),
        "counts": counts,
        "next": "" if found is None else found.address,
        "later": from_now(await visit.mistakes.next_time(person)),
    }
    return Template("daily/mistakes/mistakes.html", context=context)


@get(ONE)
async def one_mistake(visit: Visit, game: FromPath[GameId], step: FromPath[int]) -> Template:
    """A position of one's own game in which something else was chosen."""
    mistake = await visit.mistakes.of(visit.person, game, step)
    return _mistake_page(visit.request, mistake, choice=OpenChoice.of_query(visit.request.query_params))


@post(ONE, status_code=200)
async def repeat(visit: Visit, game: FromPath[GameId], step: FromPath[int]) -> Template:
    """An answer; once nothing is left to try it is noted how well it went, and when it comes again."""
    mistake = await visit.mistakes.of(visit.person, game, step)
    attempt = read_attempt(mistake.puzzle, await read_fields(visit.request))
    comes = ""
    if attempt.over(mistake.puzzle):
        wrong = len(attempt.tried) - attempt.right(mistake.puzzle)
        comes = comes_again(await visit.mistakes.answered(mistake, wrong, shown=attempt.give_up))
    return _mistake_page(visit.request, mistake, attempt, comes=comes)


@post(ONE + "/drop")
async def drop(visit: Visit, game: FromPath[GameId], step: FromPath[int]) -> Redirect:
    """Never show this one again."""
    if visit.person is not None:
        await visit.mistakes.drop(visit.person, game, step)
    return Redirect(PAGE, status_code=303)


def _mistake_page(
    request: AnyRequest,
    mistake: OwnMistake,
    attempt: Attempt = NOTHING_TRIED,
    choice: OpenChoice = NOTHING_CHOSEN,
    comes: str = "",
) -> Template:
    text = gettext("From a game of yours: one choice is clearly best here, and you made another.")
    shown = present(mistake.puzzle, 1, 1, attempt, choice, mistake.address, text)
    context = {
        "on": PAGE,
        "on_text": gettext("Go on"),
        "comes": comes,
        "chosen": action_words(mistake.puzzle.state, parse_action(mistake.row.played), "me"),
        "review": f"/t/{mistake.row.game}/review?step={mistake.row.step}",
        "over": attempt.over(mistake.puzzle),
    }
    return Template("daily/mistakes/mistake.html", context={"site": site_of(request), **vars(shown), **context})


ROUTES = [puzzle_of_today, solve_today, all_mistakes, one_mistake, repeat, drop]
