"""What is at a table besides the game: what is said there, and who is about."""

from dataclasses import dataclass

from shanghaien.web.lobby.lobby import Lobby
from shanghaien.web.pages.talk.beside import Beside


@dataclass(frozen=True, slots=True)
class Company:
    """The parts of the server that a table's page asks about people."""

    beside: Beside
    lobby: Lobby
