"""What shells complete: `shanghaien completion` writes it from the parsers, and a real bash, zsh and fish read it."""

import os
import pty
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from shanghaien.cli.completion import SHELLS, everything
from shanghaien.cli.flags import BOTS
from shanghaien.cli.main import COMMANDS, main

NAMES = {command.name for command in COMMANDS}
BASH = shutil.which("bash") or "bash"
CHECK = {"bash": ["bash", "-n"], "zsh": ["zsh", "-n"], "fish": ["fish", "--no-execute"]}
ASK = """source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _shanghaien; printf '%s\\n' "${COMPREPLY[@]}" """


@pytest.fixture(scope="module")
def script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("completion") / "shanghaien.bash"
    file.write_text(SHELLS["bash"](everything()))
    return file


def completed(script: Path, *words: str, folder: Path | None = None) -> set[str]:
    """What bash offers for the last of these words."""
    command = [BASH, "--norc", "-c", ASK, str(script), "shanghaien", *words]
    told = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder)
    assert told.stderr == ""
    return {*told.stdout.split()}


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_can_read_its_script(shell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", shell]) == 0
    file = tmp_path / "script"
    file.write_text(capsys.readouterr().out)
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    read = subprocess.run([*CHECK[shell], str(file)], capture_output=True, text=True, check=False)
    assert (read.returncode, read.stderr) == (0, "")


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_every_flag_is_in_every_script(shell: str) -> None:
    script = SHELLS[shell](everything())
    for command in everything():
        assert command.name in script
        for flag in command.flags:
            assert all(name.lstrip("-") in script for name in flag.names)


def test_commands_are_completed_first(script: Path) -> None:
    assert completed(script, "") == NAMES
    assert completed(script, "re") == {"replay", "restore", "review"}
    assert completed(script, "--v") == {"--version"}


def test_flags_and_actions_of_a_command_are_completed(script: Path) -> None:
    assert completed(script, "jobs", "--f") == {"--failed"}
    assert completed(script, "people", "mod") == {"moderator"}
    assert completed(script, "people", "--off", "mod") == {"moderator"}
    assert completed(script, "people", "moderator", "mod") == set()
    assert completed(script, "arena", "captain", "ca") == {"captain", "cabin-boy"}


@pytest.mark.parametrize("words", [("--bot", ""), ("--bot", "="), ("--bot", "=", "")])
def test_the_value_of_a_flag_is_completed_also_after_an_equals_sign(script: Path, words: tuple[str, ...]) -> None:
    assert completed(script, "terminal", *words) == set(BOTS)


def test_a_value_is_no_action_and_a_number_is_not_guessed(script: Path) -> None:
    assert completed(script, "people", "--reason", "list", "mod") == {"moderator"}
    assert completed(script, "people", "--reason=", "mod") == {"moderator"}
    assert completed(script, "serve", "--port", "") == set()


def test_files_and_folders_are_completed_where_they_are_asked_for(script: Path, tmp_path: Path) -> None:
    (tmp_path / "game.txt").touch()
    (tmp_path / "games").mkdir()
    assert completed(script, "replay", "ga", folder=tmp_path) == {"game.txt", "games"}
    assert completed(script, "serve", "--data", "ga", folder=tmp_path) == {"games"}
    assert completed(script, "backup", "ga", folder=tmp_path) == {"game.txt", "games"}


def test_pressing_tab_in_a_real_bash_completes(script: Path) -> None:
    ours, theirs = pty.openpty()
    shell = subprocess.Popen(
        [BASH, "--norc", "--noprofile", "-i"],
        stdin=theirs,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PS1": "", "TERM": "dumb", "HISTFILE": ""},
        start_new_session=True,
    )
    os.close(theirs)
    typed = f'source {script}\nshanghaien() {{ echo "<$*>"; }}\nshanghaien mail\tada\nexit\n'
    os.write(ours, typed.encode())
    said = b""
    while b"<mail-test ada>" not in said and (more := os.read(ours, 4096)):
        said += more
    os.close(ours)
    shell.wait(10)
    assert b"<mail-test ada>" in said


def test_help_says_how_it_is_switched_on() -> None:
    command = [sys.executable, "-m", "shanghaien", "completion", "--help"]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    assert re.findall(r"^  (\w+)  ", told.stdout, re.MULTILINE)[-3:] == list(SHELLS)
