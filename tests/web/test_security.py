"""How much one address may ask for."""

from pathlib import Path
from typing import Any

import pytest
from litestar.enums import ScopeType
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from shanghaien.web.app import create_app
from shanghaien.web.core.limits import READS_PER_CHANGE, Limits
from shanghaien.web.core.settings import load
from shanghaien.web.site.load_shedding import SECONDS_FOR_A_STREAM, RateLimit
from tests.web.browser_like import Visitor
from tests.web.randomness import ids


def test_too_much_at_once_is_refused_with_the_time_to_wait(tmp_path: Path) -> None:
    with TestClient(create_app(load({"data": tmp_path, "rate_limit": 1}, {}))) as client:
        visitor = Visitor(client)
        answers = [visitor.post("/new", {"mode": "hot-seat"}) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [303, 429, 429]
        assert "wait a moment" in answers[-1].text
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 61
        assert "content-security-policy" in answers[-1].headers
        assert visitor.get("/new").status_code == 200
        assert visitor.get("/healthz").status_code == 200


def test_a_forwarded_address_is_not_believed_from_anybody(tmp_path: Path) -> None:
    with TestClient(create_app(load({"data": tmp_path, "rate_limit": 1}, {}))) as client:
        visitor = Visitor(client)
        token = {"x-csrftoken": client.cookies["csrftoken"]}
        statuses = [
            visitor.http.post(
                "/new",
                data={"mode": "hot-seat"},
                headers=token | {"x-forwarded-for": f"10.0.0.{number}"},
                follow_redirects=False,
            ).status_code
            for number in range(3)
        ]
        assert statuses == [303, 429, 429]


def test_cookies_travel_by_https_only_where_players_do(tmp_path: Path) -> None:
    settings = load({"data": tmp_path, "public_url": "https://play.example"}, {})
    with TestClient(create_app(settings, ids()), base_url="https://play.example") as client:
        answer = Visitor(client).submit("/new", "/new", mode="hot-seat")
        assert "secure" in answer.headers["set-cookie"].lower()
        assert answer.headers["strict-transport-security"].startswith("max-age=")


@pytest.mark.parametrize(
    "stream",
    [
        {"type": ScopeType.HTTP, "path": "/t/g/events", "method": "GET"},
        {"type": ScopeType.WEBSOCKET, "path": "/api/v1/games/g/socket"},
    ],
)
def test_an_address_holds_a_limited_number_of_streams_open(stream: dict[str, Any]) -> None:
    limits = Limits(1000, 3)
    limit = RateLimit(limits)
    here, there = (scope(**stream, client=(address, 1)) for address in ("10.0.0.1", "10.0.0.2"))
    assert [limit.enter(here) for _ in range(4)] == [0, 0, 0, SECONDS_FOR_A_STREAM]
    assert limit.enter(there) == 0
    limit.leave(here)
    assert limit.enter(here) == 0
    for one in (here, here, here, there):
        limit.leave(one)
    assert limits.streams.of == {}


def scope(**values: Any) -> Any:
    return {"headers": [], "client": ("10.0.0.1", 1), **values}


def test_a_person_may_change_a_fifth_of_what_their_address_may() -> None:
    limit = RateLimit(Limits(10, 3))

    def refused(name: str, value: str) -> bool:
        headers = [(name.encode(), value.encode())]
        return limit.enter(scope(path="/t/g/act", method="POST", headers=headers)) > 0

    ada, bob = ("cookie", "theme=dark; shanghaien_guest=ada; x=1"), ("authorization", "Bearer bob")
    assert [refused(*who) for who in (ada, bob) * 3] == [False] * 4 + [True] * 2
    assert not refused("cookie", "theme=dark")


@pytest.mark.parametrize("path", ["/nothing", "/t/%00", "/" + "a" * 4000, "/api/v1/nothing", "/t/nope"])
def test_addresses_with_nothing_at_them_count_like_all_others(tmp_path: Path, path: str) -> None:
    with TestClient(create_app(load({"data": tmp_path, "rate_limit": 1}, {}))) as client:
        answers = {answer.status_code: answer for answer in (client.get(path) for _ in range(3 * READS_PER_CHANGE))}
        assert set(answers) == {404, 429}
        assert int(answers[429].headers["retry-after"]) >= 1
        assert "Too many requests at once; please wait a moment." in answers[429].text
        assert client.get("/static/nothing").status_code == 404


def test_a_socket_too_many_is_refused(tmp_path: Path) -> None:
    with TestClient(create_app(load({"data": tmp_path, "streams": 1}, {}))) as client:
        path = "/api/v1/games/any/socket"
        with client.websocket_connect(path):
            with pytest.raises(WebSocketDisconnect) as refused, client.websocket_connect(path) as second:
                second.receive()
            assert refused.value.code == 4429
