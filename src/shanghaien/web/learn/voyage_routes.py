"""The first voyage: each step is a page of its own, and a press leads to the next by a plain link or form."""

from dataclasses import dataclass

from litestar import get
from litestar.datastructures import Cookie
from litestar.params import FromPath
from litestar.response import Redirect, Template

from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.parts import Parts
from shanghaien.web.learn.voyage_lessons import STEPS, WEAKER_CREW
from shanghaien.web.learn.voyage_views import meeting, rope, step_page, step_words
from shanghaien.web.learn.voyage_walk import Reached, stand
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.site.page_panels import HomePanels, PagePanel
from shanghaien.web.site.preferences import ONE_YEAR
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.pages.seen_table import OpenChoice

# How far somebody has got on the first voyage: kept in a plain cookie, so that it can be left and resumed.

COOKIE = "voyage"
DONE = "done"


@dataclass(frozen=True, slots=True)
class Progress:
    """The step at which the voyage goes on; 0 if it has not begun."""

    step: int = 0
    done: bool = False
    steps: int = STEPS


def progress_of(request: AnyRequest) -> Progress:
    """What the cookie of a request says."""
    kept = request.cookies.get(COOKIE, "")
    if kept == DONE:
        return Progress(done=True)
    known = kept.isascii() and kept.isdigit() and 1 <= int(kept) <= STEPS
    return Progress(int(kept) if known else 0)


def kept(before: Progress, number: int, *, right: bool) -> list[Cookie]:
    """What the browser is to keep once this page is shown; whoever has been through it all stays so."""
    following = number + right
    if before.done:
        return []
    value = DONE if following > STEPS else str(following)
    return [Cookie(key=COOKIE, value=value, max_age=ONE_YEAR, path="/", samesite="lax")]


@get("/voyage", sync_to_thread=False)
def embark(request: AnyRequest) -> Redirect:
    """Where the voyage goes on, or its beginning."""
    return Redirect(f"/voyage/{progress_of(request).step or 1}", status_code=303)


@get("/voyage/{number:int}", sync_to_thread=False)
def voyage_step(request: AnyRequest, number: FromPath[int]) -> Template | Redirect:
    """One step; `at` and `action` say what was done in it. Nothing is kept but how far one has got."""
    if not 1 <= number <= STEPS:
        return Redirect("/voyage", status_code=303)
    return _crews_meet(request) if number == STEPS else _at_table(request, number)


def _at_table(request: AnyRequest, number: int) -> Template:
    query = request.query_params
    at = query.get("at", "0")
    reached = stand(number, int(at) if at.isascii() and at.isdigit() and len(at) < 3 else 0, query.get("action", ""))
    step = step_page(reached, OpenChoice.read(half=query.get("half", "")))
    return _page(request, number, "learn/voyage/table.html", right=reached.reached is Reached.RIGHT, step=step)


def _crews_meet(request: AnyRequest) -> Template:
    asked = meeting(request.query_params.getall("answer", []))
    label = step_words(STEPS, WEAKER_CREW)
    return _page(request, STEPS, "learn/voyage/crews.html", right=asked.right, meeting=asked, label=label)


def _page(request: AnyRequest, number: int, template: str, *, right: bool, **context: object) -> Template:
    shown = {"site": site_of(request), "number": number, "rope": rope(number, right=right), **context}
    return Template(template, context=shown, cookies=kept(progress_of(request), number, right=right))


async def _on_start_page(request: AnyRequest, _: PersonId | None) -> dict[str, object]:
    return {"voyage": progress_of(request)}


def open_parts(parts: Parts) -> None:
    """Show the way to the voyage on the start page."""
    parts[HomePanels].all.append(PagePanel("learn/start_page.html", _on_start_page))


ROUTES = [embark, voyage_step]
