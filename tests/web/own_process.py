"""A command of ours in a process of its own: what it logs is kept, and it is ended as hosts and accidents do."""

import json
import os
import queue
import signal
import subprocess
import threading
from typing import IO, Any

from bench.load.processes import children
from tests.web.patience import PATIENCE


class OwnProcess:
    """A running process; what it logs is kept in `lines`."""

    def __init__(self, *words: str, **more: str) -> None:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("SHANGHAIEN_")} | more
        self.process = subprocess.Popen(
            words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment
        )
        assert self.process.stdout is not None
        self.lines: list[str] = []
        self._fresh: queue.Queue[str | None] = queue.Queue()
        self._reader = threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True)
        self._reader.start()

    def wait_for(self, message: str) -> dict[str, Any]:
        """The next line that says so; each line is waited for once."""
        while (line := self._fresh.get(timeout=PATIENCE)) is not None:
            told: dict[str, Any] = json.loads(line) if line.startswith("{") else {}
            if told.get("message") == message:
                return told
        raise AssertionError("".join(self.lines))

    def children(self) -> set[int]:
        """The processes that it has started, by their ids."""
        return set(children(self.process.pid))

    def kill(self) -> None:
        """Pull the plug: no warning, no clean-up."""
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

    def _read(self, output: IO[str]) -> None:
        for line in output:
            self.lines.append(line)
            self._fresh.put(line)
        self._fresh.put(None)
