"""Several server processes on one port: one that dies is replaced, all are renewed without a refused request, all end together."""

import os
import signal
import socket
import threading
import time
from pathlib import Path

import httpx
import pytest

from bench.load.processes import runs
from tests.web.patience import NO_TLS, PATIENCE, wait_until
from tests.web.server import running


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
                self.answers.append(httpx.get(f"{self._address}/healthz", timeout=PATIENCE, verify=NO_TLS).status_code)
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
        first = server.children()
        assert len(first) == 2
        victim = min(first)
        os.kill(victim, signal.SIGKILL)
        wait_until(lambda: len(server.children() - {victim}) == 2)
        asking = Asking(server.address)
        wait_until(lambda: len(asking.answers) > 10)
        before = server.children() - {victim}
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: any('"renewed"' in line for line in server.lines))
        wait_until(lambda: not before & server.children())
        asking.stop()
        assert set(asking.answers) == {200}
        assert len(server.children()) == 2
        last = server.children()
        assert server.stop() == 0
        assert not any(runs(pid) for pid in last)
    assert sum('"listening"' in line for line in server.lines) == 1
    assert '"stopped"' in server.lines[-1]


def test_the_processes_end_if_their_supervisor_is_killed(two: tuple[Path, str, str, str, str]) -> None:
    with running(*two) as server:
        started = server.children()
        server.kill()
        wait_until(lambda: not any(runs(pid) for pid in started))
        with pytest.raises(httpx.ConnectError):
            httpx.get(server.address)


def test_each_process_answers_on_a_port_of_its_own_and_goes_on_to_after_a_renewal(
    two: tuple[Path, str, str, str, str],
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        first = free.getsockname()[1]
    own = [f"http://127.0.0.1:{first + number}/healthz" for number in range(2)]
    with running(*two, "--process-ports", str(first)) as server:
        assert any(f"localhost:{first + 1}" in line for line in server.lines if '"listening"' in line)
        assert [httpx.get(each).status_code for each in (*own, f"{server.address}/healthz")] == [200] * 3
        server.process.send_signal(signal.SIGHUP)
        wait_until(lambda: any('"renewed"' in line for line in server.lines))
        assert [httpx.get(each).status_code for each in own] == [200] * 2
