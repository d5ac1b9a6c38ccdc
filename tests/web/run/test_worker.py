"""Workers on their own: they think and review for servers that do not; what a killed one had begun the others finish."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest

from bench.load.processes import runs
from shanghaien.rules import load
from tests.web.browser_like import PAGE, Visitor
from tests.web.nats_server import NatsServer
from tests.web.patience import wait_until
from tests.web.run.work_process import WorkProcess
from tests.web.server import Server

GAMES, WELL_BEGUN = 4, 40


@pytest.fixture
def nats() -> Iterator[str]:
    server = NatsServer()
    server.start()
    yield server.url
    server.close()


def rows(url: str, query: str) -> list[Any]:
    async def ask() -> list[Any]:
        connection = await asyncpg.connect(url.replace("+asyncpg", ""))
        try:
            return list(await connection.fetch(query))
        finally:
            await connection.close()

    return asyncio.run(ask())


def over(url: str) -> int:
    return int(rows(url, "SELECT count(*) FROM games WHERE result IS NOT NULL")[0][0])


def test_games_end_though_a_worker_and_a_server_are_killed(tmp_path: Path, empty_postgres: str, nats: str) -> None:
    site = ("--database", empty_postgres.replace("+asyncpg", ""), "--nats", nats)
    with ExitStack() as ending:
        stay = Server(tmp_path, *site, "--bot-workers", "0")
        ending.callback(stay.stop)
        workers = [WorkProcess(tmp_path, *site, "--bot-pause", "0.01") for _ in range(3)]
        goes = Server(tmp_path, *site, "--bot-workers", "0")
        for worker in workers:
            worker.wait_for("working")
        games = [create(server) for server in (stay, goes) for _ in range(GAMES // 2)]
        wait_until(lambda: rows(empty_postgres, "SELECT max(version) FROM games")[0][0] > WELL_BEGUN)
        victim = next(worker for _ in iter(int, 1) for worker in workers if worker.children())
        goes.kill()
        victim.kill()
        left = over(empty_postgres)
        wait_until(lambda: over(empty_postgres) == GAMES)
        assert left < GAMES  # else they had nothing to finish
        with stay.client() as http:
            for game in games:
                check_log(http, empty_postgres, game)
            wait_until(lambda: http.get(f"/t/{games[0]}/review", headers=PAGE).status_code == 200)
        workers.remove(victim)
        thinkers = [thinker for worker in workers for thinker in worker.children()]
        for worker in workers:
            assert worker.stop() == 0
            assert json.loads(worker.lines[-1])["message"] == "stopped"
        wait_until(lambda: not any(runs(thinker) for thinker in thinkers))


def create(server: Server) -> str:
    with server.client() as http:
        answer = Visitor(http).submit("/new", "/new", mode="bots", level="cabin-boy")
        return str(answer.headers["location"].removeprefix("/t/"))


def check_log(http: httpx.Client, url: str, game: str) -> None:
    """No entry is there twice or missing, and the rules agree with every one of them."""
    numbers = [row[0] for row in rows(url, f"SELECT number FROM entries WHERE game = '{game}' ORDER BY number")]  # noqa: S608 - our own words
    assert numbers == list(range(1, len(numbers) + 1))
    assert load(http.get(f"/t/{game}/record.txt").text).final.over
