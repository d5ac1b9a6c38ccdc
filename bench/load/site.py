"""A whole site on this machine: servers on ports that stay theirs, a database, perhaps a bus; any of it can be killed."""

import os
import random
import shutil
import signal
import socket
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Self

from .nats_process import Nats
from .processes import Postgres, Server, family, runs

SECRET = ("--secret", "one that all servers of this site know")


def free_port() -> int:
    """A port below those that connections are given, so that it stays free while nobody listens on it."""
    while True:
        port = random.SystemRandom().randrange(20_000, 32_000)
        with closing(socket.socket()) as probe:
            if probe.connect_ex(("127.0.0.1", port)) != 0:
                return port


class Site:
    """Servers by number; `store` is sqlite or postgresql, `bus` none or nats (with postgresql alone it is NOTIFY)."""

    def __init__(self, servers: int = 1, store: str = "sqlite", bus: str = "", flags: Sequence[str] = ()) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="site_"))
        self.postgres = Postgres() if store == "postgresql" else None
        self.nats = Nats() if bus == "nats" else None
        database = ("--database", self.postgres.address) if self.postgres else ()
        self.flags = (*SECRET, *database, *(("--nats", self.nats.address) if self.nats else ()), *flags)
        self.ports: list[int] = []
        self.places: list[str] = []
        self.environments: list[Mapping[str, str]] = []
        self.servers: dict[int, Server] = {}
        for _ in range(servers):
            self.add()

    def add(self, environment: Mapping[str, str] | None = None) -> None:
        self.ports.append(free_port())
        self.places.append(f"http://127.0.0.1:{self.ports[-1]}")
        self.environments.append(environment or {})
        self.start(len(self.ports) - 1)

    def start(self, number: int) -> None:
        port, environment = self.ports[number], self.environments[number]
        self.servers[number] = Server(self.folder, *self.flags, port=port, environment=environment)

    def kill(self, number: int) -> None:
        self.servers[number].kill()

    def stop(self, number: int) -> int:
        return self.servers[number].stop()

    def close(self) -> None:
        for server in self.servers.values():
            if server.process.poll() is None:
                server.kill()
        for service in (self.postgres, self.nats):
            if service is not None:
                service.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def kill_postgres(postgres: Postgres) -> None:
    """Kill every process of a PostgreSQL server at once, as a power cut does."""
    everybody = [postgres.pid, *family(postgres.pid)]
    for process in everybody:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    while any(runs(process) for process in everybody):
        time.sleep(0.01)


def restart_postgres(postgres: Postgres) -> None:
    """Stop a PostgreSQL server as an update does, which ends all connections, and start it again."""
    leaving = postgres.pid
    os.kill(leaving, signal.SIGINT)
    while runs(leaving):
        time.sleep(0.01)
    server: Any = postgres.server
    with suppress(ChildProcessError):
        os.waitpid(leaving, os.WNOHANG)
    server.ensure_postgres_running()


def start_postgres(postgres: Postgres) -> None:
    """Start it again; it recovers what was committed."""
    server: Any = postgres.server
    while not runs(postgres.pid):
        with suppress(ChildProcessError):
            os.waitpid(postgres.pid, os.WNOHANG)  # the dead one is not taken for a living one then
        with suppress(AssertionError):  # it was asked a moment too early whether it runs
            server.ensure_postgres_running()
        time.sleep(0.01)
