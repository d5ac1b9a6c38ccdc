"""The page that tells where each rule lives cannot drift from code and tests, and `-k R12` runs the tests of a rule."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SRC, TESTS = ROOT / "src" / "shanghaien", ROOT / "tests"
RULES = range(1, 48)
FILES = sorted(TESTS.rglob("test_*.py"))
PAGE = (ROOT / "docs" / "rules-map.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| R(\d+) \| [^|]+ \| ([^|]+) \| ([^|]+) \|$", PAGE, re.MULTILINE)


def named(column: int) -> list[tuple[int, str]]:
    """Each rule with each file that a column of the page names for it."""
    return [(int(row[0]), file) for row in ROWS for file in re.findall(r"`([^`]+)`", row[column])]


def cited(text: str) -> set[int]:
    """The rules that a text cites, single ones and spans such as R5-R11."""
    numbers = {int(number) for number in re.findall(r"\bR(\d+)\b", text)}
    for first, last in re.findall(r"\bR(\d+)-R(\d+)\b", text):
        numbers.update(range(int(first), int(last) + 1))
    return numbers


def marked(source: str) -> Iterator[tuple[str, object]]:
    """Every test function of a file with each number in its rule marks."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            marks = [mark for mark in node.decorator_list if ast.unparse(mark).startswith("pytest.mark.rule(")]
            calls = [mark for mark in marks if isinstance(mark, ast.Call)]
            yield from ((node.name, ast.literal_eval(number)) for call in calls for number in call.args)


def marked_in(file: Path) -> set[object]:
    """The rules of a file's tests."""
    return {number for _, number in marked(file.read_text(encoding="utf-8"))}


def test_every_rule_has_one_row() -> None:
    assert [int(row[0]) for row in ROWS] == list(RULES)


def test_the_code_named_for_a_rule_cites_it() -> None:
    read = {file: cited((SRC / file).read_text(encoding="utf-8")) for _, file in named(1)}
    assert [(number, file) for number, file in named(1) if number not in read[file]] == []


def test_the_tests_named_for_a_rule_are_marked_with_it() -> None:
    read = {file: marked_in(TESTS / file) for _, file in named(2)}
    assert [(number, file) for number, file in named(2) if number not in read[file]] == []


def test_every_rule_has_code_and_a_test_on_the_page() -> None:
    assert {number for number, _ in named(1)} == {number for number, _ in named(2)} == set(RULES)


def test_marks_are_numbers_of_rules() -> None:
    assert [(file.name, number) for file in FILES for number in marked_in(file) if number not in RULES] == []


def test_a_rule_counts_only_if_a_test_function_is_marked_with_it() -> None:
    source = "@pytest.mark.rule(3, 4)\ndef test_x(): ...\n@pytest.mark.rule(5)\ndef helper(): ...\n# rule(6)"
    assert list(marked(source)) == [("test_x", 3), ("test_x", 4)]


def test_asking_for_rules_selects_their_tests_and_no_others() -> None:
    program = [sys.executable, "-m", "pytest", "-q", "--collect-only", "-p", "no:cacheprovider", "-k", "r2 or R4"]
    run = subprocess.run([*program, "tests/rules"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout
    selected = set(re.findall(r"^\S+::(test_\w+)", run.stdout, re.MULTILINE))
    found = (pair for file in (TESTS / "rules").glob("test_*.py") for pair in marked(file.read_text(encoding="utf-8")))
    assert selected == {name for name, number in found if number in {2, 4}}
