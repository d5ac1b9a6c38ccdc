"""Stands in for systemctl and journalctl where commands for hosts are tried: it runs the units in a folder.

    python systemctl.py FOLDER systemctl enable --now shanghaien

What stands in FOLDER/etc/systemd/system is ours; of other services it is only known that there are some.
"""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

OTHERS = {"caddy", "nginx", "nats-server", "postgresql"}
RESTARTS = "RESTARTS"
"""A variable with a command for each service of others that has to be restarted in earnest."""
SECONDS = 60.0


class Unit:
    """A service or a timer that was copied into the folder."""

    def __init__(self, root: Path, name: str) -> None:
        self.root = root
        self.name = name if "." in name else f"{name}.service"
        self.file = root / "etc/systemd/system" / self.name
        self.log = root / "var/log" / self.name
        self._running = root / "run" / self.name

    def values(self, setting: str) -> list[str]:
        return re.findall(rf"^{setting}=(.*)$", self.file.read_text(), re.MULTILINE)

    def start(self) -> None:
        if self.file.suffix == ".timer":
            assert self.file.with_suffix(".service").exists()
            return
        for folder in " ".join(self.values("StateDirectory")).split():
            (self.root / "var/lib" / folder).mkdir(mode=0o700, exist_ok=True)
        command = shlex.split(self.values("ExecStart")[0])
        with self.log.open("ab") as log:
            running = subprocess.Popen(
                command, cwd="/", env=self._environment(), stdout=log, stderr=log, start_new_session=True
            )
        if self.values("Type") == ["oneshot"]:
            assert running.wait(SECONDS) == 0, self.log.read_text()
        else:
            self._running.write_text(str(running.pid))

    def stop(self) -> None:
        self.send(signal.SIGTERM)
        until = time.monotonic() + SECONDS
        while self._is_alive():
            assert time.monotonic() < until, self.name
            time.sleep(0.02)

    def send(self, what: signal.Signals) -> None:
        if self._is_alive():
            os.kill(int(self._running.read_text()), what)

    def _is_alive(self) -> bool:
        try:
            state = Path(f"/proc/{self._running.read_text()}/stat").read_text()
        except FileNotFoundError:
            return False
        return state.rpartition(")")[2].split()[0] != "Z"  # who has ended may wait to be asked how

    def _environment(self) -> dict[str, str]:
        given = [word for value in self.values("Environment") for word in shlex.split(value)]
        for value in self.values("EnvironmentFile"):
            file = Path(value.removeprefix("-"))
            assert value.startswith("-") or file.exists(), file
            lines = file.read_text().splitlines() if file.exists() else []
            given += [" ".join(shlex.split(line)) for line in lines if line and not line.startswith("#")]
        kept = {name: os.environ[name] for name in ("PATH", "SHANGHAIEN_PORT")}
        return kept | dict(word.split("=", 1) for word in given)


def control(root: Path, words: list[str]) -> None:
    verb, *names = [word for word in words if not word.startswith("--")]
    if verb == "daemon-reload":
        return
    for name in names:
        if name in OTHERS:
            subprocess.run(json.loads(os.environ[RESTARTS]).get(f"{verb} {name}", ["true"]), check=True)
            continue
        unit = Unit(root, name)
        assert unit.file.exists(), unit.file
        if verb in {"stop", "restart", "disable"}:
            unit.stop()
        if verb in {"start", "restart"} or (verb == "enable" and "--now" in words):
            unit.start()
        if verb == "enable":
            assert unit.values("WantedBy"), unit.name
        if verb == "reload":
            unit.send(signal.SIGHUP)


def stop_all(root: Path) -> None:
    """Stop whatever runs, the last first."""
    for running in sorted((root / "run").iterdir(), key=lambda file: file.stat().st_mtime, reverse=True):
        Unit(root, running.name).stop()


def main() -> None:
    root, program, *words = sys.argv[1:]
    if program == "systemctl":
        control(Path(root), words)
    else:
        sys.stdout.write(Unit(Path(root), words[words.index("-u") + 1]).log.read_text())


if __name__ == "__main__":
    main()
