"""The lists of strength, what they mean, and what one game has changed."""

from litestar import get
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from shanghaien.web.core.ids import GameId
from shanghaien.web.core.parts import Parts
from shanghaien.web.people.visibility import Visibility
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.site.templates import site_of
from shanghaien.web.standings.model import ListName
from shanghaien.web.standings.result_lists import ResultLists
from shanghaien.web.standings.result_log import ResultWriter
from shanghaien.web.standings.service import ListPages, RatedGames, Standings
from shanghaien.web.standings.unrating import Unrating
from shanghaien.web.standings.views import TABS, StrengthPanel, meaning, present, strength_part
from shanghaien.web.tables.pages.table_panels import Panels
from shanghaien.web.tables.service import Tables


@get("/standings")
async def standings_page(
    request: AnyRequest, list_pages: NamedDependency[ListPages], after: FromQuery[str] = ""
) -> Template:
    """A list, page by page: `list`, `uncertain`, and `after`, the last name on the page before."""
    wanted = request.query_params.get("list", "")
    name = next((tab for tab in TABS if tab == wanted), ListName.LIVE)
    provisional, account = bool(request.query_params.get("uncertain")), request.user.account
    viewer = account.id if account else None
    page = await list_pages.page(name, viewer, after[:80], provisional=provisional)
    shown = present(
        name, page, page.around, account.name if account else "", provisional=provisional, first=page.upper is None
    )
    return Template("standings/page.html", context={"site": site_of(request), "standings": shown})


@get("/standings/meaning", sync_to_thread=False)
def meaning_page(request: AnyRequest) -> Template:
    return Template("standings/meaning.html", context={"site": site_of(request), "meaning": meaning()})


@get("/t/{game:str}/strength")
async def strength_of_game(
    request: AnyRequest,
    tables: NamedDependency[Tables],
    rated_games: NamedDependency[RatedGames],
    game: FromPath[GameId],
) -> Template:
    """What a game has changed, as a piece of HTML for its end; 202 until it is worked out."""
    table, viewer = await tables.look(game, request.user.person)
    part = await strength_part(rated_games, table, viewer)
    later = part is not None and part.waits
    headers = {"Retry-After": "1"} if later else {}
    context = {"strength": part, "game": game}
    return Template("tables/strength_told.html", context=context, status_code=202 if later else 200, headers=headers)


def open_parts(parts: Parts) -> None:
    seeing = parts.add(Visibility(parts.database, parts.add(ResultLists(parts.database)).met), "seeing")
    parts.add(Standings(parts.database), "standings")
    parts.add(ListPages(parts.database, seeing), "list_pages")
    rated = parts.add(RatedGames(parts.database, seeing), "rated_games")
    parts[Panels].all.append(StrengthPanel(rated))
    parts.add(Unrating(parts[ResultWriter]))


ROUTES = [standings_page, meaning_page, strength_of_game]
