"""What the pages for users and developers say is true of the program."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from scripts.decisions import INDEX, decisions, index
from shanghaien.cli.main import COMMANDS
from tests.documents import CONTRIBUTING, OUR_PATH, PAGES, README, ROOT, found, prose, quoted

COLUMNS = 120


def wrong_on(pages: Iterable[Path], look: Callable[[Path], Iterable[str]]) -> dict[str, list[str]]:
    """What is wrong on each page of these, as `look` finds it."""
    found_on = {str(page.relative_to(ROOT)): list(look(page)) for page in pages}
    assert found_on
    return {page: wrong for page, wrong in found_on.items() if wrong}


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def test_the_example_of_the_readme_plays_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README.read_text(), re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})  # noqa: S102 our own page
    assert re.fullmatch(r"\(\d+, \d+\)\n", capsys.readouterr().out)


def test_every_command_the_readme_names_exists() -> None:
    named = set(re.findall(r"bin/shanghaien ([a-z]+)", README.read_text()))
    assert named
    assert named <= {command.name for command in COMMANDS}


def test_no_link_to_a_file_of_the_project_is_broken() -> None:
    def broken(page: Path) -> list[str]:
        targets = re.findall(r"\]\((?!https?:)([^)#]+)", re.sub(r"`[^`\n]*`", "", prose(page)))
        return [target for target in targets if not (page.parent / target).exists()]

    assert wrong_on(PAGES, broken) == {}


def test_every_path_that_a_page_names_exists() -> None:
    def missing(page: Path) -> list[str]:
        return [words for words in quoted(prose(page)) if OUR_PATH.fullmatch(words) and found(words) is None]

    assert wrong_on(PAGES, missing) == {}


def test_every_make_target_that_a_page_names_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))

    def unknown(page: Path) -> set[str]:
        return set(re.findall(r"(?:^|`)make ([a-z-]+)", text_of(page), re.MULTILINE)) - targets

    assert wrong_on(PAGES, unknown) == {}


def test_lines_are_no_longer_than_those_of_the_code() -> None:
    def too_long(page: Path) -> list[str]:
        return [line for line in text_of(page).splitlines() if len(line) > COLUMNS and line[0] not in "|["]

    assert wrong_on(PAGES, too_long) == {}


def test_a_person_is_they() -> None:
    sexed = re.compile(r"\b(?:he|his|him|himself)\b", re.IGNORECASE)
    assert wrong_on(PAGES, lambda page: sexed.findall(prose(page))) == {}


def test_nobody_is_told_to_install_what_was_never_released() -> None:
    assert wrong_on(PAGES, lambda page: re.findall(r"pip install '?shanghaien", text_of(page))) == {}


def test_decisions_are_numbered_in_the_order_of_their_dates() -> None:
    records = decisions()
    assert [record.number for record in records] == [f"{number:04}" for number in range(1, len(records) + 1)]
    assert [record.date for record in records] == sorted(record.date for record in records)


def test_a_superseded_decision_names_a_later_one_that_holds() -> None:
    status = {record.number: record.status for record in decisions()}
    replaced = {record.number: record.successor for record in decisions() if record.successor}
    assert replaced
    assert all(status[later] == "accepted" and later > number for number, later in replaced.items())


def test_the_index_of_decisions_is_up_to_date() -> None:
    assert text_of(INDEX) == index(), "run `make decisions`"


def test_whoever_names_a_decision_names_one_that_exists() -> None:
    numbers = {record.number for record in decisions()}
    sources = [path for folder in ("src", "tests", "scripts", "bench") for path in (ROOT / folder).rglob("*.py")]

    def unknown(page: Path) -> set[str]:
        return set(re.findall(r"\bdecisions?\s\[?(\d{4})\b", text_of(page))) - numbers

    assert wrong_on([*PAGES, *sources], unknown) == {}


def test_the_index_of_documents_lists_every_page() -> None:
    contents = ROOT / "docs" / "README.md"
    listed = re.findall(r"^\| \[[^]]+\]\(([^)]+)\) \| [^|]+ \| [^|]+ \|$", text_of(contents), re.MULTILINE)
    pages = {page.name for page in contents.parent.glob("*.md")} - {contents.name}
    assert sorted(listed) == sorted(pages | {"decisions/README.md"})


def test_the_index_of_documents_is_linked_where_readers_begin() -> None:
    assert (
        wrong_on((README, CONTRIBUTING), lambda page: [] if "(docs/README.md)" in text_of(page) else ["no link"]) == {}
    )
