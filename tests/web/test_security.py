"""How much one address may ask for."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from litestar.enums import ScopeType
from litestar.exceptions import TooManyRequestsException
from litestar.testing import TestClient

from shanghaien.web.app import create_app
from shanghaien.web.http.security import MOST_ADDRESSES, MOST_STREAMS, Allowance, RateLimit
from shanghaien.web.settings import load
from tests.web.browser_like import Visitor
from tests.web.luck import ids


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_an_allowance_is_used_up_and_fills_again() -> None:
    clock = Clock()
    allowance = Allowance(60, clock)
    assert [allowance.take("a") for _ in range(60)] == [0.0] * 60
    assert allowance.take("a") == 1.0
    assert allowance.take("b") == 0.0
    clock.now = 1.0
    assert [allowance.take("a") > 0, allowance.take("a") > 0] == [False, True]


def test_addresses_that_were_not_seen_for_long_are_forgotten() -> None:
    allowance = Allowance(60, Clock())
    for number in range(MOST_ADDRESSES + 500):
        allowance.take(str(number))
    assert len(allowance._left) == MOST_ADDRESSES


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
        answer = Visitor(client).post("/new", {"mode": "hot-seat"})
        assert "secure" in answer.headers["set-cookie"].lower()
        assert answer.headers["strict-transport-security"].startswith("max-age=")


def test_an_address_holds_a_limited_number_of_streams_open() -> None:
    async def run() -> None:
        limit, over = RateLimit(1000), asyncio.Event()
        scope: Any = {"type": ScopeType.HTTP, "path": "/t/g/events", "method": "GET", "client": ("10.0.0.1", 1)}

        async def stream(*arguments: Any) -> None:
            await over.wait()

        async def ask(**changes: Any) -> None:
            nothing: Any = None
            asked: Any = scope | changes
            await limit.handle(asked, nothing, nothing, stream)

        streams = [asyncio.create_task(ask()) for _ in range(MOST_STREAMS)]
        await asyncio.sleep(0)
        with pytest.raises(TooManyRequestsException):
            await ask()
        other = asyncio.create_task(ask(client=("10.0.0.2", 1)))
        over.set()
        await asyncio.gather(other, *streams)
        await ask()
        assert limit._streams == {}

    asyncio.run(run())
