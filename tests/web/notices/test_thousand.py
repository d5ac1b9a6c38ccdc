"""Notices counted against turns, with workers that die at any moment; bench/notices.py does the same with 1,000 games."""

import asyncio

from bench.load.noticed import Hardship, simulate
from shanghaien.web.core.database.engine import Database
from tests.web.core.database.databases import with_database

GAMES = 30


def test_every_turn_is_told_once_at_each_device_whenever_workers_die(database_url: str) -> None:
    async def nothing(database: Database) -> None:
        """It is brought up to date."""

    with_database(database_url, nothing)
    counted = asyncio.run(simulate(database_url, GAMES, rounds=1, seed=7, hardship=Hardship(steps=250)))
    assert counted["workers_killed"] > 0
    assert counted["sending_failed"] > 0
    assert counted["notices"] > GAMES
    wrong = ("sent_twice", "for_taken_turns", "missing_though_no_worker_died")
    assert [counted[each] for each in wrong] == [0, 0, 0]
