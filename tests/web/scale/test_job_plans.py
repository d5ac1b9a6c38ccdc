"""However many jobs are due, or are to come, the next ones are found by an index and need not be sorted."""

from collections.abc import Sequence

import pytest
from sqlalchemy import insert, text

from shanghaien.web.core.clock import now
from shanghaien.web.core.database.engine import Database
from shanghaien.web.core.database.schema import jobs
from shanghaien.web.core.jobs import JobRow, JobStore
from tests.web.core.database.databases import with_database
from tests.web.scale.plans import faults
from tests.web.scale.statements import Recorder

DUE, COMING, AT_ONCE = 20_000, 20_000, 20
KINDS = ["clock", "order", "turn"]
REVIEW = "review"


async def fill(database: Database, kinds: Sequence[str], due: int) -> None:
    """So many jobs that are due, those of the last hour with the lowest priority, and many that are to come."""
    first = now() + 10**9
    rows = [{"at": number + 1, "priority": -number} for number in range(due)]
    rows += [{"at": first + number, "priority": 1} for number in range(COMING)]
    named = [{"kind": kinds[number % len(kinds)], "subject": f"{number}", **row} for number, row in enumerate(rows)]
    async with database.write() as connection:
        await connection.execute(insert(jobs), named)
        await connection.execute(text("ANALYZE"))


def claimed(url: str, kinds: Sequence[str], due: int) -> list[JobRow]:
    """What is claimed first; no statement for that reads more than its share."""
    found, recorder = list[JobRow](), Recorder()

    async def use(database: Database) -> None:
        await fill(database, kinds, due)
        with recorder.listening(database):
            assert await JobStore(database).wait_ms(kinds) == 0
            found.extend(await JobStore(database).claim(kinds, AT_ONCE, 1000))

    with_database(url, use)
    assert len(recorder.kept) >= 2
    assert [str(fault) for fault in faults(url, list(recorder.kept.values()))] == []
    return found


@pytest.mark.parametrize("due", [DUE, 3])
def test_jobs_of_several_kinds_are_found_by_their_time(database_url: str, due: int) -> None:
    assert [row.at for row in claimed(database_url, KINDS, due)] == [*range(1, min(due, AT_ONCE) + 1)]


def test_jobs_of_one_kind_are_found_by_their_priority(database_url: str) -> None:
    assert [row.priority for row in claimed(database_url, [REVIEW], DUE)] == [*range(1 - DUE, 1 - DUE + AT_ONCE)]
