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
from shanghaien.web.pages.review.waiting import review_or_page
from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.play.imported import table_of
from shanghaien.web.play.refusals import IllegalMove
from shanghaien.web.workers.quotas import Quotas, Work
from shanghaien.web.workers.reviews import Reviews

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
    finding = reviews.find_passing(table, place_of(request))
    account = await review_or_page(request, finding, f"/record/{code}", gettext("Back to the replay"))
    if isinstance(account, Template):
        return account
    seen, step = SeenTable(table, side=side_in(request) or 0), step_in(request.query_params.get("step", ""))
    page = present(seen, account, list(record.played), step)
    return Template("replay/review.html", context={"site": site_of(request), "review": page, "code": code})
