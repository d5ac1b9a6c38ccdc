"""The page for hosts names every setting with its default."""

from dataclasses import MISSING, fields
from pathlib import Path

from shanghaien.web.settings import Settings

PAGE = (Path(__file__).parents[2] / "docs" / "hosting.md").read_text(encoding="utf-8")
ROWS = {cells[1].strip(" `"): cells[2].strip() for line in PAGE.splitlines() if len(cells := line.split("|")) == 5}


def test_every_setting_is_on_the_page_and_no_other() -> None:
    assert set(ROWS) - {"setting", "---"} == {setting.name for setting in fields(Settings)}


def test_the_page_states_the_defaults_of_the_code() -> None:
    for setting in fields(Settings):
        if setting.default not in (MISSING, ""):
            assert ROWS[setting.name] == str(setting.default), setting.name
