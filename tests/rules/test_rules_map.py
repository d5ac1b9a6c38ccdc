"""The page that tells where each rule lives cannot drift from the code."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULES = ROOT / "src" / "shanghaien" / "rules"
ROWS = re.findall(r"^\| R(\d+) \|.*\| `([\w/.]+)` \|$", (ROOT / "docs" / "rules-map.md").read_text(), re.MULTILINE)


def cited(text: str) -> set[int]:
    """The rules that a text cites, single ones and spans such as R5-R11."""
    numbers = {int(number) for number in re.findall(r"\bR(\d+)\b", text)}
    for first, last in re.findall(r"\bR(\d+)-R(\d+)\b", text):
        numbers.update(range(int(first), int(last) + 1))
    return numbers


def test_every_rule_of_the_engine_has_one_row() -> None:
    assert [int(number) for number, _ in ROWS] == list(range(1, 42))


@pytest.mark.parametrize(("number", "file"), ROWS)
def test_the_file_named_for_a_rule_cites_it(number: str, file: str) -> None:
    assert int(number) in cited((RULES / file).read_text())
