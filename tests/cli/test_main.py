"""The command line as a person meets it: help, wrong input, a closed pipe."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from shanghaien import __version__
from shanghaien.cli import main as cli
from shanghaien.cli.flags import YARDSTICKS
from shanghaien.version import commit_of_checkout
from tests.documents import ROOT
from tests.web.stored.fixture import unpacked


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "shanghaien", *words],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
    )


def test_help_lists_every_command_and_an_example_of_it() -> None:
    output = run("--help").stdout
    for command in cli.COMMANDS:
        assert f"  {command.name} " in output
        assert f"shanghaien {command.example}" in output


@pytest.mark.parametrize("flag", ["--version", "-V"])
def test_the_version_is_that_of_the_package_with_the_commit(flag: str) -> None:
    commit = commit_of_checkout(ROOT)[:12]
    assert run(flag).stdout == f"shanghaien {__version__}{f' ({commit})' if commit else ''}\n"


@pytest.mark.parametrize(("typed", "meant"), [("sevre", "serve"), ("repla", "replay"), ("verfy", "verify")])
def test_a_command_that_is_mistyped_is_guessed(typed: str, meant: str) -> None:
    assert run(typed).stderr == f"shanghaien: There is no command {typed!r}; did you mean {meant!r}?\n"


def test_a_command_that_resembles_none_is_answered_with_all() -> None:
    names = ", ".join(command.name for command in cli.COMMANDS)
    assert run("qqqq").stderr == f"shanghaien: There is no command 'qqqq'; there are {names}.\n"


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (("simulate", "--gamse", "3"), "--games"),
        (("simulate", "--sede=3"), "--seed"),
        (("replay", "--finla"), "--final"),
        (("--verison",), "--version"),
    ],
)
def test_a_flag_that_is_mistyped_is_guessed(words: tuple[str, ...], meant: str) -> None:
    result = run(*words)
    typed = next(word for word in words if word.startswith("--")).partition("=")[0]
    assert result.returncode == cli.WRONG_INPUT
    assert f": there is no {typed}; did you mean {meant}? (try shanghaien" in result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("people", "renmae", "Ada", "Eve"), "ACTION cannot be 'renmae'; did you mean 'rename'?"),
        (("ratings", "rebiuld"), "ACTION cannot be 'rebiuld'; did you mean 'rebuild'?"),
        (("jobs", "nwo", "17"), "action cannot be 'nwo'; did you mean 'now'?"),
        (("arena", "captian", "greedy"), "A cannot be 'captian'; did you mean 'captain'?"),
        (("terminal", "--bot", "captian"), "--bot cannot be 'captian'; did you mean 'captain'?"),
    ],
)
def test_a_choice_that_is_mistyped_is_guessed(words: tuple[str, ...], said: str) -> None:
    result = run(*words)
    assert result.returncode == cli.WRONG_INPUT
    assert f": {said} (try shanghaien {words[0]} --help)\n" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_choice_that_resembles_none_is_answered_with_all() -> None:
    assert "'qqqq' (choose from" in run("people", "qqqq").stderr


def test_flags_may_stand_between_names(tmp_path: Path) -> None:
    result = run("people", "rename", "Ada", "--data", str(tmp_path), "Eve")
    assert result.stderr == f"shanghaien: There are no games yet in {tmp_path / 'shanghaien.db'}.\n"


def test_a_name_may_look_like_a_flag_after_two_dashes(tmp_path: Path) -> None:
    result = run("people", "--data", str(tmp_path), "--", "rename", "Ada", "--gamse")
    assert result.stderr == f"shanghaien: There are no games yet in {tmp_path / 'shanghaien.db'}.\n"


def test_too_many_tricks_are_counted() -> None:
    sentence = "three counts (die ±1, roll again, both dice) that add up to 8, not (9, 9, 9) (R4)"
    assert sentence in run("simulate", "--tricks", "9-9-9").stderr


@pytest.mark.parametrize(
    "words",
    [
        ("sail",),
        ("--sail",),
        ("simulate", "--sail"),
        ("simulate", "--tricks", "9-9-9"),
        ("replay",),
        ("terminal", "--bot", "nobody"),
    ],
)
def test_wrong_words_get_one_sentence_and_exit_code_2(words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.returncode == cli.WRONG_INPUT
    assert result.stdout == ""
    assert result.stderr.startswith("shanghaien")
    assert result.stderr.count("\n") == 1


SLOW = ("numpy", "rich", "litestar", "uvicorn", "sqlalchemy", "shanghaien.ai", "shanghaien.terminal")
"""What takes a while to load, and no help needs."""


@pytest.mark.parametrize("command", ["", *(command.name for command in cli.COMMANDS)])
def test_help_loads_nothing_that_only_the_work_needs(command: str) -> None:
    words = [*filter(None, [command]), "--help"]
    script = f"import sys; from shanghaien.cli.main import main\ntry: main({words})\nexcept SystemExit: pass\n"
    script += f"print([name for name in sys.modules if name.startswith({SLOW})])"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert result.stdout.endswith("[]\n")


def test_the_usage_says_that_a_command_may_be_left_out() -> None:
    output = run("--help").stdout
    assert "[COMMAND]" in output.splitlines()[0]
    assert "play in the browser (also without a command)" in output


def test_the_simple_bots_are_explained_where_one_can_choose_them() -> None:
    output = run("arena", "--help").stdout
    for name, about in YARDSTICKS.items():
        assert f"{name:<10} {about}" in output


def test_help_says_what_is_given_to_a_flag() -> None:
    given = dict(re.findall(r"^  (--[a-z-]+) ([A-Z]+)", run("serve", "--help").stdout, re.MULTILINE))
    assert given["--connections-per-address"] == given["--bot-workers"] == "N"
    assert given["--keep-reviews-days"] == "DAYS"
    assert given["--nats"] == given["--public-url"] == "URL"


def test_without_a_terminal_there_is_no_trace_of_a_progress_bar(tmp_path: Path) -> None:
    unpacked(tmp_path)
    result = run("check", "--data", str(tmp_path))
    assert result.stderr == ""
    assert result.stdout.endswith("nothing is damaged.\n")
