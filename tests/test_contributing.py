"""CONTRIBUTING is true: the card that it shows is the whole of what a trick card needs, and its commands work."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from shanghaien import rules
from tests.documents import CONTRIBUTING, ROOT, SRC, defined_in, passages, quoted

PAGE = CONTRIBUTING.read_text(encoding="utf-8")
PLAYED = """
import random
from shanghaien import rules
from shanghaien.ai.bots.levels import bot

card = rules.BY_OPTION["upside_down"]
options, dice = rules.Options(upside_down=True), random.Random(1)
games = [[lambda state: dice.choice(rules.legal_actions(state))] * 2] * 8
games += [[bot(level, random.Random(2)).choose for level in ("cabin-boy", "deckhand")]]
steps = [[*rules.play(options, choosers, dice)] for choosers in games]
records = [rules.Record(options, tuple(step.step for step in game)) for game in steps]
assert all(rules.load(rules.to_text(record)) == record for record in records)
plays = [step for game in steps for step in game if getattr(step.step, "card", "") == card.key]
assert plays and all(sum(step.before.rolled + step.after.rolled) == 14 for step in plays)
print(len(games), "games with", card.name)
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the package with the card of the page in it; its number is the next one that is free."""
    (card,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    package = tmp_path / "shanghaien"
    shutil.copytree(SRC, package, ignore=shutil.ignore_patterns("__pycache__", "static", "locale"))
    numbered = re.sub(r"number=\d+", f"number={max(rules.CARD_NUMBERS.values()) + 1}", card)
    (package / "rules" / "tricks" / "upside_down.py").write_text(numbered, encoding="utf-8")
    return tmp_path


def test_the_card_of_the_page_is_found_and_played(house: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(house)}
    run = subprocess.run(
        [sys.executable, "-c", PLAYED], cwd=house, env=environment, capture_output=True, text=True, check=False
    )
    assert run.stdout == "9 games with Upside down\n", run.stderr


def test_every_test_that_the_page_runs_is_there() -> None:
    named = re.findall(r"bin/pytest (tests/\S+)", PAGE)
    assert len(named) >= 3
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_words_given_to_pytest_select_something() -> None:
    (words,) = re.findall(r'test_round\.py -k "([^"]+)"', PAGE)
    tests = re.findall(r"def (test_\w+)", (ROOT / "tests" / "rules" / "test_round.py").read_text(encoding="utf-8"))
    assert [test for test in tests if all(word in test for word in words.split(" and "))]


@pytest.mark.parametrize("name", ["ROUTES", "AREAS", "PAGE_STYLES", "Table", "N_"])
def test_every_name_of_the_page_is_defined(name: str) -> None:
    assert name in {word for passage in passages(CONTRIBUTING) for word in quoted(passage)}
    assert name in defined_in(SRC)


def test_the_hooks_of_the_page_are_those_of_a_card() -> None:
    named = re.search(r"the hooks \((.*?)\)", PAGE, re.DOTALL)
    assert named is not None
    assert {f"TrickCard.{hook}" for hook in quoted(named[1])} <= defined_in(SRC / "rules" / "hooks.py")
