"""A few hundred hostile requests at a real server on each store: each gets a clear answer, and no fault is logged."""

import pytest

from scripts.fuzz import fuzz
from scripts.hostile import Enemy, Hostile, Known
from shanghaien.web.app import create_app
from shanghaien.web.core.settings import Settings
from tests.web.scale.addresses import templates

COUNT = 400


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_no_hostile_request_brings_about_a_fault(store: str) -> None:
    account = fuzz([store], COUNT, seed=7)[store]
    assert account.errors == []
    assert {status for status in account.statuses if status >= 500} == set(), account.failed
    assert account.statuses.total() + account.not_ready == COUNT
    assert {200, 303, 400, 403, 404} <= set(account.statuses)  # some got as far as a page


def test_every_route_of_the_app_is_attacked(settings: Settings) -> None:
    app = create_app(settings)
    known = Known(list(templates(app)))
    enemy = Enemy(1, known)
    asked = {b"".join(enemy.request().path.partition(b"?")[0].split(b"/")[1:2]) for _ in range(6000)}
    routes = {route.path.split("/")[1].partition("{")[0] for route in app.litestar.routes}
    assert {"keep", "sign-in", "notices", "order", "lobby", "people", "day", "api"} <= routes
    assert {route.encode() for route in routes} <= asked


def drawn(seed: int) -> list[bytes]:
    enemy = Enemy(seed, Known())
    return [enemy.request().wire() for _ in range(50)]


def test_the_same_seed_draws_the_same_requests() -> None:
    first, second, other = map(drawn, (3, 3, 4))
    assert first == second != other


def test_a_failing_request_is_made_shorter_piece_by_piece() -> None:
    request = Hostile("POST", b"/t/g?end=left&x=1", (("cookie", b"a=b"),), b"id=1&action=roll")
    shorter = request.shorter()
    assert Hostile("POST", b"/t/g?end=left", request.headers, request.body) in shorter
    assert Hostile("POST", request.path, (), request.body) in shorter
    assert Hostile("POST", request.path, request.headers, b"action=roll") in shorter
    assert all(len(candidate.wire()) < len(request.wire()) for candidate in shorter)
