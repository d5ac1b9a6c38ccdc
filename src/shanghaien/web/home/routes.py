"""The start page, and the way to the next game that waits."""

from typing import Any

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromQuery
from litestar.response import Redirect, Template

from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import PersonId
from shanghaien.web.core.visitor import visitor_of
from shanghaien.web.daily.panels import PANELS, DailyPanels
from shanghaien.web.home.views import game_row
from shanghaien.web.learn.voyage_routes import progress_of
from shanghaien.web.lobby.panels import life_at
from shanghaien.web.lobby.service import Lobby
from shanghaien.web.lobby.visit import seeking_in
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.site.sessions import GuestCookie
from shanghaien.web.site.templates import site_of
from shanghaien.web.tables.service import Tables
from shanghaien.web.tables.words.drawings import pictures

GAMES_SHOWN = 50
OFFERS_SHOWN, GAMES_TO_WATCH = 6, 3


@get("/", dependencies=PANELS)
async def home(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    person_cookie: NamedDependency[GuestCookie],
    lobby: NamedDependency[Lobby],
    panels: NamedDependency[DailyPanels],
    before: FromQuery[str] = "",
) -> Template:
    """The games of the person who looks, and what is going on; for somebody new the game in pictures."""
    person, account = person_cookie.known(request), visitor_of(request).account
    notice = gettext("No other game waits for you.") if "none" in request.query_params else ""
    games = await _games_of(tables, person, before) if person else {}
    asker = await lobby.offers.asker(person, account=account is not None)
    lobby.here.seen(person, "" if account is None else account.name)
    context = {
        "before": before,
        "pictures": pictures(),
        "voyage": progress_of(request),
        "life": await life_at(lobby, asker, OFFERS_SHOWN, GAMES_TO_WATCH),
        "seeking": await seeking_in(request, lobby, person),
        **(await panels.of(person)),
    }
    return Template("home/home.html", context={"site": site_of(request, notice), **context, **NO_GAMES, **games})


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
    request: AnyRequest, tables: NamedDependency[Tables], person_cookie: NamedDependency[GuestCookie]
) -> Redirect:
    """To the next game that waits, or whose end was not seen; `from` names the one that is left for now."""
    person = person_cookie.known(request)
    after = request.query_params.get("from", "")
    game = None if person is None else await tables.visits.next_game(person, after)
    return Redirect("/?none" if game is None else f"/t/{game}", status_code=303)


ROUTES = [home, next_game]
