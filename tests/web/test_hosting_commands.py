"""The commands of the page for hosts, typed one after the other as they stand there, in a folder instead of a machine.

Paths lead into the folder, addresses and ports to this machine, units are run by `systemctl.py`. PostgreSQL and NATS
are real. What needs a network or root is left out, and is listed here with the reason.
"""

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest

from shanghaien import __version__
from tests.documents import ROOT
from tests.web import systemctl
from tests.web.nats_server import PROGRAM as NATS
from tests.web.patience import PATIENCE
from tests.web.postgres_server import PostgresServer
from tests.web.stored.fixture import unpacked

PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
FIRST = "Before you begin"
ONE_MACHINE = ("One machine", "Accounts", "SQLite.", "Updates")
SEVERAL = ("Two machines, or more", "PostgreSQL.")
"""The parts of the page with commands, in the order in which a host reads them."""

LEFT_OUT = {
    r"apt-get install .*": "needs a network and root",
    r"git clone REPOSITORY .*": "needs a network; a copy of this checkout is there instead",
    r"git pull": "needs a network",
    r".*/pip install --require-hashes .*": "needs a network; the packages of this environment are there instead",
    r"certbot .*": "needs a network and a name",
    r"nginx -t && systemctl reload nginx": "needs a certificate; test_proxies.py starts nginx with this file",
    r"make setup": "has been done where this runs",
    r"\.venv/bin/python deploy/try-it": "test_hosting.py runs it",
}


def parts() -> dict[str, list[str]]:
    """The commands of each part of the page: below a heading, or a paragraph that begins in bold."""
    found: dict[str, list[str]] = {}
    inside, part, begun = False, "", ""
    for line in PAGE.splitlines():
        if line.startswith("```"):
            inside = line == "```sh"
        elif inside:
            begun += line
            if begun.endswith("\\"):
                begun = begun[:-1]
                continue
            found.setdefault(part, []).append(re.sub(r"\s+#\s.*$", "", begun))
            begun = ""
        elif heading := re.match(r"#+ (.+)|\*\*(.+?)\*\*", line):
            part = heading[1] or heading[2]
    return found


COMMANDS = parts()


def is_left_out(command: str) -> bool:
    return any(re.fullmatch(pattern, command) for pattern in LEFT_OUT)


def free_ports(count: int) -> int:
    """The first of some ports in a row on which nobody listens, below those that the system gives to connections."""
    first = 20_000 + os.getpid() % 1000 * 10
    while any(_is_taken(first + more) for more in range(count)):
        first += count
    return first


def _is_taken(port: int) -> bool:
    with socket.socket() as attempt:
        return attempt.connect_ex(("127.0.0.1", port)) == 0


class Machine:
    """A folder that looks like a machine to the commands of the page."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.port = free_ports(8)
        self.database_port = self.port + 7
        self._restarts: dict[str, list[str]] = {}
        for folder in ("etc/systemd/system", "etc/nginx/conf.d", "etc/caddy", "opt", "run", "programs", "var/backups"):
            (root / folder).mkdir(parents=True)
        for folder in ("var/lib", "var/log", "usr/sbin", "usr/local/bin", "usr/local/src"):
            (root / folder).mkdir(parents=True)
        self._check_out()
        for name in ("systemctl", "journalctl"):
            self._program(name, shlex.join((sys.executable, str(Path(systemctl.__file__)), str(root), name)))
        self._program("python3", shlex.quote(sys.executable))

    def install_postgres(self, server: PostgresServer) -> None:
        """Have PostgreSQL as its package leaves it: nobody comes in from the network."""
        Path(server.folder, "pg_hba.conf").write_text("local all postgres trust\n")
        port = str(self.database_port)
        subprocess.run(server.restarting("-p", port, "-h", ""), check=True, stdout=subprocess.DEVNULL)
        self._restarts["restart postgresql"] = server.restarting("-p", port)
        known = f"PGHOST={server.folder} PGPORT={port} PGUSER=postgres PATH={server.programs}:$PATH"
        self._program("runuser", f"{known} sh -c 'shift 2; exec \"$@\"'")

    def install_nats(self) -> None:
        (self.root / "usr/sbin/nats-server").symlink_to(NATS)

    def here(self, text: str) -> str:
        """A text with the paths, addresses and ports of this machine."""
        text = re.sub(r"(?<![\w.$])/(opt|etc|usr|var)/", rf"{self.root}/\1/", text)
        text = text.replace("10.0.0.", "127.0.0.").replace(r"server 10\.", r"server 127\.")
        text = text.replace("@127.0.0.1/", f"@127.0.0.1:{self.database_port}/")
        ports = {8000: 0, 8100: 1, 8101: 2, 8102: 3, 8103: 4, 4222: 5, 8222: 6}
        return re.sub(rf"\b({'|'.join(map(str, ports))})\b", lambda found: str(self.port + ports[int(found[0])]), text)

    def type(self, commands: list[str]) -> str:
        """Type commands into one shell, which stops at the first that fails; what was said."""
        lines = [line for command in commands for line in (f"echo {shlex.quote('$ ' + command)}", self.here(command))]
        environment = {
            "PATH": f"{self.root}/programs:/usr/bin:/bin",
            "HOME": str(self.root),
            "SHANGHAIEN_PORT": str(self.port),
            systemctl.RESTARTS: json.dumps(self._restarts),
        }
        script = self.root / "typed.sh"
        script.write_text("set -euo pipefail\n" + "\n".join(lines) + "\n")
        done = subprocess.run(
            ["/usr/bin/env", "bash", str(script)],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        logs = "".join(f"{log.name}: {log.read_text()}" for log in (self.root / "var/log").iterdir())
        assert done.returncode == 0, f"{done.stdout}\n{logs}"
        return done.stdout

    def _program(self, name: str, command: str) -> None:
        program = self.root / "programs" / name
        program.write_text(f'#!/bin/sh\n{command} "$@"\n')
        program.chmod(0o755)

    def _check_out(self) -> None:
        checkout = self.root / "usr/local/src/shanghaien"
        checkout.mkdir()
        for name in ("src", "deploy", "scripts"):
            shutil.copytree(ROOT / name, checkout / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "requirements.txt"):
            shutil.copy(ROOT / name, checkout)
        for file in (checkout / "deploy").glob("*machine*/*"):
            file.write_text(self.here(file.read_text()))


def typed(*names: str) -> list[str]:
    """The commands of some parts; where packages would be fetched, those of this environment are made known."""
    known = f"echo {shlex.quote(sysconfig.get_path('purelib'))} > /opt/shanghaien/lib/python3.{sys.version_info.minor}/site-packages/known.pth"
    commands = [command for name in names for command in COMMANDS[name]]
    given = [known if "--require-hashes" in command else command for command in commands]
    return [command for command in given if not is_left_out(command)]


IN_THE_SAME_SHELL = [command for command in COMMANDS[FIRST] if re.match("cd |ADDRESS=", command)]
"""What both ways to go on need of the shell in which the program was installed."""


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A machine on which the first part of the page was typed."""
    machine = Machine(tmp_path_factory.mktemp("m"))
    said = machine.type(typed(FIRST))
    assert f"shanghaien {__version__}" in said
    yield machine
    shutil.rmtree(machine.root)


@pytest.fixture
def machine(installed: Machine) -> Iterator[Machine]:
    """The same, with everything stopped at the end."""
    yield installed
    systemctl.stop_all(installed.root)


def test_every_command_is_in_a_part_that_is_tried_and_what_is_left_out_is_on_the_page() -> None:
    assert {*COMMANDS} == {FIRST, *ONE_MACHINE, *SEVERAL}
    commands = [command for part in COMMANDS.values() for command in part]
    assert [pattern for pattern in LEFT_OUT if not any(re.fullmatch(pattern, command) for command in commands)] == []


def test_no_command_needs_sudo_since_all_are_typed_as_root() -> None:
    assert "typed as root" in PAGE
    assert [command for part in COMMANDS.values() for command in part if "sudo" in command] == []


def test_one_machine_is_installed_looked_after_restored_and_updated_as_the_page_says(machine: Machine) -> None:
    data = machine.root / "var/lib/shanghaien"
    data.mkdir(mode=0o700)
    unpacked(data)  # people of whom the page speaks
    names = {'"Old Name"': "Ada", "delete NAME": "delete Bob", "NAME": "New"}
    commands = [*IN_THE_SAME_SHELL, *typed(*ONE_MACHINE)]
    for name, called in names.items():
        commands = [command.replace(name, called) for command in commands]
    said = machine.type(commands)
    assert '"status":"ready"' in said
    assert "nothing is damaged" in said
    assert "Ada is called New now." in said
    assert "shanghaien.db.before" in said
    assert re.fullmatch(r"shanghaien-[\d-]+\.db", next((machine.root / "var/lib/shanghaien-backups").iterdir()).name)
    assert "play.your-name.org" in (machine.root / "etc/systemd/system/shanghaien.service").read_text()
    assert "play.example" not in (machine.root / "etc/caddy/Caddyfile").read_text()
    assert "play.example" not in (machine.root / "etc/nginx/conf.d/shanghaien.conf").read_text()
    assert (machine.root / "etc/shanghaien.env").stat().st_mode & 0o777 == 0o600


@pytest.fixture
def postgres() -> Iterator[PostgresServer]:
    """A server that lets nobody in who is not at its own socket, until its files say otherwise."""
    server = PostgresServer()
    yield server
    server.close()


def test_a_site_of_several_machines_is_installed_and_restored_as_the_page_says(
    machine: Machine, postgres: PostgresServer
) -> None:
    machine.install_postgres(postgres)
    machine.install_nats()
    said = machine.type([*IN_THE_SAME_SHELL, *typed(*SEVERAL)])
    assert said.count('"status":"ready"') == 1
    assert f'"processes": {json.dumps([f"http://localhost:{machine.port + more}" for more in (1, 2, 3, 4)])}' in said
    assert "The servers can be started." in said
    proxied = (
        (machine.root / "etc/nginx/conf.d/shanghaien.conf")
        .read_text()
        .partition("shanghaien_games {")[2]
        .partition("}")
    )
    assert len(re.findall(r"server 127\.0\.0\.[12]:\d+", proxied[0])) == 8
    secrets = [
        machine.root / "etc/shanghaien.env",
        machine.root / "etc/nats.env",
        *(machine.root / "var/backups").glob("*.dump"),
    ]
    assert [file.stat().st_mode & 0o777 for file in secrets] == [0o600] * 3
    assert "the bus is away" not in (machine.root / "var/log/shanghaien-serve.service").read_text()
