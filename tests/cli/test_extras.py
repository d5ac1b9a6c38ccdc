"""The command where the extra [web] is not installed: games are played and counted, and what serves says what to install."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from shanghaien.cli.main import COMMANDS, EXTRAS, WEB, WRONG_INPUT, Command

ABSENT = ("asyncpg", "nats", *EXTRAS[WEB])
BASE = (
    "rules",
    "ai",
    "fairness",
    "ratings",
    "terminal",
    "cli",
    "bridges.batch",
    "bridges.codes",
    "bridges.observation",
)
ON_THE_WEB = [command for command in COMMANDS if command.extra == WEB]


def without_web(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a program that finds none of the extra's packages, in a folder and with a home of its own."""
    blocked = f"import sys; sys.modules.update(dict.fromkeys({ABSENT}))\n"
    environment = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    return subprocess.run(
        [sys.executable, "-c", blocked + script],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def command_without_web(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return without_web(f"from shanghaien.cli.main import main; sys.exit(main({list(words)}))", folder)


@pytest.mark.parametrize("command", ON_THE_WEB, ids=lambda command: command.name)
def test_a_command_of_the_web_names_the_extra_and_leaves_nothing_behind(command: Command, tmp_path: Path) -> None:
    result = command_without_web(tmp_path, *command.example.split())
    assert result.returncode == WRONG_INPUT
    assert result.stdout == ""
    assert result.stderr.startswith(
        f"shanghaien: {command.name} needs packages that are not installed: pip install 'shanghaien[web]'"
    )
    assert result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_no_words_at_all_mean_play_and_without_the_web_the_terminal_is_named(tmp_path: Path) -> None:
    said = command_without_web(tmp_path).stderr
    assert said.startswith("shanghaien: play needs")
    assert said.endswith(", or play in the shell: shanghaien terminal.\n")


def test_help_of_every_command_is_shown(tmp_path: Path) -> None:
    script = (
        "from shanghaien.cli.main import COMMANDS, main\n"
        "for command in COMMANDS:\n"
        "    try: main([command.name, '--help'])\n"
        "    except SystemExit as end: assert end.code == 0\n"
    )
    result = without_web(script, tmp_path)
    assert result.stderr == ""
    assert result.stdout.count("usage: shanghaien ") == len(COMMANDS)


def test_everything_beside_the_web_is_imported(tmp_path: Path) -> None:
    script = (
        "from importlib import import_module; from pkgutil import walk_packages\n"
        f"for room in {BASE}:\n"
        "    place = import_module(f'shanghaien.{room}')\n"
        "    for module in walk_packages(getattr(place, '__path__', []), f'{place.__name__}.'):\n"
        "        import_module(module.name)\n"
    )
    assert without_web(script, tmp_path).stderr == ""


def test_bots_play_in_the_shell_and_their_game_is_read_again(tmp_path: Path) -> None:
    played = command_without_web(tmp_path, "simulate", "--games", "1", "--json", "--save", "games")
    assert json.loads(played.stdout)["games"] == 1
    (game,) = (tmp_path / "games").iterdir()
    assert command_without_web(tmp_path, "replay", str(game), "--final").returncode == 0
