"""However many people and results there are, what pages ask is found by an index."""

import re
from typing import Any

from sqlalchemy import event

from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.standings.jobs import StandingJobs
from shanghaien.web.standings.result_lists import StrengthStore
from shanghaien.web.standings.result_log import PastPlace, games_over
from shanghaien.web.standings.results_store import rated_after, results_with, reviewed_after, unreviewed
from shanghaien.web.standings.service import Standings
from shanghaien.web.standings.store import Key, best, neighbours, row_named
from shanghaien.web.standings.unrating import Unrating
from tests.web.persons import ADA
from tests.web.standings.games import keeping
from tests.web.tables.tavern import Tavern

KEY = Key(1500.0, ADA)


async def _questions(database: Database) -> None:
    """Everything that is asked on a request, or often."""
    reading = Standings(database)
    await reading.of(ADA)
    await StrengthStore(database).habits(ADA)
    await reading.results(GameId("g"))
    async with database.read() as connection:
        await best(connection, "live", 50)
        await best(connection, "live", 50, below=KEY)
        await neighbours(connection, "live", ADA, 4)
        await row_named(connection, "live", "ada")
        await results_with(connection, "key")
        await rated_after(connection, 5, 10)
        await reviewed_after(connection, 5, 10)
        await unreviewed(connection, 0, 5)
    await games_over(database, PastPlace(1, GameId("g")), ("bot", "invite"), 20)


def test_nothing_that_is_asked_reads_a_whole_table(tmp_path: Any) -> None:
    async def visit(tavern: Tavern, duties: StandingJobs) -> None:
        database, asked = duties.results.database, list[tuple[str, Any]]()

        def note(connection: Any, cursor: Any, statement: str, values: Any, *more: Any) -> None:
            asked.append((statement, values))

        engines = [database._readers.sync_engine, database._glancers.sync_engine]
        for engine in engines:
            event.listen(engine, "before_cursor_execute", note)
        await _questions(database)
        unrating = Unrating(duties.results)
        await unrating.suspicions(10, 0.5, (1.0, PersonId("x")))
        await unrating.suspicion(ADA)
        await unrating.games(ADA, 10)
        for engine in engines:
            event.remove(engine, "before_cursor_execute", note)
        selects = [(text, values) for text, values in asked if text.startswith("SELECT")]
        assert len(selects) > 10
        async with database.read() as connection:
            for text, values in selects:
                plan = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {text}", values)
                for step in plan.scalars("detail"):
                    assert not re.match(r"SCAN (standings|results|watches|habits|games|people)\b(?!.*INDEX)", step), (
                        text
                    )
                    sorts = "LIMIT" in text and "TEMP B-TREE FOR ORDER BY" in step
                    assert not sorts or "LAST TERM" in step, text

    keeping(tmp_path, visit)
