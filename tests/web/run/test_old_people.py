"""What goes of people after a long time, and what stays."""

from sqlalchemy import insert, select

from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.people.schema import names, people, sessions
from shanghaien.web.run.cleanup import DAY_MS, CleanUp, Retention
from shanghaien.web.tables.store.schema import vacations
from tests.web.core.database.databases import add_game, with_database


def test_sessions_unused_for_a_year_names_held_no_more_and_old_vacations_go(database_url: str) -> None:
    async def run(database: Database) -> None:
        today = now()
        await add_game(database, "of today", updated=today)
        async with database.write() as connection:
            await connection.execute(insert(people), {"id": "ines", "name": "Ines", "created": 1})
            used = {"used": 300, "unused": 400}
            session = {"person": "ines", "label": "", "created": 1}
            seen = [session | {"hash": name, "seen": today - days * DAY_MS} for name, days in used.items()]
            await connection.execute(insert(sessions), seen)
            held = {"ines": None, "held": today + DAY_MS, "free": today - DAY_MS}
            rows = [{"folded": name, "person": "ines", "held_until": until} for name, until in held.items()]
            await connection.execute(insert(names), rows)
            spans = [{"person": "ines", "begins": days, "ends": today - days * DAY_MS} for days in (100, 800)]
            await connection.execute(insert(vacations), spans)
        await CleanUp(database, Retention(365, 30, 180)).clean()
        async with database.read() as connection:
            assert list(await connection.scalars(select(sessions.c.hash))) == ["used"]
            assert set(await connection.scalars(select(names.c.folded))) == {"ines", "held"}
            assert list(await connection.scalars(select(vacations.c.begins))) == [100]
            assert list(await connection.scalars(select(people.c.id))) == ["ines"]

    with_database(database_url, run)
