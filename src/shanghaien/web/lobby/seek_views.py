"""The bar over a page that says how a search for an opponent stands, for pages and for their script."""

from dataclasses import dataclass

from shanghaien.web.core.i18n import gettext
from shanghaien.web.core.ids import PersonId
from shanghaien.web.lobby.seeking import Search, SearchStage
from shanghaien.web.lobby.service import Lobby
from shanghaien.web.site.forms import AnyRequest
from shanghaien.web.tables.clocks import PaceKind
from shanghaien.web.tables.model import Mode, Table, Viewer

SECONDS_TO_CHOOSE = 10
"""After so many seconds a page with script goes to the table by itself."""
COOKIE = "seeking"
"""Says that a search runs in this browser, so that other people's pages need not ask."""


@dataclass(frozen=True, slots=True)
class SearchBar:
    """What the bar over a page says during a search."""

    stage: str
    said: str
    go: str = ""
    """What the button says that leads to the table; empty while there is none."""
    to: str = ""
    seconds: int = SECONDS_TO_CHOOSE


def search_bar(search: Search) -> SearchBar | None:
    name = search.partner or gettext("Somebody")
    match search.stage:
        case SearchStage.WAITING:
            return SearchBar(search.stage, gettext("Looking for somebody. Meanwhile you can play the bot."))
        case SearchStage.FOUND:
            return SearchBar(search.stage, gettext("%(name)s is there.") % {"name": name}, gettext("To the table"))
        case SearchStage.AGREED:
            return SearchBar(search.stage, gettext("Waiting for %(name)s to say yes…") % {"name": name})
        case SearchStage.TABLE:
            to = f"/t/{search.game}"
            return SearchBar(search.stage, gettext("Your table is ready."), gettext("To the table"), to)
    return None


async def seeking_in(request: AnyRequest, lobby: Lobby, person: PersonId | None) -> SearchBar | None:
    """What the bar over a page says; None without a search."""
    if not request.cookies.get(COOKIE):
        return None
    return search_bar(await lobby.seeking.look(person))


async def seeking_at(
    request: AnyRequest, lobby: Lobby, person: PersonId | None, table: Table, viewer: Viewer
) -> SearchBar | None:
    """The same for the page of a table; it ends the search of a person who plays another one there.

    Else the bar would lead them to the table where they are, over and over, or away from their running game.
    """
    if person is None or not request.cookies.get(COOKIE):
        return None
    search = await lobby.seeking.look(person)
    if search.game == table.id or (search.stage is not SearchStage.NOT and _plays_a_person(table, viewer)):
        search = await lobby.seeking.stop(person, table.id)
    return search_bar(search)


def _plays_a_person(table: Table, viewer: Viewer) -> bool:
    """Whether a live game with another person goes on."""
    live = table.pace is not None and table.pace.kind is PaceKind.LIVE
    return live and table.mode is Mode.INVITE and table.started and not table.over and bool(viewer.seats)
