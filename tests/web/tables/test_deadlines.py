"""Time ends though no page is open and workers are killed: each game once, whoever does it."""

import asyncio
from contextlib import ExitStack
from pathlib import Path

from shanghaien.web.core.ids import GameId
from shanghaien.web.tables.clocks import Pace
from tests.web.patience import wait_until
from tests.web.run.test_worker import over, rows
from tests.web.run.work_process import WorkProcess
from tests.web.tables.tavern import opened
from tests.web.tables.test_clocks import seated, turn

GAMES = 60


async def timed_games(url: str) -> list[GameId]:
    """Games of which half have been played long enough to be lost by time."""
    games = []
    async with opened(url, alone=False) as tavern:
        for number in range(GAMES):
            table = await seated(tavern, Pace.read("live 3 0"))
            for _ in range(4 if number % 2 else 0):
                table = await turn(tavern, table)
            games.append(table.id)
    return games


def test_every_game_ends_once_though_workers_are_killed_at_it(tmp_path: Path, empty_postgres: str) -> None:
    site = ("--database", empty_postgres.replace("+asyncpg", ""))
    games = asyncio.run(timed_games(empty_postgres))
    with ExitStack() as ending:
        workers = [WorkProcess(tmp_path, *site, "--bot-workers", "0") for _ in range(3)]
        for worker in workers:
            ending.callback(worker.kill)
            worker.wait_for("working")
        wait_until(lambda: over(empty_postgres) > 0)
        workers[0].kill()
        workers[1].kill()
        wait_until(lambda: over(empty_postgres) == GAMES)
    ends = rows(empty_postgres, "SELECT game, kind FROM entries WHERE kind IN ('time-out', 'abandoned')")
    assert sorted(row["game"] for row in ends) == sorted(games)
    assert {row["kind"] for row in ends} == {"time-out", "abandoned"}
    wait_until(lambda: rows(empty_postgres, "SELECT 1 FROM jobs WHERE kind = 'clock'") == [])
