"""The review of a game that somebody brings, at an address that holds the game."""

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Template

from shanghaien.rules import N_
from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.places import place_of
from shanghaien.web.http.requests import AnyRequest, side_in, step_in
from shanghaien.web.http.site import site_of
from shanghaien.web.pages.review.model import present
from shanghaien.web.pages.review.views import AT_WORK, QUEUE_FULL
from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.play.imported import table_of
from shanghaien.web.play.refusals import IllegalMove
from shanghaien.web.workers.quotas import Quotas, Work
from shanghaien.web.workers.reviews import Busy, Reviews, UnderWay

from .brought import record_in


@get("/record/{code:str}/review")
async def record_review(
    request: AnyRequest,
    quotas: NamedDependency[Quotas],
    reviews: NamedDependency[Reviews],
    person_cookie: NamedDependency[PersonCookie],
    code: FromPath[str],
) -> Template:
    """The review of a game that the address holds; while it is made, a page that looks again by itself."""
    quotas.ask(Work.IMPORTS, person_cookie.known(request), place_of(request))
    record = record_in(code)
    table = table_of(record)
    if not table.over:
        raise IllegalMove(N_("The review is made when the game is over."))
    try:
        account = await reviews.find_passing(table, place_of(request))
    except Busy:
        return _waiting(request, code, 0, QUEUE_FULL, 503, {"Refresh": "5", "Retry-After": "5"})
    if isinstance(account, UnderWay):
        return _waiting(request, code, account.progress, AT_WORK, 202, {"Refresh": "1"})
    seen, step = SeenTable(table, side=side_in(request) or 0), step_in(request.query_params.get("step", ""))
    page = present(seen, account, list(record.played), step)
    return Template("replay/review.html", context={"site": site_of(request), "review": page, "code": code})


def _waiting(
    request: AnyRequest, code: str, progress: float, sentence: str, status: int, headers: dict[str, str]
) -> Template:
    told = {"code": code, "progress": round(100 * progress), "sentence": gettext(sentence)}
    context = {"site": site_of(request), **told}
    return Template("replay/waiting.html", context=context, status_code=status, headers=headers)
