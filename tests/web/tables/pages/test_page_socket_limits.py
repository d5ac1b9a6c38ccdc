"""A page's socket ends with the session that opened it, and what is sent there counts as requests do."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient, WebSocketTestSession

from shanghaien.web.app import create_app
from shanghaien.web.core.settings import load
from shanghaien.web.people.sessions import Sessions
from shanghaien.web.site.middleware import Application
from shanghaien.web.tables.pages import page_socket
from tests.web.browser_like import Visitor
from tests.web.over_http.keeping import HERE, Harbour, Sailor, harbour
from tests.web.tables.api.conftest import make_token

OWN = {"origin": HERE}


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Harbour]:
    with harbour(tmp_path) as site:
        yield site


def begun(sailor: Sailor) -> Any:
    """A game of somebody who is signed in, with their page at its socket."""
    assert sailor.keep("ada").is_success
    return sailor.create()


def at_socket(sailor: Sailor, game: Any) -> WebSocketTestSession:
    assert isinstance(sailor.http, TestClient)
    address = f"/t/{game['id']}/socket?version={game['version']}"
    return sailor.http.websocket_connect(address, headers=OWN)


def end(socket: WebSocketTestSession) -> int:
    """The code with which the server closed the line."""
    try:
        while True:
            socket.receive_json()
    except WebSocketDisconnect as closed:
        return closed.code


@pytest.mark.parametrize("way", ["/account/sign-out", "/account/delete"])
def test_who_signs_out_or_closes_the_account_leaves_no_socket_open(site: Harbour, way: str) -> None:
    ada = site.sailor()
    game = begun(ada)
    with at_socket(ada, game) as socket:
        assert socket.receive_json()[0]["event"] == "alive"
        assert ada.post(way, {"name": "ada"}).status_code in {200, 303}
        assert end(socket) == page_socket.SESSION_OVER


def test_only_the_socket_of_the_device_that_was_signed_out_is_closed(site: Harbour) -> None:
    ada = site.sailor()
    game = begun(ada)
    elsewhere = site.sailor(ada.device)
    assert elsewhere.sign_in().is_success
    with at_socket(ada, game) as here, at_socket(elsewhere, game) as there:
        for socket in (here, there):
            socket.receive_json()
        assert ada.post("/account/sign-out").status_code == 303
        assert end(here) == page_socket.SESSION_OVER
        there.send_json({"re": 1, "to": "act", "form": {}})
        assert there.receive_json()[0]["status"] == 403


def test_a_session_that_was_ended_by_another_process_is_noticed_after_a_while(
    site: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(page_socket, "LOOKED_EVERY", 0.01)
    monkeypatch.setattr(Sessions, "forget_session", lambda *_: None)
    monkeypatch.setattr("shanghaien.web.core.cache.SecretCache.recall", lambda *_: None)
    ada = site.sailor()
    game = begun(ada)
    with at_socket(ada, game) as socket:
        assert ada.post("/account/sign-out").status_code == 303
        assert end(socket) == page_socket.SESSION_OVER


CHANGES = 5
"""A minute from one address; a fifth of it for each person: one."""


@pytest.fixture
def token(tmp_path: Path) -> tuple[str, dict[str, str]]:
    """A program of somebody, and their cookies, from before there was a limit."""
    with TestClient(create_app(load({"data": tmp_path, "rate_limit": 0}, {}))) as client:
        client.get("/offline", headers={"accept": "text/html"})
        return make_token(client), dict(client.cookies)


def test_forms_over_a_socket_take_from_the_allowance_of_requests(
    tmp_path: Path, token: tuple[str, dict[str, str]]
) -> None:
    program, cookies = token
    with TestClient(create_app(load({"data": tmp_path, "rate_limit": CHANGES}, {}))) as client:
        authorized = {"authorization": f"Bearer {program}"}
        game = client.post("/api/v1/games", json={"mode": "hot-seat"}, headers=authorized).json()
        client.cookies.update(cookies)
        own = {"origin": str(client.base_url).rstrip("/")}
        with client.websocket_connect(f"/t/{game['id']}/socket?version={game['version']}", headers=own) as socket:
            answers = forms(socket, 2)
            assert [answer["status"] for answer in answers] == [403, 429]
            assert json.loads(answers[1]["body"])["code"] == "too-many-requests"


def forms(socket: WebSocketTestSession, count: int) -> list[Any]:
    """The answers to so many forms."""
    answers: list[Any] = []
    for number in range(count):
        socket.send_json({"re": number, "to": "act", "form": {}})
        while len(answers) <= number:
            answers += [each for each in socket.receive_json() if each["event"] == "answer"]
    return answers


def test_one_address_has_as_many_sockets_and_streams_as_it_may(tmp_path: Path) -> None:
    with TestClient(create_app(load({"data": tmp_path, "streams": 1}, {}))) as client:
        visitor = Visitor(client)
        game, own = visitor.create()["id"], {"origin": str(client.base_url).rstrip("/")}
        with client.websocket_connect(f"/t/{game}/socket", headers=own) as socket:
            socket.receive_json()
            with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"/t/{game}/socket", headers=own):
                pass
            assert client.get(f"/t/{game}/events").status_code == 429


def test_nothing_is_kept_for_a_page_that_does_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shanghaien.web.site.sockets.SECONDS_TO_TAKE", 0.0)
    with TestClient(create_app(load({"data": tmp_path}, {}))) as client:
        visitor = Visitor(client)
        game = visitor.create()["id"]
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
        sent: list[str] = []
        client.blocking_portal.call(_never_reading, client.app, game, cookies, sent)
    assert sent == ["websocket.accept"]


async def _never_reading(app: Application, game: str, cookies: str, sent: list[str]) -> None:
    """Open the socket of a page whose buffers are full."""
    headers = [(b"host", b"here"), (b"origin", b"http://here"), (b"cookie", cookies.encode())]
    scope: dict[str, Any] = {
        "type": "websocket",
        "path": f"/t/{game}/socket",
        "raw_path": b"",
        "query_string": b"",
        "root_path": "",
    }
    scope |= {"headers": headers, "scheme": "ws", "client": ("here", 1), "server": ("here", 80), "state": {}}
    scope |= {"subprotocols": [], "extensions": {}, "http_version": "1.1", "asgi": {"version": "3.0"}}
    connecting = [{"type": "websocket.connect"}]

    async def receive() -> Any:
        return connecting.pop() if connecting else await asyncio.Event().wait()

    async def send(message: Any) -> None:
        if message["type"] == "websocket.send":
            await asyncio.Event().wait()
        sent.append(message["type"])

    await app(scope, receive, send)
