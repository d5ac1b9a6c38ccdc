"""`/metrics`: who may read it, and what it tells."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import replace

import pytest
from litestar.exceptions import NotFoundException
from litestar.testing import RequestFactory, TestClient
from prometheus_client.parser import text_string_to_metric_families

from shanghaien.web.app import create_app
from shanghaien.web.core.settings import Settings
from shanghaien.web.run.metrics import let_in
from shanghaien.web.site.middleware import Application
from tests.web.browser_like import Visitor

TOKEN = "for those who watch"  # noqa: S105 - of the tests
BEARER = {"authorization": f"Bearer {TOKEN}"}
Figures = dict[tuple[str, frozenset[tuple[str, str]]], float]


@contextmanager
def site(settings: Settings, metrics: str) -> Iterator[TestClient[Application]]:
    with TestClient(create_app(replace(settings, metrics=metrics))) as client:
        yield client


def figures(client: TestClient[Application]) -> Figures:
    answer = client.get("/metrics", headers=BEARER)
    assert answer.status_code == 200, answer.text
    families = text_string_to_metric_families(answer.text)
    return {(one.name, frozenset(one.labels.items())): one.value for family in families for one in family.samples}


def figure(told: Figures, name: str, **labels: str) -> float:
    return told.get((f"shanghaien_{name}", frozenset(labels.items())), 0.0)


def test_where_nothing_is_set_there_is_nothing(settings: Settings) -> None:
    with site(settings, "") as client:
        assert client.get("/metrics").status_code == 404
        assert client.get("/metrics", headers={"authorization": "Bearer "}).status_code == 404


def test_a_token_is_asked_for(settings: Settings) -> None:
    with site(settings, TOKEN) as client:
        assert client.get("/metrics", headers=BEARER).status_code == 200
        for wrong in ({}, {"authorization": f"Bearer {TOKEN}!"}, {"authorization": TOKEN}):
            answer = client.get("/metrics", headers=wrong)
            assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")


@pytest.mark.parametrize(
    ("address", "headers", "let"),
    [
        ("127.0.0.1", {"host": "127.0.0.1:8000"}, True),
        ("::1", {"host": "[::1]:8000"}, True),
        ("127.0.0.1", {"host": "localhost"}, True),
        ("203.0.113.7", {"host": "localhost"}, False),
        ("127.0.0.1", {"host": "localhost", "x-forwarded-for": "127.0.0.1"}, False),
        ("127.0.0.1", {"host": "localhost", "forwarded": "for=127.0.0.1"}, False),
        ("127.0.0.1", {"host": "play.example"}, False),
    ],
)
def test_local_means_made_on_this_machine_and_not_by_a_proxy(address: str, headers: dict[str, str], let: bool) -> None:
    request = RequestFactory().get("/metrics", headers=headers)
    request.scope["client"] = (address, 50_000)
    with nullcontext() if let else pytest.raises(NotFoundException):
        let_in(request, "local")


def test_requests_are_counted_by_route_and_never_by_game(settings: Settings) -> None:
    with site(settings, TOKEN) as client:
        before = figures(client)
        visitor = Visitor(client)
        games = [visitor.create()["id"] for _ in range(3)]
        for game in games:
            client.get(f"/t/{game}")
        client.get("/t/nothing-there")
        client.get("/no/such/route")
        told = figures(client)
        text = client.get("/metrics", headers=BEARER).text
    labels = {"route": "/t/{game}", "method": "GET"}
    assert _grown("requests_total", before, told, **labels, status="200") == 3
    assert _grown("requests_total", before, told, **labels, status="404") == 1
    assert _grown("requests_total", before, told, route="none", method="GET", status="404") == 1
    assert _grown("request_seconds_count", before, told, route="/t/{game}") == 4
    assert not any(game in text for game in games)


def _grown(name: str, before: Figures, after: Figures, **labels: str) -> float:
    return figure(after, name, **labels) - figure(before, name, **labels)


def test_moves_and_what_waits_are_told(settings: Settings) -> None:
    with site(settings, TOKEN) as client:
        visitor = Visitor(client)
        table, before = visitor.create(), figures(client)
        visitor.act(table)
        told = figures(client)
    assert _grown("moves_total", before, told, mode="hot-seat") == 1
    assert figure(told, "games_asked") in {1, 2}  # the Captain may be playing the deal of the day
    assert figure(told, "jobs", kind="cleanup", state="waiting") == 1
    assert figure(told, "reviews_waiting") == figure(told, "people") == figure(told, "streams") == 0
    assert figure(told, "processes") == 1


def test_what_is_told_is_named_after_the_house(settings: Settings) -> None:
    with site(settings, TOKEN) as client:
        text = client.get("/metrics", headers=BEARER).text
    names = set(re.findall(r"^# TYPE (\S+)", text, re.MULTILINE))
    assert names
    assert all(name.startswith("shanghaien_") for name in names)
