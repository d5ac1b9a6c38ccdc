"""PostgreSQL goes and comes back: whoever asks meanwhile is told so clearly, and afterwards everything goes on by itself."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.browser_like import Visitor
from tests.web.patience import PATIENCE
from tests.web.postgres_server import PostgresServer
from tests.web.server import running


@pytest.fixture
def own_postgres() -> Iterator[PostgresServer]:
    """A server that may be killed."""
    server = PostgresServer()
    yield server
    server.close()


def test_a_store_that_is_gone_is_told_and_comes_back(tmp_path: Path, own_postgres: PostgresServer) -> None:
    with running(tmp_path, "--database", own_postgres.url) as server, server.client() as http:
        visitor = Visitor(http)
        table = visitor.create()
        assert http.get("/readyz").json() == {"status": "ready", "missing": []}
        own_postgres.kill()

        page = http.get("/", headers={"accept-language": "de"})
        assert (page.status_code, page.headers["retry-after"]) == (503, "3")
        assert "Gleich wieder da" in page.text
        move = visitor.post(f"/t/{table['id']}/act", visitor.request(table) | {"action": "roll"})
        assert move.status_code == 503
        problem = visitor.api("GET", "/games")
        assert (problem.status_code, problem.json()["code"]) == (503, "unavailable")
        assert http.get("/healthz").status_code == 200
        ready = http.get("/readyz")
        assert (ready.status_code, "store" in ready.json()["missing"]) == (503, True)

        own_postgres.start()
        until = time.monotonic() + PATIENCE
        while http.get("/readyz").status_code != 200:
            assert time.monotonic() < until
            time.sleep(0.05)
        assert visitor.look(table["id"])["version"] == table["version"]  # what was not acknowledged is not there
        assert visitor.act(table)["state"]["rolled"]
        assert server.stop() == 0
    assert not any("Traceback" in line for line in server.lines)
