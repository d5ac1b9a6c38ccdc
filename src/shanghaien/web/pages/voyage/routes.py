"""The first voyage: each step is a page of its own, and a press leads to the next by a plain link or form."""

from litestar import get
from litestar.params import FromPath
from litestar.response import Redirect, Template

from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import site_of
from shanghaien.web.pages.shared.seen_table import OpenChoice

from .crews import meeting
from .lessons import STEPS, WEAKER_CREW
from .model import rope, step_page, step_words
from .sailed import kept, progress_of
from .walk import Reached, stand


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
    return _page(request, number, "voyage/table.html", right=reached.reached is Reached.RIGHT, step=step)


def _crews_meet(request: AnyRequest) -> Template:
    asked = meeting(request.query_params.getall("answer", []))
    label = step_words(STEPS, WEAKER_CREW)
    return _page(request, STEPS, "voyage/crews.html", right=asked.right, meeting=asked, label=label)


def _page(request: AnyRequest, number: int, template: str, *, right: bool, **context: object) -> Template:
    shown = {"site": site_of(request), "number": number, "rope": rope(number, right=right), **context}
    return Template(template, context=shown, cookies=kept(progress_of(request), number, right=right))


ROUTES = [embark, voyage_step]
