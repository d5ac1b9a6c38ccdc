"""What a page says of somebody's search; whoever searches for nobody costs nothing."""

from shanghaien.web.http.requests import AnyRequest
from shanghaien.web.ids import PersonId
from shanghaien.web.lobby.lobby import Lobby

from .seek_words import COOKIE, SearchBar, search_bar


async def seeking_in(request: AnyRequest, lobby: Lobby, person: PersonId | None) -> SearchBar | None:
    """What the bar over a page says; None for whoever looks for nobody."""
    if not request.cookies.get(COOKIE):
        return None
    return search_bar(await lobby.seeking.look(person))
