"""The page for hosts names every setting with its default, and the files to copy name nothing that is not there."""

import re
import shlex
import shutil
import subprocess
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
    "CapabilityBoundingSet": {""},
    "NoNewPrivileges": {"yes"},
    "PrivateUsers": {"yes"},
    "ProtectSystem": {"strict"},
    "RestrictAddressFamilies": {"AF_INET AF_INET6 AF_UNIX", "AF_UNIX"},
    "SystemCallErrorNumber": {"EPERM"},
    "SystemCallFilter": {"@system-service", "~@privileged"},
    "UMask": {"0077"},
}
"""What every unit denies. Bots lower their priority, so that @resources has to stay allowed."""
ALL_UNITS = [file for file in COPIED if file.suffix == ".service"]
ANALYSER = shutil.which("systemd-analyze")
each_unit = pytest.mark.parametrize("unit", ALL_UNITS, ids=lambda unit: unit.name)


def settings_in(unit: Path, name: str) -> list[str]:
    """The values that a unit gives a setting of systemd, in their order."""
    return re.findall(rf"^{name}=(.*)$", unit.read_text(), re.MULTILINE)


@each_unit
def test_every_unit_is_closed_to_what_it_does_not_need(unit: Path) -> None:
    for setting, allowed in OPEN_TO_NOTHING.items():
        given = settings_in(unit, setting)
        assert given, setting
        assert {*given} <= allowed, setting


@pytest.mark.skipif(ANALYSER is None, reason="systemd-analyze is not here")
@each_unit
def test_systemd_counts_every_unit_among_the_safe_ones(unit: Path) -> None:
    command = [str(ANALYSER), "security", "--offline=true", "--no-pager", str(unit)]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    score = re.search(r"Overall exposure level for .*: (\d+\.\d)", said)
    assert score is not None, said
    assert float(score[1]) <= 2.0


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_unit_has_a_home_in_the_folder_that_it_may_write_to(unit: Path) -> None:
    homes = [value.removeprefix("HOME=") for value in settings_in(unit, "Environment") if value.startswith("HOME=")]
    (folders,) = settings_in(unit, "StateDirectory")
    assert [home in {f"/var/lib/{folder}" for folder in folders.split()} for home in homes] == [True]


def test_the_timer_starts_the_copy_every_night_also_after_a_night_without_power() -> None:
    (timer,) = (file for file in COPIED if file.suffix == ".timer")
    assert timer.with_suffix(".service").exists()
    assert settings_in(timer, "OnCalendar") == ["*-*-* 04:10"]
    assert settings_in(timer, "Persistent") == ["yes"]
    assert settings_in(timer, "WantedBy") == ["timers.target"]


def test_the_copy_reads_the_games_of_the_server_as_the_same_user() -> None:
    server, copy = (ROOT / "deploy/one-machine" / name for name in ("shanghaien.service", "shanghaien-backup.service"))
    assert settings_in(server, "User") == settings_in(copy, "User") != []
    (data,), (folders,) = settings_in(server, "StateDirectory"), settings_in(copy, "StateDirectory")
    assert folders.split() == [data, f"{data}-backups"]
    (command,) = settings_in(copy, "ExecStart")
    assert shlex.split(command)[2:] == ["--data", f"/var/lib/{data}", "--keep", "14", f"/var/lib/{data}-backups"]


@pytest.mark.parametrize(
    "file", [*UNITS, *(file for file in COPIED if file.suffix == ".env")], ids=lambda file: file.name
)
def test_what_a_host_may_switch_on_is_read_alike_by_systemd_and_by_a_shell(file: Path, tmp_path: Path) -> None:
    offered = re.findall(rf"^# *({PREFIX}\w+=.*)$", file.read_text(), re.MULTILINE)
    switched_on = tmp_path / "shanghaien.env"
    switched_on.write_text("".join(f"{line}\n" for line in offered))
    command = ["/bin/sh", "-euc", f"set -a; . {shlex.quote(str(switched_on))}; env"]
    read = subprocess.run(command, capture_output=True, text=True, check=True, env={}).stdout.splitlines()
    values = dict(line.split("=", 1) for line in offered)
    by_systemd = {name: value.removeprefix('"').removesuffix('"') for name, value in values.items()}
    assert {name: value for name, value in (line.split("=", 1) for line in read) if name in values} == by_systemd
    load({"data": tmp_path}, {"SHANGHAIEN_PUBLIC_URL": "https://play.example"} | by_systemd, create=False)


def test_a_word_that_the_page_makes_for_nats_is_none_that_nats_reads_as_a_number() -> None:
    making = re.findall(r"^(random\(\) .*|TOKEN=.*)$", PAGE, re.MULTILINE)
    command = ["/bin/sh", "-euc", "\n".join([*making, 'echo "$TOKEN"'])]
    words = {subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(3)}
    assert len(words) == 3
    assert all(re.fullmatch(r"[a-z][0-9a-f]{48}\n", word) for word in words)
