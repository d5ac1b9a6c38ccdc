"""How much one address may ask for."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from litestar.enums import ScopeType
from litestar.exceptions import TooManyRequestsException, WebSocketDisconnect, WebSocketException
from litestar.testing import TestClient

from shanghaien.web.app import create_app
from shanghaien.web.http.limits import Limits
from shanghaien.web.http.rate_limit import RateLimit
from shanghaien.web.settings import load
from tests.web.browser_like import Visitor
from tests.web.luck import ids


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
    async def run() -> None:
        limits, over = Limits(1000, 3), asyncio.Event()
        limit = RateLimit(limits)

        async def last(*arguments: Any) -> None:
            await over.wait()

        async def ask(address: str = "10.0.0.1") -> None:
            nothing: Any = None
            asked: Any = stream | {"client": (address, 1), "headers": []}
            await limit.handle(asked, nothing, nothing, last)

        streams = [asyncio.create_task(ask()) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises((TooManyRequestsException, WebSocketException)):
            await ask()
        other = asyncio.create_task(ask("10.0.0.2"))
        over.set()
        await asyncio.gather(other, *streams)
        await ask()
        assert limits.streams.here == {}

    asyncio.run(run())


def test_a_person_may_change_a_fifth_of_what_their_address_may() -> None:
    async def run() -> list[str]:
        limit, refused = RateLimit(Limits(10, 3)), list[str]()

        async def nothing(*arguments: Any) -> None:
            pass

        async def change(**headers: str) -> None:
            asked: Any = {"type": ScopeType.HTTP, "path": "/t/g/act", "method": "POST", "client": ("10.0.0.1", 1)}
            asked["headers"] = [(name.encode(), value.encode()) for name, value in headers.items()]
            nobody: Any = None
            try:
                await limit.handle(asked, nobody, nobody, nothing)
            except TooManyRequestsException:
                refused.append(" ".join(headers.values()))

        for _ in range(3):
            await change(cookie="theme=dark; shanghaien_guest=ada; x=1")
            await change(authorization="Bearer bob")
        await change(cookie="theme=dark")
        return refused

    assert asyncio.run(run()) == ["theme=dark; shanghaien_guest=ada; x=1", "Bearer bob"]


def test_a_socket_too_many_is_refused(tmp_path: Path) -> None:
    with TestClient(create_app(load({"data": tmp_path, "streams": 1}, {}))) as client:
        path = "/api/v1/games/any/socket"
        with client.websocket_connect(path):
            with pytest.raises(WebSocketDisconnect) as refused, client.websocket_connect(path) as second:
                second.receive()
            assert refused.value.code == 4429
