"""What does not agree beside the games is found; a sound database has nothing of it."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy import insert, text

from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.jobs import JobStore
from shanghaien.web.people.schema import names, people, sessions
from shanghaien.web.run.check import QUESTIONS, Inconsistency, inconsistencies
from tests.web.core.database.databases import add_game, with_database

DAMAGES = (
    "INSERT INTO names (folded, person) VALUES ('nobody', 'gone')",
    "UPDATE names SET held_until = 5 WHERE folded = 'ines'",
    "UPDATE entries SET used = -1",
    "DELETE FROM jobs WHERE kind = 'clock'",
    "UPDATE games SET pace = NULL",
    "INSERT INTO vacations (person, begins, ends) VALUES ('ines', 5, 4)",
)


async def a_house(database: Database) -> None:
    """Somebody with an account, a name that is held for nobody, and a game on a clock."""
    await add_game(database, "a-game", updated=now())
    async with database.write() as connection:
        await connection.execute(insert(people), {"id": "ines", "name": "Ines", "created": 1})
        rows: list[dict[str, Any]] = [
            {"folded": "ines", "person": "ines", "held_until": None},
            {"folded": "gone", "person": "", "held_until": 9},
        ]
        await connection.execute(insert(names), rows)
        session = {"hash": "h", "person": "ines", "label": "", "created": 1, "seen": 1}
        await connection.execute(insert(sessions), session)
        await connection.execute(text("UPDATE games SET pace = 'live 300 10', deadline = 5"))
    await JobStore(database).set("clock", "a-game", 5)


def test_a_sound_house_has_nothing_odd_and_each_damage_is_told(database_url: str) -> None:
    async def run(database: Database) -> None:
        await a_house(database)
        assert await inconsistencies(database) == []
        async with database.write() as connection:
            for damage in DAMAGES:
                await connection.execute(text(damage))
        found = await inconsistencies(database)
        assert found == [Inconsistency(1, what) for what in QUESTIONS if not what.startswith("Sessions")]
        assert str(found[0]) == "Names that belong to nobody: 1."

    with_database(database_url, run)


def test_ways_in_of_nobody_are_found(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    with_database(f"sqlite+aiosqlite:///{file}", a_house)
    with closing(sqlite3.connect(file)) as connection, connection:  # no database that watches its keys lets that happen
        connection.execute("DELETE FROM people")
        connection.execute("DELETE FROM names WHERE person = 'ines'")

    async def run(database: Database) -> None:
        assert await inconsistencies(database) == [
            Inconsistency(1, "Sessions, passkeys, codes and addresses of nobody")
        ]

    with_database(f"sqlite+aiosqlite:///{file}", run)
