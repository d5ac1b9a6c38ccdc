"""`scripts/install-chromium` brings the browser for the tests, or says in one sentence what to do; it never waits for a password."""

import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "install-chromium"
BASH = "/bin/bash"
ADMINISTRATOR = (
    "ask an administrator to run 'apt-get install chromium chromium-headless-shell fonts-dejavu-core', "
    "then run 'make browser'"
)
INSTALLS = 'case "$*" in install*) printf "#!/bin/bash\\n" > "${0%/*}/chromium"; chmod +x "${0%/*}/chromium";; esac'
ASKS = 'if [ "$1" = -n ]; then echo "sudo: a password is required" >&2; exit 1; fi; read -r word < /dev/tty'
LETS_IN = 'shift; exec "$@"'


@pytest.fixture
def machine(tmp_path: Path) -> Path:
    """The programs of a machine without chromium; everything that is not put there is missing."""
    (tmp_path / "chmod").symlink_to("/bin/chmod")
    return tmp_path


def put(machine: Path, name: str, does: str) -> None:
    (machine / name).write_text(f"#!{BASH}\n{does}\n")
    (machine / name).chmod(0o755)


def install(machine: Path, user: int) -> tuple[int, str]:
    put(machine, "id", f"echo {user}")
    done = subprocess.run(
        [BASH, str(SCRIPT)],
        env={"PATH": str(machine)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        start_new_session=True,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize(("user", "sudo"), [(0, ""), (1000, LETS_IN)], ids=["root", "sudo"])
def test_root_and_whoever_sudo_lets_in_get_it(machine: Path, user: int, sudo: str) -> None:
    put(machine, "apt-get", INSTALLS)
    if sudo:
        put(machine, "sudo", sudo)
    assert install(machine, user) == (0, "")
    assert (machine / "chromium").exists()


@pytest.mark.parametrize(
    ("programs", "user", "sentence"),
    [
        ({"apt-get": INSTALLS}, 1000, ADMINISTRATOR),
        ({"apt-get": INSTALLS, "sudo": ASKS}, 1000, ADMINISTRATOR),
        ({}, 0, "install it so that the command 'chromium' is on PATH, then run 'make browser'"),
        (
            {"apt-get": "exit 100"},
            0,
            "apt-get could not install it, see above; install it by hand so that 'chromium' is on PATH",
        ),
        ({"apt-get": ""}, 0, "apt-get has installed it, but the command 'chromium' is not on PATH"),
    ],
    ids=["no sudo", "a password", "no apt-get", "apt-get fails", "another name"],
)
def test_whoever_cannot_get_it_is_told_what_to_do(
    machine: Path, programs: dict[str, str], user: int, sentence: str
) -> None:
    for name, does in programs.items():
        put(machine, name, does)
    assert install(machine, user) == (2, f"The browser tests need chromium: {sentence}.\n")
