"""The page of a review."""

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Template

from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.places import place_of
from shanghaien.web.http.requests import AnyRequest, step_in
from shanghaien.web.http.site import site_of
from shanghaien.web.ids import GameId
from shanghaien.web.play.records import record_of
from shanghaien.web.play.tables import Tables
from shanghaien.web.workers.reviews import Reviews

from .model import present
from .seeing import finished
from .waiting import review_or_page


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
    finding = reviews.find(seen.table, place_of(request))
    account = await review_or_page(request, finding, f"/t/{game}", gettext("Back to the table"))
    if isinstance(account, Template):
        return account
    moments, step = list(record_of(seen.table).replay()), step_in(request.query_params.get("step", ""))
    page = present(seen, account, moments, step)
    return Template("review/page.html", context={"site": site_of(request), "review": page})


ROUTES = [review_page]
