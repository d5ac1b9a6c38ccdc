"""The page for hosts names every setting with its default, and the files to copy name nothing that is not there."""

import re
import shlex
from collections.abc import Iterator
from configparser import ConfigParser
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from shanghaien.cli.main import main
from shanghaien.web.core.settings import PREFIX, Settings, load

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
TABLE = PAGE.partition("## Settings")[2].partition("\n## ")[0]
ROWS = {cells[1].strip(" `"): cells[2].strip() for line in TABLE.splitlines() if len(cells := line.split("|")) == 5}
COPIED = sorted(file for file in (ROOT / "deploy").rglob("*") if file.parent.name.endswith(("machine", "machines")))
UNITS = [file for file in COPIED if file.name.startswith("shanghaien") and file.suffix == ".service"]


def test_every_setting_is_on_the_page_and_no_other() -> None:
    assert set(ROWS) - {"setting", "---"} == {setting.name for setting in fields(Settings)}


def test_the_page_states_the_defaults_of_the_code() -> None:
    for setting in fields(Settings):
        if setting.default not in (MISSING, ""):
            assert ROWS[setting.name] == str(setting.default), setting.name


def test_every_file_to_copy_is_on_the_page() -> None:
    assert COPIED
    assert [file.name for file in COPIED if str(file.relative_to(ROOT)) not in PAGE] == []


def test_the_page_names_no_file_of_the_folder_that_is_not_there() -> None:
    named = set(re.findall(r"deploy/[\w./-]*\w", PAGE))
    assert [path for path in named if not (ROOT / path).exists()] == []


def given(file: Path) -> Iterator[tuple[str, str]]:
    """The settings that a file to copy gives by the environment."""
    for name, value in re.findall(rf"^(?:Environment=)?{PREFIX}(\w+)=(\S+)", file.read_text(), re.MULTILINE):
        yield PREFIX + name, value


@pytest.mark.parametrize("file", COPIED, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_the_files_to_copy_give_settings_that_are_accepted(file: Path) -> None:
    load({"data": file.parent}, dict(given(file)), create=False)


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_the_units_run_commands_that_exist(unit: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sections = ConfigParser(interpolation=None, strict=False, allow_no_value=True)
    sections.optionxform = str  # type: ignore[assignment,method-assign]
    sections.read(unit)
    program, command, *flags = shlex.split(sections["Service"]["ExecStart"])
    assert program == "/opt/shanghaien/bin/shanghaien"
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert [flag for flag in flags if flag.startswith("--") and flag not in told] == []


OPEN_TO_NOTHING = {
    "CapabilityBoundingSet=": {""},
    "NoNewPrivileges=": {"yes"},
    "PrivateUsers=": {"yes"},
    "ProtectSystem=": {"strict"},
    "RestrictAddressFamilies=": {"AF_INET AF_INET6 AF_UNIX", "AF_UNIX"},
    "SystemCallErrorNumber=": {"EPERM"},
    "SystemCallFilter=": {"@system-service", "~@privileged"},
    "UMask=": {"0077"},
}
"""What every unit denies. Bots lower their priority, so that @resources has to stay allowed."""


@pytest.mark.parametrize("unit", [file for file in COPIED if file.suffix == ".service"], ids=lambda unit: unit.name)
def test_every_unit_is_closed_to_what_it_does_not_need(unit: Path) -> None:
    lines = unit.read_text().splitlines()
    for setting, allowed in OPEN_TO_NOTHING.items():
        given = {line.removeprefix(setting) for line in lines if line.startswith(setting)}
        assert given, setting
        assert given <= allowed, setting
