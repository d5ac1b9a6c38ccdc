"""Visitors who are silent, slow or too many: they are let go, and everybody else is served meanwhile."""

import logging
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from shanghaien.web.run.connections import ConnectionTable, Room
from tests.web.browser_like import Visitor
from tests.web.patience import PATIENCE, wait_until
from tests.web.run.at_the_door import PROXY, STRANGER, alive, connect, last_words, patience, served

MANY = 60
HEAD = b"POST /new HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\n"
SLOW = [
    (b"", b""),
    (b"GET / HTT", b"HTTP/1.1 408 "),
    (b"GET / HTTP/1.1\r\nhost: x\r\n", b"HTTP/1.1 408 "),
    (HEAD + b"content-length: 10\r\n\r\nmode", b"HTTP/1.1 408 "),
    (HEAD + b"transfer-encoding: chunked\r\n\r\n4\r\nmode\r\n", b"HTTP/1.1 408 "),
    (b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n", b"HTTP/1.1 200 OK"),
]


def test_who_keeps_the_server_waiting_is_let_go(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Silent, in the middle of a head or of a body, or idle after an answer."""
    with served(tmp_path, ConnectionTable(patience=patience(head=1.0, body=0.1)), idle=0.1) as address:
        lines = [connect(address, say=say) for say, _ in SLOW]
        for line, (_, answer) in zip(lines, SLOW, strict=True):
            said = last_words(line)
            assert said.startswith(answer)
            assert said.count(b"HTTP/1.1") == (1 if answer else 0)
        assert alive(address)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_a_head_that_comes_byte_by_byte_gains_no_time(tmp_path: Path) -> None:
    with served(tmp_path, ConnectionTable(patience=patience(head=1.0))) as address:
        line = connect(address, say=b"GET / HTTP/1.1\r\n")
        line.settimeout(0.05)
        said = b""
        for _ in range(int(PATIENCE / 0.05)):
            try:
                line.sendall(b"x: y\r\n")
                said += line.recv(65536)
                break
            except TimeoutError:
                continue
            except ConnectionError:
                break
        else:
            pytest.fail("the server waits for ever")
        line.close()
        assert not said or said.startswith(b"HTTP/1.1 408 ")


def test_a_head_without_end_is_refused(tmp_path: Path) -> None:
    with served(tmp_path, ConnectionTable()) as address:
        line = connect(address, say=b"GET / HTTP/1.1\r\n" + b"x: " + b"y" * 200_000)
        assert b"HTTP/1.1 431 " in last_words(line)
        assert alive(address)


def test_who_does_not_read_what_they_ask_for_is_let_go(tmp_path: Path) -> None:
    door = ConnectionTable(patience=patience(unread=0.2))
    with served(tmp_path, door) as address:
        with connect(address) as line:
            line.sendall(b"GET /static/art.svg HTTP/1.1\r\nhost: x\r\n\r\n" * 300)  # more than fits into any buffer
            wait_until(lambda: bool(door.connections))
            wait_until(lambda: not door.connections)
        assert alive(address)


def test_one_address_has_a_limited_number_of_connections_and_proxies_have_not(tmp_path: Path) -> None:
    with served(tmp_path, ConnectionTable(Room(per_address=3, proxies=PROXY))) as address, ExitStack() as lines:
        first, *_ = [lines.enter_context(connect(address, STRANGER)) for _ in range(3)]
        for _ in range(5):
            lines.enter_context(connect(address, PROXY))
        refused = last_words(connect(address, STRANGER))
        assert refused.startswith(b"HTTP/1.1 503 ")
        assert b"retry-after: " in refused
        assert alive(address, "127.0.0.3")
        first.close()
        wait_until(lambda: b"200 OK" in _asked(address))


def _asked(address: str) -> bytes:
    line = connect(address, STRANGER, b"GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
    return last_words(line)


def test_silent_connections_make_room_for_whoever_has_something_to_say(tmp_path: Path) -> None:
    with served(tmp_path, ConnectionTable(Room(most=10), patience())) as address, ExitStack() as lines:
        silent = [lines.enter_context(connect(address)) for _ in range(MANY)]
        assert alive(address)
        assert silent[0].recv(1) == b""  # who was silent longest had to go


def test_where_everybody_is_being_served_nobody_new_comes_in(tmp_path: Path) -> None:
    with served(tmp_path, ConnectionTable(Room(most=2), patience())) as address, httpx.Client(base_url=address) as http:
        game = Visitor(http).create()["id"]
        http.close()
        streams = [connect(address, say=f"GET /t/{game}/events HTTP/1.1\r\nhost: x\r\n\r\n".encode()) for _ in range(2)]
        for stream in streams:
            assert stream.recv(1)
        assert last_words(connect(address)).startswith(b"HTTP/1.1 503 ")
        streams[0].close()
        wait_until(lambda: b"200 OK" in _asked(address))
        streams[1].close()


def test_a_socket_takes_one_place_and_gives_it_back(tmp_path: Path) -> None:
    door = ConnectionTable(Room(per_address=1))
    upgrade = b"connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: "
    ask = b"GET /api/v1/games/g/socket HTTP/1.1\r\nhost: x\r\n" + upgrade + b"dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    with served(tmp_path, door) as address:
        with connect(address, STRANGER, ask) as line:
            assert line.recv(12) == b"HTTP/1.1 101"
            assert last_words(connect(address, STRANGER)).startswith(b"HTTP/1.1 503 ")
        wait_until(lambda: b"200 OK" in _asked(address))
