"""`shanghaien work` in a process of its own."""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

from tests.web.server import PATIENCE

PROGRAM = """
import sys
from shanghaien.cli.main import main
from shanghaien.web.workers import bot_turns, bots
bot_turns.LEASE_MS, bots.LOOK_EVERY = 1500, 0.5
sys.exit(main(sys.argv[1:]))
"""
"""Leases are short and looks frequent, so that nobody waits long for what a killed worker had claimed."""


class WorkProcess:
    """A running worker; what it logs is kept in `lines`."""

    def __init__(self, data: Path, *flags: str) -> None:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("SHANGHAIEN_")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "work", "--data", str(data), *flags],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
        )
        self.lines: list[str] = []
        self._working = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def wait_until_it_works(self) -> None:
        """Until it has said so."""
        assert self._working.wait(PATIENCE), "".join(self.lines)
        assert self.process.poll() is None, "".join(self.lines)

    def thinkers(self) -> list[int]:
        """The processes that it has started."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(child) for task in tasks for child in task.read_text().split()]

    def kill(self) -> None:
        """Pull the plug."""
        self.process.kill()
        self._end()

    def stop(self) -> int:
        """Ask it to stop, and return its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self._end()

    def _end(self) -> int:
        code = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()
        return code

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            if line.startswith("{") and json.loads(line)["message"] == "working":
                self._working.set()
        self._working.set()
