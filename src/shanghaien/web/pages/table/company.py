"""What is at a table besides the game: what is said there, who is about, and what the game counts for."""

from dataclasses import dataclass

from shanghaien.web.lobby.attendance import Presence
from shanghaien.web.lobby.lobby import Lobby
from shanghaien.web.pages.talk.beside import Beside
from shanghaien.web.play.table import Mode, Table, Viewer
from shanghaien.web.standings.rated_games import RatedGames

from .people import PeopleStream


@dataclass(frozen=True, slots=True)
class Company:
    """The parts of the server that a table's page asks about people."""

    beside: Beside
    lobby: Lobby
    rated_games: RatedGames

    async def people(self, table: Table, viewer: Viewer) -> PeopleStream:
        """What tells a page who is at its table."""
        tables, apart = self.beside.tables, False
        if table.mode is Mode.INVITE and viewer.person is not None and viewer.seats:
            players = {player for _, player in await tables.games.games.people_of(table.id)} - {viewer.person}
            apart = await tables.blocks.any_apart({viewer.person}, players)
        return PeopleStream(self.lobby, table, viewer, tables.visits, apart=apart)

    def look(self, table: Table, viewer: Viewer) -> None:
        """Somebody looks at a table by its page."""
        if table.mode is Mode.INVITE and len(viewer.seats) == 1:
            self.lobby.attendances.look(table.id, min(viewer.seats))

    def turn(self, table: Table, viewer: Viewer, *, away: bool) -> None:
        """The page of a player goes into the background, or comes back."""
        if table.mode is Mode.INVITE and len(viewer.seats) == 1:
            self.lobby.attendances.turn(table.id, min(viewer.seats), away=away)

    def is_gone(self, table: Table, viewer: Viewer) -> bool:
        """Whether the other player is known not to be here."""
        known = self.lobby.attendances.at(table.id) if len(viewer.seats) == 1 else None
        return known is not None and known.seats[1 - min(viewer.seats)] is not Presence.HERE
