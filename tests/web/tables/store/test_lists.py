"""Lists of games go page by page: every game comes once, what waits comes first, and everything that waits is counted."""

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.tables.store.lists import GameLists, ListPlace, Rank
from tests.web.core.database.databases import add_game, with_database

ADA = PersonId("ada")
CALLED_OFF = "called off"


async def all_pages(lists: GameLists, size: int) -> list[tuple[GameId, int]]:
    found: list[tuple[GameId, int]] = []
    place: ListPlace | None = None
    while rows := await lists.page(ADA, size, place):
        assert len(rows) <= size
        found += [(row.game.id, row.place.rank) for row in rows]
        place = ListPlace.read(str(rows[-1].place))
    return found


def test_every_game_comes_once_and_those_that_wait_come_first(database_url: str) -> None:
    async def use(database: Database) -> None:
        for number in range(4):
            await add_game(database, f"over{number}", result="{}", waits_for=None, updated=100)
            await add_game(database, f"asked{number}", waits_for=0, updated=number)
            await add_game(database, f"other{number}", waits_for=1, updated=50 + number)
        await add_game(database, "gone", result=CALLED_OFF, waits_for=None, updated=200)
        lists = GameLists(database, CALLED_OFF)
        expected = [
            *((f"asked{number}", Rank.YOURS) for number in (0, 1, 2, 3)),
            *((f"other{number}", Rank.RUNNING) for number in (3, 2, 1, 0)),
            *((f"over{number}", Rank.OVER) for number in (3, 2, 1, 0)),  # of one moment: by their ids
        ]
        for size in (1, 5, 100):
            assert await all_pages(lists, size) == expected
        assert await lists.waiting(ADA) == 4
        assert await lists.page(PersonId("eve"), 10) == []

    with_database(database_url, use)


def test_a_game_whose_both_seats_are_mine_is_listed_once(database_url: str) -> None:
    async def use(database: Database) -> None:
        game = await add_game(database, "both", kinds=("human", "human"), waits_for=1)
        await database_seat(database, game)
        (row,) = await GameLists(database, CALLED_OFF).page(ADA, 10)
        assert (row.place.rank, row.seats) == (0, frozenset({0, 1}))
        assert await GameLists(database, CALLED_OFF).waiting(ADA) == 1

    with_database(database_url, use)


async def database_seat(database: Database, game: GameId) -> None:
    async with database.write() as connection:
        await connection.exec_driver_sql(f"INSERT INTO seated (game, seat, person) VALUES ('{game}', 1, 'ada')")  # noqa: S608 - our own words


def test_what_names_no_place_is_none() -> None:
    for text in ("", "3-1-a", "0--a", "0-1-", "0-1-a b", "0-x-a", "0-1-a\n", "0-" + "9" * 16 + "-a"):
        assert ListPlace.read(text) is None
