"""What whoever watches over the server asks it: alive it is in any case, ready only with its store; a missing bus is told."""

import re
import sqlite3
import time
from contextlib import closing
from dataclasses import replace

import pytest
from httpx import Response
from litestar.testing import TestClient

from shanghaien import __version__
from shanghaien.version import commit_of_checkout
from shanghaien.web.app import create_app
from shanghaien.web.core.settings import Settings, load
from shanghaien.web.run import health
from shanghaien.web.site.middleware import Application
from tests.documents import ROOT
from tests.web.nats_server import free_port
from tests.web.patience import PATIENCE


def test_a_server_with_all_it_needs_is_ready_until_it_stops(settings: Settings) -> None:
    app = create_app(settings)
    with TestClient(app) as http:
        assert http.get("/readyz").json() == {"status": "ready", "missing": []}
        app.state.stopping = True
        stopping = http.get("/readyz")
        assert (stopping.status_code, stopping.json()["status"]) == (503, "stopping")
        assert stopping.headers["connection"] == "close"  # the next request should go to another server
        assert http.get("/healthz").json()["status"] == "ok"


def test_a_server_says_of_which_commit_it_is(settings: Settings) -> None:
    with TestClient(create_app(settings)) as http:
        said = http.get("/healthz").json()
    assert said == {"status": "ok", "version": __version__, "commit": commit_of_checkout(ROOT)[:12]}


def test_whoever_looks_after_the_server_gets_no_cookies(settings: Settings) -> None:
    with TestClient(create_app(replace(settings, metrics="a token for figures"))) as http:
        static = re.search(r'/static/[^"]+', http.get("/").text)
        assert static
        assert http.cookies  # those of a page
        for path in ("/healthz", "/readyz", "/metrics", "/robots.txt", static[0]):
            http.cookies.clear()
            answer = http.get(path, headers={"authorization": "Bearer a token for figures"})
            assert (path, answer.status_code, answer.headers.get_list("set-cookie")) == (path, 200, [])


def test_a_server_whose_bus_is_gone_says_so_and_still_takes_players(settings: Settings) -> None:
    lonely = load({"data": settings.data, "nats": f"nats://127.0.0.1:{free_port()}", "bot_workers": 0}, {})
    with TestClient(create_app(lonely)) as http:
        ready = http.get("/readyz")
        assert (ready.status_code, ready.json()) == (200, {"status": "degraded", "missing": ["bus"]})
        assert http.get("/healthz").status_code == 200


def test_a_store_that_can_only_be_read_is_told_and_heals(settings: Settings) -> None:
    with TestClient(create_app(settings)) as http:
        assert http.get("/readyz").status_code == 200
        file = settings.sqlite_file
        assert file is not None
        with closing(sqlite3.connect(file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")  # nobody else can write meanwhile
            told = _answer_other_than(http, 200)
            assert (told.status_code, told.json()) == (503, {"status": "not ready", "missing": ["writing"]})
            assert http.get("/healthz").status_code == 200
            assert http.get("/").status_code == 200
        assert _answer_other_than(http, 503).json() == {"status": "ready", "missing": []}


def test_a_full_disk_is_told_even_if_little_can_still_be_written(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    with TestClient(create_app(settings)) as http:
        with monkeypatch.context() as full:
            full.setattr(health, "LEAST_ROOM", 2**63)  # more than any disk has
            told = http.get("/readyz")
            assert (told.status_code, told.json()) == (503, {"status": "not ready", "missing": ["disk"]})
            assert http.get("/healthz").status_code == 200
        assert http.get("/readyz").json() == {"status": "ready", "missing": []}


def _answer_other_than(http: TestClient[Application], status: int) -> Response:
    until = time.monotonic() + PATIENCE
    while (answer := http.get("/readyz")).status_code == status:
        assert time.monotonic() < until
    return answer


def test_asking_often_leaves_one_trace(settings: Settings) -> None:
    with TestClient(create_app(settings)) as http:
        for _ in range(30):
            assert http.get("/readyz").status_code == 200
        assert settings.sqlite_file is not None
        with closing(sqlite3.connect(settings.sqlite_file)) as database:
            rows = database.execute("SELECT count(*) FROM facts WHERE name = 'last written'").fetchone()
    assert rows == (1,)
