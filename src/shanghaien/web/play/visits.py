"""Who has seen what: looks at games with somebody else are kept, and the next game that waits is found."""

from collections import OrderedDict

from shanghaien.rules import Seat
from shanghaien.web.clock import now
from shanghaien.web.ids import GameId, PersonId, Version
from shanghaien.web.store.visits import VisitStore

from .listing import GameListing
from .open_games import OpenGames
from .summary import CALLED_OFF
from .table import Mode, Table, Viewer

MINUTE_MS, DAY_MS = 60_000, 86_400_000
DAYS_TO_SEE = 60
"""For so many days the end of a game waits to be seen."""
MOST_REMEMBERED = 10_000


class Visits:
    """Keeps looks, at most one a minute for each game and person, unless they see a turn of theirs or the end."""

    def __init__(self, games: OpenGames, listing: GameListing) -> None:
        self._store = VisitStore(games.games.database, CALLED_OFF)
        self._listing = listing
        self._kept: OrderedDict[tuple[PersonId, GameId], tuple[int, Version]] = OrderedDict()

    async def look(self, table: Table, viewer: Viewer) -> None:
        """Whoever sits at a table with somebody elsewhere looks at it."""
        if viewer.person is None or not viewer.seats or table.mode is not Mode.INVITE:
            return
        key = (viewer.person, table.id)
        at, version = self._kept.get(key, (0, Version(0)))
        new = version != table.version and (table.over or table.waits_for in viewer.seats)
        if now() - at < MINUTE_MS and not new:
            return
        await self._store.look(*key, table.version)
        self._kept[key] = (now(), table.version)
        self._kept.move_to_end(key)
        if len(self._kept) > MOST_REMEMBERED:
            self._kept.popitem(last=False)

    async def last_look(self, game: GameId, seat: Seat) -> int | None:
        """When whoever sits there last looked at the game; None if they never have."""
        return await self._store.last_look(game, seat)

    async def next_game(self, person: PersonId, after: str = "") -> GameId | None:
        """The game to look at next: what waits, by the time that is left, and ends that were not seen; round and round.

        The one that the person comes from is skipped, even if it waits.
        """
        waiting = [game.id for game in await self._listing.waiting_games(person)]
        ends = await self._store.unseen_ends(person, now() - DAYS_TO_SEE * DAY_MS)
        games = [*waiting, *(game for game in ends if game != after)]
        place = games.index(GameId(after)) + 1 if after in games else 0
        following = [game for game in (*games[place:], *games[:place]) if game != after]
        return following[0] if following else None
