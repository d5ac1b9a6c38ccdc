"""The start page."""

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromQuery
from litestar.response import Template

from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import site_of
from shanghaien.web.pages.voyage.sailed import progress_of
from shanghaien.web.play.listing import GamePage
from shanghaien.web.play.tables import Tables

from .model import game_row, pictures

GAMES_SHOWN = 50
NO_GAMES = GamePage([], "")


@get("/")
async def home(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    person_cookie: NamedDependency[PersonCookie],
    before: FromQuery[str] = "",
) -> Template:
    """The game in pictures, and the games of the person who looks, page by page."""
    person = person_cookie.known(request)
    listed = await tables.listing.page(person, before, GAMES_SHOWN) if person else NO_GAMES
    rows = [game_row(line) for line in listed.games]
    context = {
        "running": [row for row in rows if not row.over],
        "finished": [row for row in rows if row.over],
        "waiting": await tables.listing.waiting(person, None if before else listed) if person else 0,
        "before": before,
        "next": listed.next,
        "pictures": pictures(),
        "voyage": progress_of(request),
    }
    return Template("start/home.html", context={"site": site_of(request), **context})


ROUTES = [home]
