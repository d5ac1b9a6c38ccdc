"""The page of a review, and how far the work on it has come."""

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Template

from shanghaien.rules import N_
from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.places import place_of
from shanghaien.web.http.requests import AnyRequest, step_in
from shanghaien.web.http.site import site_of
from shanghaien.web.ids import GameId
from shanghaien.web.play.records import record_of
from shanghaien.web.play.tables import Tables
from shanghaien.web.workers.reviews import Busy, Reviews, UnderWay

from .model import present
from .seeing import finished

AT_WORK = N_("Every decision, roll and deal is being evaluated. This takes a few seconds; the page updates by itself.")
QUEUE_FULL = N_("Many games are waiting for their review right now; the page updates by itself.")


@get("/t/{game:str}/review")
async def review_page(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    reviews: NamedDependency[Reviews],
    person_cookie: NamedDependency[PersonCookie],
    game: FromPath[GameId],
) -> Template:
    """The review of a finished game; while it is being worked out, a page that looks again by itself."""
    seen = await finished(request, tables, person_cookie, game)
    try:
        account = await reviews.find(seen.table, place_of(request))
    except Busy:
        return _waiting(request, game, 0, QUEUE_FULL, 503, {"Refresh": "5", "Retry-After": "5"})
    if isinstance(account, UnderWay):
        return _waiting(request, game, account.progress, AT_WORK, 202, {"Refresh": "1"})
    moments, step = list(record_of(seen.table).replay()), step_in(request.query_params.get("step", ""))
    page = present(seen, account, moments, step)
    return Template("review/page.html", context={"site": site_of(request), "review": page})


def _waiting(
    request: AnyRequest, game: GameId, progress: float, sentence: str, status: int, headers: dict[str, str]
) -> Template:
    context = {"site": site_of(request), "game": game, "progress": round(100 * progress), "sentence": gettext(sentence)}
    return Template("review/waiting.html", context=context, status_code=status, headers=headers)


ROUTES = [review_page]
