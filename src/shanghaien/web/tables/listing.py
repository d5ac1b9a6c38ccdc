"""The list of a person's games, page by page; a damaged game is listed too, as what it is."""

import logging
from dataclasses import dataclass

from cachetools import LRUCache

from shanghaien.rules import N_, Seat
from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.errors import BadRequestError
from shanghaien.web.core.ids import GameId, PersonId, Version
from shanghaien.web.core.outages import try_to_store
from shanghaien.web.tables.clocks import PaceKind
from shanghaien.web.tables.model import ListedGame, Mode, SeatKind, Table, TableSeat, Viewer
from shanghaien.web.tables.open_games import GameWriter
from shanghaien.web.tables.store.lists import FAR, GameLists, ListedRow, ListPlace, Rank
from shanghaien.web.tables.store.rows import GameRow
from shanghaien.web.tables.store.seats import VisitStore
from shanghaien.web.tables.summary import CALLED_OFF, chairs_of, decode_row, points_from, result_from

log = logging.getLogger("shanghaien.tables")

GAMES_ON_A_PAGE = 100
BEHIND_WAITING = ListPlace(Rank.YOURS, 9 * FAR, GameId("z"))
"""Where in a list everything that waits has been passed."""
NOBODY = TableSeat(SeatKind.OPEN)


@dataclass(frozen=True, slots=True)
class GamePage:
    """Some of a person's games: those that wait for them first, then those that go on, then those that are over."""

    games: list[ListedGame]
    next: str
    """Names the next page; empty on the last one."""


@dataclass(frozen=True, slots=True)
class StartPageGames:
    """A person's games as the start page shows them."""

    waiting: list[ListedGame]
    """The first of those that wait for them."""
    waits: int
    """How many wait for them in all."""
    more_waiting: str
    """Names the page on which those that wait go on; empty if these are all."""
    others: GamePage


class GameListing:
    """The lists of games of each person."""

    def __init__(self, database: Database) -> None:
        self._lists = GameLists(database, CALLED_OFF)

    async def page(self, person: PersonId, before: str = "", most: int = GAMES_ON_A_PAGE) -> GamePage:
        """The person's games on the first page, or on the one that another page names as its next."""
        return _page(await self._lists.page(person, most + 1, _place(before)), most)

    async def waiting_games(self, person: PersonId) -> list[ListedGame]:
        """All games that wait for the person, however many, by the time that is left."""
        games: list[ListedGame] = []
        rows = await self._lists.page(person, GAMES_ON_A_PAGE)
        while rows:
            games += [_listed(row) for row in rows if row.place.rank == Rank.YOURS]
            more = len(rows) == GAMES_ON_A_PAGE and rows[-1].place.rank == Rank.YOURS
            rows = await self._lists.page(person, GAMES_ON_A_PAGE, rows[-1].place) if more else []
        return games

    async def start_page(self, person: PersonId, before: str, most: int) -> StartPageGames:
        """The first games that wait for the person, and so many of the others, or of the page that is named."""
        found = await self._lists.start_page(person, most, most + 1, _place(before) or BEHIND_WAITING)
        more = str(found.waiting[-1].place) if found.waits > len(found.waiting) else ""
        return StartPageGames(list(map(_listed, found.waiting)), found.waits, more, _page(found.others, most))

    async def waiting(self, person: PersonId, first: GamePage | None = None) -> int:
        """How many of their games wait for the person, on whatever page they stand; the first page may tell that."""
        if first is not None and not (first.next and first.games[-1].yours):
            return sum(game.yours for game in first.games)
        return await self._lists.waiting(person)


def _place(before: str) -> ListPlace | None:
    """The place behind which a page begins; None for the first."""
    place = ListPlace.read(before)
    if before and place is None:
        raise BadRequestError(N_("There is no such page of your games; begin with the first."))
    return place


def _page(rows: list[ListedRow], most: int) -> GamePage:
    """A page of rows of which one more was read."""
    return GamePage([_listed(row) for row in rows[:most]], str(rows[most - 1].place) if len(rows) > most else "")


def _listed(row: ListedRow) -> ListedGame:
    game, summary = row.game, row.game.summary
    seats = row.seats & {0, 1}
    try:
        _check_numbers(game)
        mode, chairs, result = Mode(game.mode), chairs_of(game), result_from(summary.result)
        points = result.points if result else points_from(summary.points)
    except (ValueError, TypeError, LookupError, AttributeError):
        return ListedGame(game.id, Mode.INVITE, (NOBODY, NOBODY), seats, 0, None, None, 0, readable=False)
    told = (summary.round, summary.waits_for, result, game.updated)
    return ListedGame(
        *(game.id, mode, chairs, seats, *told),
        points=points,
        deadline=summary.deadline,
        by_letter=_by_letter(game),
        tavern=() if result else decode_row(summary.tavern),
        day=game.day or "",
        decides=row.place.rank == Rank.YOURS and summary.waits_for not in seats,
    )


def _by_letter(game: GameRow) -> bool:
    return (game.pace or "").startswith(PaceKind.DAYS)


def _check_numbers(game: GameRow) -> None:
    """SQLite keeps any text where a number belongs."""
    numbers = (game.updated, game.summary.round)
    if game.summary.waits_for not in {None, 0, 1} or not all(isinstance(number, int) for number in numbers):
        raise ValueError(game.id)


# Who has seen what: looks at games with an opponent are kept, and the next game that waits is found.

MINUTE_MS, DAY_MS = 60_000, 86_400_000
DAYS_TO_SEE = 60
"""For so many days the end of a game waits to be seen."""
MOST_REMEMBERED = 10_000


class Visits:
    """Keeps looks, at most one a minute for each game and person, unless they see a turn of theirs or the end."""

    def __init__(self, games: GameWriter, listing: GameListing) -> None:
        self._store = VisitStore(games.database, CALLED_OFF)
        self._listing = listing
        self._kept: LRUCache[tuple[PersonId, GameId], tuple[int, Version]] = LRUCache(MOST_REMEMBERED)

    async def look(self, table: Table, viewer: Viewer) -> None:
        """A player at a table with an opponent elsewhere looks at it."""
        if viewer.person is None or not viewer.seats or table.mode is not Mode.INVITE:
            return
        key = (viewer.person, table.id)
        at, version = self._kept.get(key, (0, Version(0)))
        new = version != table.version and (table.over or table.waits_for in viewer.seats)
        if now() - at < MINUTE_MS and not new:
            return
        await try_to_store(log, "a look at a game could not be stored", self._store.look(*key, table.version))
        self._kept[key] = (now(), table.version)

    async def last_look(self, game: GameId, seat: Seat) -> int | None:
        """When the player of the seat last looked at the game; None if they never have."""
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
