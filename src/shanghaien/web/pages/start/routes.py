"""The start page, and the way to the next game that waits."""

from typing import Any

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromQuery
from litestar.response import Redirect, Template

from shanghaien.web.http.i18n import gettext
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.http.site import site_of
from shanghaien.web.ids import PersonId
from shanghaien.web.pages.day.panels import PANELS, DailyPanels
from shanghaien.web.pages.voyage.sailed import progress_of
from shanghaien.web.play.tables import Tables

from .model import game_row, pictures

GAMES_SHOWN = 50


@get("/", dependencies=PANELS)
async def home(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    person_cookie: NamedDependency[PersonCookie],
    panels: NamedDependency[DailyPanels],
    before: FromQuery[str] = "",
) -> Template:
    """The game in pictures, and the games of the person who looks: all that wait, and the others page by page."""
    person = person_cookie.known(request)
    notice = gettext("No other game waits for you.") if "none" in request.query_params else ""
    games = await _games_of(tables, person, before) if person else {}
    context = {"before": before, "pictures": pictures(), "voyage": progress_of(request), **NO_GAMES, **games}
    context |= await panels.of(person)
    return Template("start/home.html", context={"site": site_of(request, notice), **context})


NO_GAMES: dict[str, Any] = {"waiting": (), "running": (), "finished": (), "next": ""}


async def _games_of(tables: Tables, person: PersonId, before: str) -> dict[str, Any]:
    others = await tables.listing.others(person, before, GAMES_SHOWN)
    rows = [game_row(line) for line in others.games]
    return {
        "waiting": [game_row(line) for line in await tables.listing.waiting_games(person)],
        "running": [row for row in rows if not row.over],
        "finished": [row for row in rows if row.over],
        "next": others.next,
    }


@get("/next")
async def next_game(
    request: AnyRequest, tables: NamedDependency[Tables], person_cookie: NamedDependency[PersonCookie]
) -> Redirect:
    """To the next game that waits, or whose end was not seen; `from` names the one that is left for now."""
    person = person_cookie.known(request)
    after = request.query_params.get("from", "")
    game = None if person is None else await tables.visits.next_game(person, after)
    return Redirect("/?none" if game is None else f"/t/{game}", status_code=303)


ROUTES = [home, next_game]
