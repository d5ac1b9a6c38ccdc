"""From which side a finished game is looked back on."""

from shanghaien.rules import N_
from shanghaien.web.http.person_cookie import PersonCookie
from shanghaien.web.http.requests import AnyRequest, side_in
from shanghaien.web.ids import GameId
from shanghaien.web.pages.shared.seen_table import SeenTable
from shanghaien.web.play.refusals import IllegalMove
from shanghaien.web.play.table import Viewer
from shanghaien.web.play.tables import Tables


async def finished(request: AnyRequest, tables: Tables, person_cookie: PersonCookie, game: GameId) -> SeenTable:
    """A table that is over, from one's own side; watchers, and two people at one screen, choose theirs."""
    table, viewer = await tables.look(game, person_cookie.known(request))
    if not table.over:
        raise IllegalMove(N_("The review is made when the game is over."))
    side = side_in(request)
    if len(viewer.seats) == 1 and side in {None, *viewer.seats}:
        return SeenTable(table, viewer)
    return SeenTable(table, Viewer(), side=side or 0)
