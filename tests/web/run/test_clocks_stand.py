"""Real servers that cannot take moves for a while: the clocks on their tables have not run meanwhile."""

import re
import resource
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.browser_like import Visitor
from tests.web.patience import wait_until
from tests.web.postgres_server import PostgresServer
from tests.web.server import Server, running

SOON = ("--outage-seconds", "0.3")
NOTICED = "nobody's time went on while no move could be stored"


@pytest.fixture
def own_postgres() -> Iterator[PostgresServer]:
    """A server that may be killed."""
    server = PostgresServer()
    yield server
    server.close()


def timed_game(visitor: Visitor) -> dict[str, Any]:
    """A game in which a clock runs."""
    table = visitor.create(here="live 3600 10")
    assert table["clocks"]["running"]
    return table


def milliseconds() -> int:
    """What a test measures beside the server: that has not counted any of it."""
    return time.monotonic_ns() // 1_000_000


def given_back(visitor: Visitor, before: dict[str, Any]) -> int:
    """By how much later time is up than before, though nobody has moved."""
    after = visitor.look(before["id"])
    assert after["version"] == before["version"]
    page = visitor.get(f"/t/{before['id']}").text
    assert re.search(r'data-pauses="\d+-\d+', page), "the page does not say when the clock stood"
    return int(after["clocks"]["deadline"] - before["clocks"]["deadline"])


def refused(visitor: Visitor, table: dict[str, Any]) -> bool:
    """Whether a move is refused since it cannot be stored."""
    move = visitor.post(f"/t/{table['id']}/act", visitor.request(table) | {"action": table["legal"][0]})
    return move.status_code == 503


def test_a_process_that_stood_still_gives_the_time_back(tmp_path: Path) -> None:
    with running(tmp_path, *SOON) as server, server.client() as http:
        visitor = Visitor(http)
        table = timed_game(visitor)
        server.process.send_signal(signal.SIGSTOP)
        begun = milliseconds()
        with pytest.raises(httpx.ReadTimeout):
            httpx.get(f"{server.address}/healthz", timeout=1.0)
        lasted = milliseconds() - begun
        server.process.send_signal(signal.SIGCONT)
        assert given_back(visitor, table) >= lasted
        server.wait_for(NOTICED)


def test_a_full_disk_gives_the_time_back(tmp_path: Path) -> None:
    with running(tmp_path, *SOON) as server, server.client() as http:
        visitor = Visitor(http)
        table = timed_game(visitor)
        _limit_files(server, 1)
        assert refused(visitor, table)
        begun = milliseconds()
        assert all(refused(visitor, table) for _ in range(10))
        lasted = milliseconds() - begun
        _limit_files(server, resource.RLIM_INFINITY)
        assert given_back(visitor, table) >= lasted
        assert not refused(visitor, table)


def test_a_postgresql_that_was_away_gives_the_time_back(tmp_path: Path, own_postgres: PostgresServer) -> None:
    with running(tmp_path, *SOON, "--database", own_postgres.url) as server, server.client() as http:
        visitor = Visitor(http)
        table = timed_game(visitor)
        own_postgres.kill()
        begun = milliseconds()
        assert refused(visitor, table)
        lasted = milliseconds() - begun
        own_postgres.start()
        wait_until(lambda: http.get("/readyz").status_code == 200)
        assert given_back(visitor, table) >= lasted
        server.wait_for(NOTICED)


def _limit_files(server: Server, size: int) -> None:
    """Let no file of a server grow beyond so many bytes, which it takes for a full disk."""
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
