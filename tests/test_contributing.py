"""CONTRIBUTING is true: the card and the feature that it shows are the whole of what such need, and its commands work."""

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
from shanghaien.ai.bots import bot

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


VISITED = """
from pathlib import Path
from litestar.testing import TestClient
from shanghaien.web.app import create_app
from shanghaien.web.core.settings import load

settings = load({"data": Path(), "secret": "known to this test and to nobody else", "bot_workers": 0}, {})
with TestClient(create_app(settings)) as client:
    answer = client.get("/greeting", headers={"cookie": "called=Ada"})
    print(answer.status_code, [line.strip() for line in answer.text.splitlines() if "Hello" in line])
"""


def shown(language: str, after: str) -> list[str]:
    """The blocks of code in one section of the page."""
    (section,) = re.findall(rf"^## {after}\n(.*?)^## ", PAGE, re.DOTALL | re.MULTILINE)
    return re.findall(rf"```{language}\n(.*?)```", section, re.DOTALL)


def copied(folder: Path, *without: str) -> Path:
    """A copy of the package in a folder."""
    return Path(shutil.copytree(SRC, folder / "shanghaien", ignore=shutil.ignore_patterns("__pycache__", *without)))


def printed(program: str, folder: Path) -> str:
    """What a program prints that is run with the package in this folder."""
    environment = os.environ | {"PYTHONPATH": str(folder)}
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    return run.stdout


def test_the_card_of_the_page_is_found_and_played(tmp_path: Path) -> None:
    (card,) = shown("python", "One more trick card")
    numbered = re.sub(r"number=\d+", f"number={max(rules.CARD_NUMBERS.values()) + 1}", card)  # the next that is free
    (copied(tmp_path, "static", "locale") / "rules" / "tricks" / "upside_down.py").write_text(
        numbered, encoding="utf-8"
    )
    assert printed(PLAYED, tmp_path) == "9 games with Upside down\n"


def test_the_feature_of_the_page_is_one_folder_and_one_line(tmp_path: Path) -> None:
    web = copied(tmp_path) / "web"
    (declared, routes), (template,) = shown("python", "A new feature"), shown("html", "A new feature")
    (web / "greeting" / "templates").mkdir(parents=True)
    for name, text in {"__init__.py": declared, "routes.py": routes, "templates/greeting.html": template}.items():
        (web / "greeting" / name).write_text(text, encoding="utf-8")
    named = web / "core" / "features.py"
    names = named.read_text(encoding="utf-8").replace('    "run",\n', '    "greeting",\n    "run",\n', 1)
    named.write_text(names, encoding="utf-8")
    assert printed(VISITED, tmp_path) == "200 ['<h1>Hello, Ada! Your games: 0.</h1>']\n"


def test_every_test_that_the_page_runs_is_there() -> None:
    named = re.findall(r"bin/pytest (tests/\S+)", PAGE)
    assert len(named) >= 3
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_words_given_to_pytest_select_something() -> None:
    (words,) = re.findall(r'test_round\.py -k "([^"]+)"', PAGE)
    tests = re.findall(r"def (test_\w+)", (ROOT / "tests" / "rules" / "test_round.py").read_text(encoding="utf-8"))
    assert [test for test in tests if all(word in test for word in words.split(" and "))]


@pytest.mark.parametrize(
    "name", ["ROUTES", "FEATURE", "NAMES", "PERSON_ROWS", "STATUS", "Panels", "Extensions", "Table", "N_"]
)
def test_every_name_of_the_page_is_defined(name: str) -> None:
    assert name in {word for passage in passages(CONTRIBUTING) for word in quoted(passage)}
    assert name in defined_in(SRC)


def test_the_hooks_of_the_page_are_those_of_a_card() -> None:
    named = re.search(r"the hooks \((.*?)\)", PAGE, re.DOTALL)
    assert named is not None
    assert {f"TrickCard.{hook}" for hook in quoted(named[1])} <= defined_in(SRC / "rules" / "hooks.py")
