"""Outcomes are counted over the games that ended last; running games and dice of wood are left out."""

from shanghaien.web.core.database.engine import Database
from shanghaien.web.tables.dice.statistics import latest_outcomes
from shanghaien.web.tables.store import schema
from tests.web.core.database.databases import add_game, with_database


async def _drew(database: Database, game: str, *texts: str) -> None:
    rows = [
        {"game": game, "number": number, "kind": "draw", "seat": None, "text": text, "request_id": None, "at": 1}
        for number, text in enumerate(texts, 101)
    ]
    async with database.write() as connection:
        await connection.execute(schema.entries.insert(), rows)


def test_only_the_last_games_that_ended_are_counted(database_url: str) -> None:
    async def use(database: Database) -> None:
        for number in range(3):
            game = await add_game(database, f"over{number}", result="{}", waits_for=None, updated=number)
            await _drew(database, game, "3-5", "FRE3", f"{number + 1}-6")
        await _drew(database, await add_game(database, "running", waits_for=0, updated=9), "1-1")
        wood = await add_game(database, "wood", mode="real-dice", result="{}", waits_for=None, updated=8)
        await _drew(database, wood, "2-2")
        assert await latest_outcomes(database, 2) == {"3-5": 2, "FRE3": 2, "2-6": 1, "3-6": 1}
        assert not {"1-1", "2-2"} & (await latest_outcomes(database, 100)).keys()

    with_database(database_url, use)
