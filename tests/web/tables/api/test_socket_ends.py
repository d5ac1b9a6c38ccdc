"""How sockets end when it is nobody's fault: the server stops, or the other end does not listen."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import WebSocket

from shanghaien.web.site import sockets
from shanghaien.web.site.sockets import Gone, SocketConnection
from tests.web.patience import NO_TLS, PATIENCE
from tests.web.server import running
from tests.web.tables.api.conftest import make_token
from tests.web.tables.api.sockets import at_socket


def test_a_server_that_stops_tells_programs_to_come_back(tmp_path: Path) -> None:
    with running(tmp_path) as server, httpx.Client(verify=NO_TLS, base_url=server.address, timeout=PATIENCE) as person:
        person.get("/offline", headers={"accept": "text/html"})
        token = make_token(person)
        headers = {"authorization": f"Bearer {token}"}
        game = person.post("/api/v1/games", json={"mode": "hot-seat"}, headers=headers).json()
        with at_socket(server.address, game["id"], token) as socket:
            socket.hear("game")
            person.get("/offline")  # by now nothing is left to be said
            server.process.terminate()
            assert socket.hear("again") == {"type": "again"}
            assert socket.end() == 1012
        assert server.stop() == 0
        assert not [line for line in server.lines if "Traceback" in line or '"level": "error"' in line]


def test_nothing_is_kept_for_a_program_that_does_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "SECONDS_TO_TAKE", 0.0)
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        if message["type"] == "websocket.send":
            await asyncio.Event().wait()  # as a connection does whose buffers are full
        sent.append(message["type"])

    async def talk() -> None:
        line = SocketConnection(WebSocket({"type": "websocket", "path": "/"}, receive, send))  # type: ignore[arg-type]
        await line.open()
        with pytest.raises(Gone):
            await line.say("news")
        with pytest.raises(Gone):
            await line.say("more news")
        await line.close(1000)

    asyncio.run(talk())
    assert sent == ["websocket.accept"]
