"""The page of a review, and how far the work on it has come."""

from typing import Any

from litestar import Response, get
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Template

from shanghaien.ai.review.json_form import to_dict
from shanghaien.web.assembly import Services
from shanghaien.web.http.guests import AnyRequest
from shanghaien.web.http.i18n import N_, gettext
from shanghaien.web.http.problems import problem, wants_json
from shanghaien.web.http.refusals import IllegalMove
from shanghaien.web.http.site import site_of
from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.play.records import record_of
from shanghaien.web.play.table import Table, Viewer
from shanghaien.web.workers.reviews import Busy

from .model import present

AT_WORK = N_(
    "Every decision, every roll and every deal is weighed. That takes a few seconds; this page looks again by itself."
)
QUEUE_FULL = N_("Many games are waiting for their review just now; this page asks again by itself.")
SIDES = {"a": 0, "b": 1}


@get("/t/{game:str}/review")
async def review_page(
    request: AnyRequest, services: NamedDependency[Services], game: FromPath[str]
) -> Response[Any] | Template:
    """The review of a finished game; while it is being worked out, a page that looks again by itself."""
    table, viewer = await services.tables.look(game, services.guests.known(request))
    if not table.over:
        raise IllegalMove(gettext("The review is made when the game is over."))
    record = record_of(table)
    try:
        account = services.reviews.find(record)
    except Busy:
        return _queue_full(request, game)
    if account is None:
        return _waiting(request, game, services.reviews.progress(record))
    if wants_json(request):
        return Response(to_dict(account))
    seen = _scene(request, table, viewer)
    page = present(seen, account, list(record.replay()), _number(request.query_params.get("step", "")))
    return Template("review/page.html", context={"site": site_of(request), "review": page})


def _waiting(request: AnyRequest, game: str, progress: float) -> Response[Any] | Template:
    if wants_json(request):
        return Response({"progress": progress}, status_code=202, headers={"Retry-After": "1"})
    context = {"site": site_of(request), "game": game, "progress": round(100 * progress), "sentence": gettext(AT_WORK)}
    return Template("review/waiting.html", context=context, status_code=202, headers={"Refresh": "1"})


def _queue_full(request: AnyRequest, game: str) -> Response[Any] | Template:
    if wants_json(request):
        return problem(request, 503, "busy", gettext(QUEUE_FULL))
    context = {"site": site_of(request), "game": game, "progress": 0, "sentence": gettext(QUEUE_FULL)}
    return Template(
        "review/waiting.html", context=context, status_code=503, headers={"Refresh": "5", "Retry-After": "5"}
    )


def _scene(request: AnyRequest, table: Table, viewer: Viewer) -> SeenTable:
    """From one's own side; watchers, and two people at one screen, choose theirs."""
    side = SIDES.get(request.query_params.get("side", ""))
    if len(viewer.seats) == 1 and side in {None, *viewer.seats}:
        return SeenTable(table, viewer)
    return SeenTable(table, Viewer(), side=side or 0)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


ROUTES = [review_page]
