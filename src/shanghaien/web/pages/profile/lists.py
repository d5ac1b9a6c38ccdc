"""The list of somebody's games, and the page of two people."""

from litestar.response import Template

from shanghaien.rules import N_
from shanghaien.web.http.refusals import NotThere, Unreadable
from shanghaien.web.http.site import site_of
from shanghaien.web.ids import PersonId
from shanghaien.web.people.told_rows import LOOKED_AT, ResultPage, ResultPlace, WantedResults

from .curve import SMALL, WIDE
from .filters import Filters, choices
from .game_lines import GameLine, Lines
from .versus import Versus
from .visit import Found, ProfileVisit

ON_A_PAGE = 20


async def game_list(visit: ProfileVisit, found: Found, before: str) -> Template:
    """A page of the list; combined choices look at so many games at a time and offer to look further back."""
    filters = Filters.read(visit.request.query_params)
    opponent = await _opponent(visit, found, filters.opponent) if filters.opponent else None
    lines, page = await _lines(visit, found, filters.wanted(opponent), before)
    context = {
        "site": site_of(visit.request),
        "person": found,
        "games": lines,
        "filters": filters,
        "choices": choices(),
        "before": before,
        "next": filters.query(str(page.next)) if page.next else "",
        "full": len(page.rows) == ON_A_PAGE,
    }
    return Template("profile/games.html", context=context)


async def versus_page(visit: ProfileVisit, name: str, other: str, before: str) -> Template:
    """Two people, the first one's side first; whoever may see both lists, or plays in them, may see it."""
    found, opponent = await visit.find(name), await visit.find(other)
    for one, them in ((found, opponent), (opponent, found)):
        if not one.shows_games and not them.seen.own:
            raise one.kept_back()
    if found.person.id == opponent.person.id:
        raise NotThere(N_("Nobody plays against themselves."))
    latest = await visit.about.results.latest(found.person.id, opponent.person.id)
    rows, whole = [row for row in latest if not row.called_off], len(latest) < LOOKED_AT
    lines, page = await _lines(visit, found, WantedResults(opponent.person.id), before)
    context = {
        "site": site_of(visit.request),
        "person": found,
        "other": opponent,
        "versus": Versus((found.name, opponent.name), rows, whole) if rows else None,
        "sizes": (WIDE._replace(left=60, right=10), SMALL._replace(left=52, right=8)),
        "games": lines,
        "before": before,
        "next": f"?before={page.next}" if page.next else "",
    }
    return Template("profile/versus.html", context=context)


async def _opponent(visit: ProfileVisit, found: Found, name: str) -> PersonId:
    """Whom a filter names; refused if the viewer may not learn of games with them."""
    opponent = await visit.find(name)
    if not opponent.seen.games and not found.seen.own:
        raise opponent.kept_back()
    return opponent.person.id


async def _lines(
    visit: ProfileVisit, found: Found, wanted: WantedResults, before: str
) -> tuple[list[GameLine], ResultPage]:
    place = ResultPlace.read(before)
    if before and place is None:
        raise Unreadable(N_("There is no such page of these games; begin with the first."))
    page = await visit.about.results.page(found.person.id, ON_A_PAGE, wanted, place)
    return await Lines(visit.about, found, visit.viewer).of(page.rows), page
