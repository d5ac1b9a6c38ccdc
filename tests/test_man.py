"""The manual pages: one for each command, made from its parser, and without a fault that groff or mandoc would find."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.man import pages, write
from shanghaien.cli.main import COMMANDS, Command, parser_of

PAGES = pages()
SECTIONS = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "SEE ALSO"]
MACROS = {".TH", ".SH", ".TP", ".nf", ".fi"}
ESCAPES = re.compile(r"\\(?:f[BIR]|[-e&]|\(ga|\[u[0-9A-F]{4}\])")
CHECKS = [["groff", "-man", "-Tascii", "-ww", "-z"], ["mandoc", "-T", "lint", "-W", "error"]]


def test_there_is_a_page_for_the_program_and_one_for_every_command() -> None:
    assert PAGES.keys() == {"shanghaien.1", *(f"shanghaien-{command.name}.1" for command in COMMANDS)}
    for command in COMMANDS:
        assert command.name.replace("-", r"\-") in PAGES["shanghaien.1"]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_the_usual_sections_in_the_usual_order(name: str) -> None:
    headings = re.findall(r'^\.SH "?([A-Z ]+)"?$', PAGES[name], re.MULTILINE)
    assert [heading for heading in headings if heading in SECTIONS] == SECTIONS
    assert PAGES[name].startswith(".TH SHANGHAIEN")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_a_page_names_every_flag_of_its_command(command: Command) -> None:
    shown = PAGES[f"shanghaien-{command.name}.1"].replace(r"\-", "-")
    flags = [flag for action in parser_of(command)._actions for flag in action.option_strings]
    assert [flag for flag in flags if rf"\fB{flag}\fR" not in shown] == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_holds_no_request_that_is_not_meant(name: str) -> None:
    for line in PAGES[name].splitlines():
        assert line
        assert line.isascii()
        assert line[0] not in ".'" or line.split()[0] in MACROS, line
        assert "\\" not in ESCAPES.sub("", line), line


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check[0])
def test_the_programs_that_print_pages_find_no_fault(check: list[str], tmp_path: Path) -> None:
    if shutil.which(check[0]) is None:
        pytest.skip(f"{check[0]} is not installed")
    told = subprocess.run([*check, *map(str, write(tmp_path))], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")


def test_pages_are_made_where_nothing_is_installed_but_python() -> None:
    script = "from scripts.man import pages; print(len(pages()))"
    told = subprocess.run(
        [sys.executable, "-S", "-c", f"import sys; sys.path[:0] = ['src', '.']; {script}"],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[1],
    )
    assert told.stdout == f"{len(PAGES)}\n"
