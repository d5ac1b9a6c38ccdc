"""What a page says of somebody's search; whoever searches for nobody costs nothing."""

from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.ids import PersonId
from shanghaien.web.lobby.lobby import Lobby
from shanghaien.web.lobby.seeking import SearchStage
from shanghaien.web.play.pace import PaceKind
from shanghaien.web.play.table import Mode, Table, Viewer

from .seek_words import COOKIE, SearchBar, search_bar


async def seeking_in(request: AnyRequest, lobby: Lobby, person: PersonId | None) -> SearchBar | None:
    """What the bar over a page says; None for whoever looks for nobody."""
    if not request.cookies.get(COOKIE):
        return None
    return search_bar(await lobby.seeking.look(person))


async def seeking_at(
    request: AnyRequest, lobby: Lobby, person: PersonId | None, table: Table, viewer: Viewer
) -> SearchBar | None:
    """The same for the page of a table; it ends the search of whoever plays somebody there.

    Else the bar would lead them to the table where they are, over and over, or away from their running game.
    """
    if person is None or not request.cookies.get(COOKIE):
        return None
    search = await lobby.seeking.look(person)
    if search.game == table.id or (search.stage is not SearchStage.NOT and _plays_somebody(table, viewer)):
        search = await lobby.seeking.stop(person, table.id)
    return search_bar(search)


def _plays_somebody(table: Table, viewer: Viewer) -> bool:
    """Whether a game of one sitting with another person goes on."""
    live = table.pace is not None and table.pace.kind is PaceKind.LIVE
    return live and table.mode is Mode.INVITE and table.started and not table.over and bool(viewer.seats)
