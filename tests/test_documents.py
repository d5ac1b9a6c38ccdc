"""What the pages for users say is true of the program."""

import re
from pathlib import Path

import pytest

from shanghaien.cli.main import COMMANDS

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])


def test_the_example_of_the_readme_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})  # noqa: S102 our own page
    assert re.fullmatch(r"\(\d+, \d+\)\n", capsys.readouterr().out)


def test_every_command_the_readme_names_exists() -> None:
    named = set(re.findall(r"bin/shanghaien ([a-z]+)", (ROOT / "README.md").read_text()))
    assert named
    assert named <= {command.name for command in COMMANDS}


@pytest.mark.parametrize("document", PAGES, ids=lambda document: document.name)
def test_no_link_to_a_file_of_the_project_is_broken(document: Path) -> None:
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", document.read_text(), flags=re.DOTALL)
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", prose)
    assert [target for target in targets if not (document.parent / target).exists()] == []
