"""Whoever leaves while an archive is sent does no harm, and nothing about it is logged as a fault."""

import json
import socket
import time
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit
from zipfile import ZipFile

import pytest

from tests.web.browser_like import Visitor
from tests.web.patience import PATIENCE
from tests.web.server import Server, running

GAMES, LEFT = 6, 10
"""How many games are in the archive, and how often it is left: at most so often somebody may take it along."""


@pytest.fixture(params=["sqlite", "postgres"])
def flags(request: pytest.FixtureRequest) -> list[str]:
    if request.param == "sqlite":
        return []
    url: str = request.getfixturevalue("empty_postgres")
    return ["--database", url.replace("+asyncpg", "")]


def leave(server: Server, cookies: str, after: int) -> bytes:
    """Ask for the archive, and go when so many bytes have come."""
    parts = urlsplit(server.address)
    head = f"GET /people/Toni/records.zip HTTP/1.1\r\nHost: {parts.netloc}\r\nCookie: {cookies}\r\n\r\n"
    came = b""
    with socket.create_connection((parts.hostname, parts.port), PATIENCE) as connection:
        connection.sendall(head.encode())
        while len(came) < after:
            came += connection.recv(min(4096, after - len(came)))
    return came


def test_a_download_that_is_left_logs_no_fault_and_the_next_is_whole(tmp_path: Path, flags: list[str]) -> None:
    with running(tmp_path, *flags) as server, server.client() as http:
        toni = Visitor(http)
        assert toni.submit("/keep", "/keep/codes", name="Toni").status_code in {200, 303}
        games = {toni.resign(toni.create(mode="bot"))["id"] for _ in range(GAMES)}
        while not all(game in toni.get("/people/Toni/games").text for game in games):
            time.sleep(0.05)  # results are listed by a job
        cookies = "; ".join(f"{name}={value}" for name, value in http.cookies.items())
        for number in range(LEFT):
            assert leave(server, cookies, 1 + 40 * number).startswith(b"HTTP/1.1 200 "[: 1 + 40 * number])
        whole = http.get("/people/Toni/records.zip", timeout=PATIENCE)
        with ZipFile(BytesIO(whole.content)) as archive:
            assert {name.removesuffix(".json") for name in archive.namelist()} == games
    told = [json.loads(line) for line in server.lines if line.startswith("{")]
    assert [line for line in told if line["level"] in {"error", "warning"}] == []
