"""How the house is built: folders that can be overlooked, imports in order, no trick card named outside its own file."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.house import House, is_against_the_order
from shanghaien import rules

SRC = Path(__file__).parents[1] / "src" / "shanghaien"
PYTHON = sorted(SRC.rglob("*.py"))
PAGES = sorted(file for kind in ("*.html", "*.js") for file in SRC.rglob(kind))

FIGURE = "captain"
"""Also the strongest bot, and the figure that every player has (R1): that word alone betrays no card."""

NAMES = {*rules.BY_KEY, *rules.ACTS, *rules.EXPANSIONS} - {FIGURE}
"""What a trick card is called by programs: its key, its acts, its option."""

KNOWN_WITH_REASON = {
    "rules/cards.py": "the pile is made of three kinds of trick card, and R4 says which",
    "rules/two_sailors.py": "an act that several cards show",
    "ai/round/card_knowledge.py": "what the solver knows of particular cards; a card that it does not know is played too",
}
"""Files that name a card although they are not its own, each with the reason."""


def strings(file: Path) -> Iterator[str]:
    """The text constants of a file of Python, docstrings aside."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def named_in(file: Path) -> set[str]:
    """The names of cards that stand in a file as words of a program."""
    if file.suffix == ".py":
        return NAMES & set(strings(file))
    told = file.read_text(encoding="utf-8").replace('fill: "both"', "")  # a word of the browser's animations
    return NAMES & set(re.findall(r"[\"']([\w-]+)[\"']", told))


def test_no_file_names_a_trick_card_but_the_card_s_own_and_those_with_a_reason() -> None:
    named = {file.relative_to(SRC).as_posix(): named_in(file) for file in [*PYTHON, *PAGES]}
    others = {place: names for place, names in named.items() if names and not place.startswith("rules/tricks/")}
    assert others.keys() == KNOWN_WITH_REASON.keys(), others


@pytest.fixture(scope="module")
def house() -> House:
    return House()


def test_no_folder_has_more_files_than_one_can_overlook(house: House) -> None:
    assert house.large_folders() == {}


def test_what_can_be_done_knows_nothing_of_http(house: House) -> None:
    assert house.knows_http() == []


def test_features_know_only_those_before_them(house: House) -> None:
    assert len(house.web_imports) > 1500
    assert house.against_the_order() == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("core.jobs", "people.store"),
        ("core.jobs", "site.forms"),
        ("site.forms", "people.names"),
        ("people.accounts", "tables.service"),
        ("tables.service", "tables.pages.page"),
        ("tables.service", "site.forms"),
        ("tables.pages.page", "lobby.views"),
        ("lobby.store", "run.cleanup"),
        ("home.routes", "app"),
    ],
)
def test_an_import_against_the_order_would_be_found(one: str, other: str) -> None:
    assert is_against_the_order(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("tables.service", "people.store"),
        ("tables.pages.page", "site.forms"),
        ("people.pages.account_routes", "tables.service"),
        ("home.routes", "lobby.views"),
        ("people.profile.views", "standings.service"),
        ("run.server", "app"),
        ("app", "run.health"),
    ],
)
def test_pages_know_every_feature_s_lower_storey_and_the_pages_below(one: str, other: str) -> None:
    assert not is_against_the_order(one, other)
