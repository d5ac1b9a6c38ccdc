"""The lobby put together: what each process has of it."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from shanghaien.web.play.tables import Tables
from shanghaien.web.store.due import DueRow
from shanghaien.web.store.offers import OFFER

from .board import Board
from .offers import Offers


@dataclass(frozen=True, slots=True)
class Lobby:
    """The parts of the lobby."""

    board: Board
    offers: Offers

    def handlers(self) -> Mapping[str, Callable[[DueRow], Awaitable[None]]]:
        """What is done for each kind of what is due."""
        return {OFFER: self.offers.end}


def open_lobby(tables: Tables) -> Lobby:
    """The lobby of these tables; nothing is read yet."""
    board = Board(tables.games.games.database, tables.games.hub)
    return Lobby(board, Offers(tables, board))
