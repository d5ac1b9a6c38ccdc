"""The list of a person's games, page by page; a damaged game is listed too, as what it is."""

from dataclasses import dataclass

from shanghaien.rules import N_
from shanghaien.web.http.refusals import Unreadable
from shanghaien.web.ids import GameId, PersonId
from shanghaien.web.store.database import Database
from shanghaien.web.store.game_lists import FAR, GameLists, ListedRow, ListPlace, Rank
from shanghaien.web.store.rows import GameRow

from .loaded_game import chairs_of
from .pace import PaceKind
from .row_told import row_from
from .summary import CALLED_OFF, points_from, result_from
from .table import Chair, ListedGame, Mode, SeatKind

GAMES_ON_A_PAGE = 100
BEHIND_WAITING = ListPlace(Rank.YOURS, 9 * FAR, GameId("z"))
"""Where in a list everything that waits has been passed."""
NOBODY = Chair(SeatKind.OPEN)


@dataclass(frozen=True, slots=True)
class GamePage:
    """Some of a person's games: those that wait for them first, then those that go on, then those that are over."""

    games: list[ListedGame]
    next: str
    """Names the next page; empty on the last one."""


class GameListing:
    """The lists of games of everybody."""

    def __init__(self, database: Database) -> None:
        self._lists = GameLists(database, CALLED_OFF)

    async def page(self, person: PersonId, before: str = "", most: int = GAMES_ON_A_PAGE) -> GamePage:
        """The person's games on the first page, or on the one that another page names as its next."""
        place = ListPlace.read(before)
        if before and place is None:
            raise Unreadable(N_("There is no such page of your games; begin with the first."))
        rows = await self._lists.page(person, most + 1, place)
        return GamePage([_listed(row) for row in rows[:most]], str(rows[most - 1].place) if len(rows) > most else "")

    async def waiting_games(self, person: PersonId) -> list[ListedGame]:
        """All games that wait for the person, however many, by the time that is left."""
        games: list[ListedGame] = []
        rows = await self._lists.page(person, GAMES_ON_A_PAGE)
        while rows:
            games += [_listed(row) for row in rows if row.place.rank == Rank.YOURS]
            more = len(rows) == GAMES_ON_A_PAGE and rows[-1].place.rank == Rank.YOURS
            rows = await self._lists.page(person, GAMES_ON_A_PAGE, rows[-1].place) if more else []
        return games

    async def others(self, person: PersonId, before: str = "", most: int = GAMES_ON_A_PAGE) -> GamePage:
        """The games that do not wait for the person, page by page."""
        return await self.page(person, before or str(BEHIND_WAITING), most)

    async def waiting(self, person: PersonId, first: GamePage | None = None) -> int:
        """How many of their games wait for the person, on whatever page they stand; the first page may tell that."""
        if first is not None and not (first.next and first.games[-1].yours):
            return sum(game.yours for game in first.games)
        return await self._lists.waiting(person)


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
        tavern=() if result else row_from(summary.tavern),
        day=game.day or "",
    )


def _by_letter(game: GameRow) -> bool:
    return (game.pace or "").startswith(PaceKind.DAYS)


def _check_numbers(game: GameRow) -> None:
    """SQLite keeps any text where a number belongs."""
    numbers = (game.updated, game.summary.round)
    if game.summary.waits_for not in {None, 0, 1} or not all(isinstance(number, int) for number in numbers):
        raise ValueError(game.id)
