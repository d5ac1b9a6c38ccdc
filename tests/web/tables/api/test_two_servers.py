"""Two servers on one PostgreSQL are one site to programs."""

import secrets
from pathlib import Path
from typing import Any

import httpx

from tests.web.patience import NO_TLS, PATIENCE
from tests.web.server import running
from tests.web.tables.api.conftest import make_token
from tests.web.tables.api.sockets import at_socket

Values = dict[str, Any]


def test_a_request_repeated_on_another_server_is_answered_there_as_done(tmp_path: Path, empty_postgres: str) -> None:
    flags = ("--database", empty_postgres.replace("+asyncpg", ""), f"--secret={secrets.token_urlsafe(48)}")
    with running(tmp_path / "a", *flags) as one, running(tmp_path / "b", *flags) as two:
        with httpx.Client(verify=NO_TLS, base_url=one.address, timeout=PATIENCE) as person:
            person.get("/offline", headers={"accept": "text/html"})
            token = make_token(person)
        headers = {"authorization": f"Bearer {token}"}
        here, there = (
            httpx.Client(verify=NO_TLS, base_url=f"{server.address}/api/v1", headers=headers, timeout=PATIENCE)
            for server in (one, two)
        )
        with here, there, at_socket(two.address, (game := set_up(here))["id"], token) as socket:
            version = socket.hear("game")["version"]
            roll = {"version": version, "id": "roll", "action": "roll"}
            first, again = (client.post(f"/games/{game['id']}/actions", json=roll) for client in (here, there))
            assert (first.status_code, again.status_code) == (200, 200)
            assert first.json()["version"] == again.json()["version"] == version + 3
            assert socket.hear("entries")["version"] == version + 3
            socket.ask("act", version, id="roll", action="roll")
            assert socket.hear("done")["version"] == version + 3
            stale = here.post(f"/games/{game['id']}/actions", json=roll | {"id": "other"})
            assert (stale.status_code, stale.json()["code"]) == (409, "stale")


def set_up(client: httpx.Client) -> Values:
    game: Values = client.post("/games", json={"mode": "hot-seat"}).json()
    return game
