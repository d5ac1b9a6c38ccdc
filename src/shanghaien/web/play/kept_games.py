"""The games that were looked at last, as many as fit into a given share of memory."""

from collections import OrderedDict

from shanghaien.web.ids import GameId

from .loaded_game import LoadedGame

BYTES_OF_A_GAME = 50_000
"""What a game takes before anything has happened in it, the chains for its dice included."""
BYTES_OF_AN_ENTRY = 650
"""What an entry adds, the state before it included where it can be taken back."""


class KeptGames:
    """Loaded games by id; the one that was not looked at for longest goes first."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._bytes = 0
        self._games: OrderedDict[GameId, tuple[LoadedGame, int]] = OrderedDict()

    def get(self, game: GameId) -> LoadedGame | None:
        """The game if it is still held; it then counts as looked at."""
        kept = self._games.get(game)
        if kept is None:
            return None
        self._games.move_to_end(game)
        return kept[0]

    def put(self, loaded: LoadedGame) -> None:
        """Hold the game at its present size, and let games go until there is room."""
        self.drop(loaded.game.id)
        size = size_of(loaded)
        self._games[loaded.game.id] = (loaded, size)
        self._bytes += size
        while self._bytes > self._most:
            self._bytes -= self._games.popitem(last=False)[1][1]

    def drop(self, game: GameId) -> None:
        """Forget the game; it is read from the store when it is asked for."""
        kept = self._games.pop(game, None)
        if kept is not None:
            self._bytes -= kept[1]


def size_of(loaded: LoadedGame) -> int:
    """About how many bytes a loaded game takes."""
    return BYTES_OF_A_GAME + BYTES_OF_AN_ENTRY * loaded.version
