"""One's own mistakes: how many there are, the next one to repeat at the table, and what came of it."""

from typing import Any

from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect, Template

from shanghaien.web.daily.mistake_desk import MistakeDesk, OwnMistake
from shanghaien.web.http.fields import read_fields
from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import site_of
from shanghaien.web.ids import GameId
from shanghaien.web.pages.puzzles.answer import Attempt
from shanghaien.web.pages.puzzles.attempts import read_attempt
from shanghaien.web.pages.puzzles.model import NOTHING_CHOSEN, NOTHING_TRIED, present
from shanghaien.web.pages.shared.seen_table import OpenChoice

from .words import comes_again, from_now, was_chosen

PAGE = "/mistakes"
ONE = PAGE + "/{game:str}/{step:int}"


@get(PAGE)
async def all_mistakes(
    request: AnyRequest, mistakes: NamedDependency[MistakeDesk], person_cookie: NamedDependency[PersonCookie]
) -> Template:
    """How many are due, wait and sit, and the way to the next one."""
    person = person_cookie.known(request)
    found, counts = await mistakes.next_due(person), await mistakes.counts(person)
    context = {
        "counts": counts,
        "next": "" if found is None else found.address,
        "later": from_now(await mistakes.next_time(person)),
    }
    return Template("mistakes/mistakes.html", context={"site": site_of(request), **context})


@get(ONE)
async def one_mistake(
    request: AnyRequest,
    mistakes: NamedDependency[MistakeDesk],
    person_cookie: NamedDependency[PersonCookie],
    game: FromPath[GameId],
    step: FromPath[int],
) -> Template:
    """A position of one's own game in which something else was chosen; nobody else finds it here."""
    query = request.query_params
    choice = OpenChoice.read(query.get("end", ""), query.get("half", ""), query.get("ask", ""))
    return _page(request, await mistakes.of(person_cookie.known(request), game, step), choice=choice)


@post(ONE, status_code=200)
async def repeat(
    request: AnyRequest,
    mistakes: NamedDependency[MistakeDesk],
    person_cookie: NamedDependency[PersonCookie],
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
    mistakes: NamedDependency[MistakeDesk],
    request: AnyRequest,
    person_cookie: NamedDependency[PersonCookie],
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
    return Template("mistakes/mistake.html", context=context)


ROUTES = [all_mistakes, one_mistake, repeat, drop]
