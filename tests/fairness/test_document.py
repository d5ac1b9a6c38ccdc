"""The page that strangers write verifiers from says what the code does, and a verifier written from it agrees."""

import re
from pathlib import Path

import pytest

from tests.fairness import stranger, vectors
from tests.fairness.honest import House, checked, text_of

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src" / "shanghaien" / "fairness"
PAGE = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")


def test_every_tag_is_named_on_the_page() -> None:
    house = House(stop=6, renewals={3: ("guest", "person")}).play()
    assert all(f"`{tag}`" in PAGE for tag in house.record().tags)


@pytest.mark.parametrize(("name", "value"), vectors.printed_values().items())
def test_the_printed_vectors_are_what_the_code_makes(name: str, value: str) -> None:
    assert f"\n| {name} | `{value}` |\n" in PAGE


def test_the_printed_record_is_right_for_both_programs_and_has_the_printed_draws() -> None:
    found = re.search(r"```text\n(\[Shanghaien 1\]\n.+?)```", PAGE, re.DOTALL)
    assert found
    assert found[1] == text_of(vectors.house()).rstrip() + "\n"
    assert stranger.verify(found[1]) == []
    report = checked(found[1])
    assert report.ok
    rows = re.findall(
        r"^\| (\d+\.\d+) \| (\w+) \| (\d+) \| (\d+) \| `(\w{64})` \| (\d+) \| (\S+) \|$", PAGE, re.MULTILINE
    )
    draws = [(each.draw, each.expected) for each in report.draws]
    assert rows == [
        (draw.index, draw.purpose, str(draw.below), str(draw.attempt), draw.digest, str(draw.number), expected)
        for draw, expected in draws
    ]


def test_every_name_of_a_finding_is_told_on_the_page() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in SOURCES.glob("*.py"))
    told = set(re.findall(r'\bCheck\(f?"([a-z-]+)', sources))
    assert len(told) >= 20
    assert [name for name in told if not re.search(rf"`{name}[` ]", PAGE)] == []
