"""One's own mistakes: how many there are, the next one to repeat at the table, and what came of it."""

from datetime import timedelta
from typing import Any

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Template
from markupsafe import Markup

from shanghaien.rules import parse_action
from shanghaien.web.core.clock import now
from shanghaien.web.core.i18n import gettext, language
from shanghaien.web.core.ids import GameId
from shanghaien.web.daily.mistakes import MistakeService, OwnMistake, Repeated
from shanghaien.web.reviews.puzzles.answers import Attempt, read_attempt
from shanghaien.web.reviews.puzzles.views import NOTHING_CHOSEN, NOTHING_TRIED, present
from shanghaien.web.site.forms import AnyRequest, read_fields
from shanghaien.web.site.sessions import GuestCookie
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.pages.seen_table import OpenChoice
from shanghaien.web.tables.words.drawings import action_words

# When a mistake comes again, and what was chosen then, in words.


def comes_again(noted: Repeated | None) -> str:
    """What an answer has come to; one that was only practice comes to nothing."""
    if noted is None:
        return gettext("For practice: it is not due, so nothing was noted.")
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


def was_chosen(mistake: OwnMistake) -> Markup:
    """What was chosen in the game, in words, with the dice drawn."""
    return action_words(mistake.puzzle.state, parse_action(mistake.row.played), "me")


PAGE = "/mistakes"
ONE = PAGE + "/{game:str}/{step:int}"


@get(PAGE)
async def all_mistakes(
    request: AnyRequest, mistakes: NamedDependency[MistakeService], person_cookie: NamedDependency[GuestCookie]
) -> Template:
    """How many are due, wait and sit, and the way to the next one."""
    person = person_cookie.known(request)
    found, counts = await mistakes.next_due(person), await mistakes.counts(person)
    context = {
        "counts": counts,
        "next": "" if found is None else found.address,
        "later": from_now(await mistakes.next_time(person)),
    }
    return Template("daily/mistakes/mistakes.html", context={"site": site_of(request), **context})


@get(ONE)
async def one_mistake(
    request: AnyRequest,
    mistakes: NamedDependency[MistakeService],
    person_cookie: NamedDependency[GuestCookie],
    game: FromPath[GameId],
    step: FromPath[int],
) -> Template:
    """A position of one's own game in which something else was chosen; nobody else finds it here."""
    query = request.query_params
    choice = OpenChoice.of_query(query)
    return _page(request, await mistakes.of(person_cookie.known(request), game, step), choice=choice)


@post(ONE, status_code=200)
async def repeat(
    request: AnyRequest,
    mistakes: NamedDependency[MistakeService],
    person_cookie: NamedDependency[GuestCookie],
    game: FromPath[GameId],
    step: FromPath[int],
) -> Template:
    """An answer; once nothing is left to try it is noted how well it went, and when it comes again."""
    mistake = await mistakes.of(person_cookie.known(request), game, step)
    attempt = read_attempt(mistake.puzzle, await read_fields(request))
    comes = ""
    if attempt.over(mistake.puzzle):
        wrong = len(attempt.tried) - attempt.right(mistake.puzzle)
        noted = await mistakes.answered(mistake, wrong, shown=attempt.give_up)
        comes = comes_again(noted)
    return _page(request, mistake, attempt, comes=comes)


@post(ONE + "/drop")
async def drop(
    mistakes: NamedDependency[MistakeService],
    request: AnyRequest,
    person_cookie: NamedDependency[GuestCookie],
    game: FromPath[GameId],
    step: FromPath[int],
) -> Redirect:
    """Never show one again."""
    person = person_cookie.known(request)
    if person is not None:
        await mistakes.drop(person, game, step)
    return Redirect(PAGE, status_code=303)


def _page(
    request: AnyRequest,
    mistake: OwnMistake,
    attempt: Attempt = NOTHING_TRIED,
    choice: OpenChoice = NOTHING_CHOSEN,
    comes: str = "",
) -> Template:
    text = gettext("From a game of yours: one choice is clearly best here, and you made another.")
    shown = present(mistake.puzzle, 1, 1, attempt, choice, mistake.address, text)
    told: dict[str, Any] = {"on": PAGE, "on_text": gettext("Go on"), "comes": comes}
    about = {"chosen": was_chosen(mistake), "review": f"/t/{mistake.row.game}/review?step={mistake.row.step}"}
    context = {"site": site_of(request), **vars(shown), **told, **about, "over": attempt.over(mistake.puzzle)}
    return Template("daily/mistakes/mistake.html", context=context)


ROUTES = [all_mistakes, one_mistake, repeat, drop]
