"""The start page."""

from litestar import get
from litestar.di import NamedDependency
from litestar.response import Template

from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import site_of
from shanghaien.web.play.tables import Tables

from .model import game_row, pictures


@get("/")
async def home(
    request: AnyRequest, tables: NamedDependency[Tables], person_cookie: NamedDependency[PersonCookie]
) -> Template:
    """The game in pictures, and the games of the person who looks."""
    person = person_cookie.known(request)
    rows = [game_row(line) for line in await tables.games_of(person)] if person else []
    context = {
        "running": [row for row in rows if not row.over],
        "finished": [row for row in rows if row.over],
        "waiting": sum(row.waits for row in rows),
        "pictures": pictures(),
        "reservation": tables.reserve(),
    }
    return Template("start/home.html", context={"site": site_of(request), **context})


ROUTES = [home]
