"""What is asked over a socket counts as the requests that it stands for."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient, WebSocketTestSession

from shanghaien.web.app import create_app
from shanghaien.web.core.settings import load
from shanghaien.web.site.middleware import Application
from tests.web.tables.api.conftest import make_token

CHANGES = 5
"""A minute from one address; a fifth of it for each person: one."""


@pytest.fixture
def tokens(tmp_path: Path) -> list[str]:
    """Two of one person, made before there was a limit."""
    with TestClient(create_app(load({"data": tmp_path, "rate_limit": 0}, {}))) as client:
        client.get("/offline", headers={"accept": "text/html"})
        return [make_token(client) for _ in range(2)]


@pytest.fixture
def client(tmp_path: Path, tokens: list[str]) -> Iterator[TestClient[Application]]:
    with TestClient(create_app(load({"data": tmp_path, "rate_limit": CHANGES}, {}))) as client:
        yield client


@pytest.fixture
def socket(client: TestClient[Application], tokens: list[str]) -> Iterator[WebSocketTestSession]:
    """A program at a game that another one of the same person has set up; three of the five changes are used up."""
    one, other = ({"authorization": f"Bearer {token}"} for token in tokens)
    for _ in range(2):
        assert client.delete("/api/v1/token").status_code == 401
    game = client.post("/api/v1/games", json={"mode": "hot-seat"}, headers=one).json()
    with client.websocket_connect(f"/api/v1/games/{game['id']}/socket", headers=other) as socket:
        assert socket.receive_json()["type"] == "game"
        yield socket


def test_changes_over_a_socket_take_from_the_allowance_of_requests(
    client: TestClient[Application], socket: WebSocketTestSession
) -> None:
    problems: list[Any] = []
    for number in range(2):
        socket.send_json({"type": "undo", "id": f"undo-{number}", "version": 1})
        problems.append(socket.receive_json()["problem"])
    assert [problem["code"] for problem in problems] == ["stale", "too-many-requests"]
    assert problems[-1]["retry_after"] > 0
    assert client.delete("/api/v1/token").status_code == 429  # the socket has used up what the address had left


def test_whoever_sends_rubbish_too_fast_is_cut_off(socket: WebSocketTestSession) -> None:
    codes = []
    for _ in range(2):
        socket.send_text("rubbish")
        codes.append(socket.receive_json()["problem"]["code"])
    assert codes == ["malformed", "too-many-requests"]
    with pytest.raises(WebSocketDisconnect) as closed:
        socket.receive_json()
    assert closed.value.code == 4429
