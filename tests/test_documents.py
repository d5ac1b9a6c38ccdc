"""What the pages for users and developers say is true of the program."""

import re
from pathlib import Path

import pytest

from shanghaien.cli.main import COMMANDS
from tests.documents import OUR_PATH, PAGES, README, ROOT, found, prose, quoted

DECISIONS = sorted((ROOT / "docs" / "decisions").glob("0*.md"))
COLUMNS = 120


def each_page(*pages: Path) -> pytest.MarkDecorator:
    """A test for each of the pages."""
    return pytest.mark.parametrize("document", pages, ids=lambda document: str(document.relative_to(ROOT)))


def test_the_example_of_the_readme_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})  # noqa: S102 our own page
    assert re.fullmatch(r"\(\d+, \d+\)\n", capsys.readouterr().out)


def test_every_command_the_readme_names_exists() -> None:
    named = set(re.findall(r"bin/shanghaien ([a-z]+)", README.read_text()))
    assert named
    assert named <= {command.name for command in COMMANDS}


@each_page(*PAGES)
def test_no_link_to_a_file_of_the_project_is_broken(document: Path) -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", re.sub(r"`[^`\n]*`", "", prose(document)))
    assert [target for target in targets if not (document.parent / target).exists()] == []


@each_page(*PAGES)
def test_every_path_that_a_page_names_exists(document: Path) -> None:
    paths = [words for words in quoted(prose(document)) if OUR_PATH.fullmatch(words)]
    assert [path for path in paths if found(path) is None] == []


@each_page(*PAGES)
def test_every_make_target_that_a_page_names_exists(document: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert set(re.findall(r"(?:^|`)make ([a-z]+)", document.read_text(encoding="utf-8"), re.MULTILINE)) <= targets


@each_page(*PAGES)
def test_lines_are_no_longer_than_those_of_the_code(document: Path) -> None:
    lines = document.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if len(line) > COLUMNS and not line.startswith(("|", "["))] == []


@each_page(*PAGES)
def test_a_person_is_they(document: Path) -> None:
    assert re.findall(r"\b(?:he|his|him|himself)\b", prose(document), re.IGNORECASE) == []


@each_page(*PAGES)
def test_nobody_is_told_to_install_what_was_never_released(document: Path) -> None:
    assert re.findall(r"pip install '?shanghaien", document.read_text(encoding="utf-8")) == []


@each_page(*DECISIONS)
def test_a_decision_has_the_shape_of_all(document: Path) -> None:
    lines = document.read_text(encoding="utf-8").splitlines()
    assert re.fullmatch(rf"# {document.name[:4]}: [^.]+", lines[0])
    assert [line for line in lines if line.startswith("#")][1:] == ["## Context", "## Choice", "## Consequence"]


def test_the_index_has_one_line_for_each_decision() -> None:
    index = (ROOT / "docs" / "decisions" / "README.md").read_text(encoding="utf-8")
    named = re.findall(r"^- \[(\d{4})\]\((\S+)\): \S", index, re.MULTILINE)
    assert named == [(document.name[:4], document.name) for document in DECISIONS]
