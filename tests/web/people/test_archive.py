"""The archive of all that is known of somebody is made while it is sent."""

import asyncio
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

from shanghaien.web.people.pages.archive import archive, own_files
from shanghaien.web.people.person_data import PersonExport
from shanghaien.web.tables.clocks import DAYS_PACE
from tests.web.moving_time import MovingTime
from tests.web.persons import ADA, BOB
from tests.web.tables.tavern import Tavern
from tests.web.tables.test_clocks import seated, timed


def test_who_reads_their_archive_slowly_keeps_nobody_waiting(tmp_path: Path) -> None:
    async def visit(tavern: Tavern, time: MovingTime) -> None:
        games = {(await seated(tavern, DAYS_PACE)).id for _ in range(2)}
        own = PersonExport(tavern.games.database)
        slow = archive(own_files(ADA, own, tavern.tables))
        first = b"".join([await anext(slow) for _ in range(3)])
        async with asyncio.timeout(60):
            whole = b"".join([part async for part in archive(own_files(BOB, own, tavern.tables))])
        with ZipFile(BytesIO(whole)) as zipped:
            assert {f"games/{game}.json" for game in games} <= set(zipped.namelist())
        rest = b"".join([part async for part in slow])
        with ZipFile(BytesIO(first + rest)) as zipped:
            assert zipped.testzip() is None

    timed(tmp_path, visit)
