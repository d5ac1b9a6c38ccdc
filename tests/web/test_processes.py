"""Several server processes on one port: one that dies is replaced, all are renewed without a refused request, all end together."""

import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.web.server import PATIENCE, Server, running


def children(server: Server) -> set[int]:
    """The processes that the server has started, by their ids."""
    pid = server.process.pid
    return set(map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split()))


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < until
        time.sleep(0.02)


class Asking:
    """Somebody who asks again and again, each time by a new connection, until told to stop."""

    def __init__(self, address: str) -> None:
        self.answers: list[int | str] = []
        self._address = address
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._ask)
        self._thread.start()

    def stop(self) -> None:
        self._over.set()
        self._thread.join(PATIENCE)

    def _ask(self) -> None:
        while not self._over.is_set():
            try:
                self.answers.append(httpx.get(f"{self._address}/healthz", timeout=PATIENCE).status_code)
            except httpx.HTTPError as error:
                self.answers.append(repr(error))
            time.sleep(0.02)


@pytest.fixture
def two(tmp_path: Path, empty_postgres: str) -> tuple[Path, str, str, str, str]:
    return tmp_path, "--database", empty_postgres, "--processes", "2"


def test_processes_are_replaced_and_renewed_while_every_request_is_answered(
    two: tuple[Path, str, str, str, str],
) -> None:
    with running(*two) as server:
        first = children(server)
        assert len(first) == 2
        victim = min(first)
        os.kill(victim, signal.SIGKILL)
        wait_until(lambda: len(children(server) - {victim}) == 2)
        asking = Asking(server.address)
        wait_until(lambda: len(asking.answers) > 10)
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: any('"renewed"' in line for line in server.lines))
        wait_until(lambda: not first & children(server))
        asking.stop()
        assert set(asking.answers) == {200}
        assert len(children(server)) == 2
        last = children(server)
        assert server.stop() == 0
        assert not any(alive(pid) for pid in last)
    assert sum('"listening"' in line for line in server.lines) == 1
    assert '"stopped"' in server.lines[-1]


def test_the_processes_end_if_their_supervisor_is_killed(two: tuple[Path, str, str, str, str]) -> None:
    with running(*two) as server:
        started = children(server)
        server.kill()
        wait_until(lambda: not any(alive(pid) for pid in started))
        with pytest.raises(httpx.ConnectError):
            httpx.get(server.address)
