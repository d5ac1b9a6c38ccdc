"""A puzzle over HTTP: shown without its solution, graded when answered."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from litestar.testing import TestClient

from shanghaien import rules
from shanghaien.ai.puzzles import Puzzle
from shanghaien.ai.review.model import WeighedAction
from shanghaien.rules import action_text
from shanghaien.web.app import application
from shanghaien.web.core.parts import open_site
from shanghaien.web.core.settings import Settings
from shanghaien.web.reviews.puzzles.book import PuzzleBook
from shanghaien.web.reviews.puzzles.views import Attempt, graded, seen_puzzle
from shanghaien.web.site.middleware import Application
from tests.ai.review.test_reviewer import random_game

PAGE = {"accept": "text/html"}


def puzzle() -> Puzzle:
    """The first decision of a game with a choice, its values made up: the first action is best."""
    record = random_game(12)
    number = next(
        number
        for number, moment in enumerate(record.replay())
        if len(rules.legal_actions(moment.before)) > 3 and moment.before.end is not None
    )
    position = replace(record, steps=record.steps[:number])
    values = [WeighedAction(action_text(each), 0.5) for each in rules.legal_actions(position.final)]
    best = 0.7 if rules.to_move(position.final) == 0 else 0.3
    return Puzzle(position, (WeighedAction(values[0].action, best), *values[1:]), 0.75)


@pytest.fixture
def client(settings: Settings) -> Iterator[TestClient[Application]]:
    parts = open_site(settings)
    parts.add(PuzzleBook(lambda: (puzzle(),)), "puzzles")
    with TestClient(application(parts)) as client:
        client.get("/puzzles/1", headers=PAGE)
        client.headers["x-csrftoken"] = client.cookies["csrftoken"]
        yield client


def test_a_puzzle_shows_the_table_and_no_value(client: TestClient[Application]) -> None:
    page = client.get("/puzzles/1", headers=PAGE).text
    dice = [choice.action for choice in puzzle().choices if choice.action.startswith("place")]
    assert dice
    for action in dice:
        assert f'value="{action}"' in page
    assert "70.0" not in page
    assert "75 of 100" in page


def test_the_best_choice_is_told_to_be_right_and_is_remembered(client: TestClient[Application]) -> None:
    assert "0 of 1 solved" in client.get("/puzzles", headers=PAGE).text
    page = client.post("/puzzles/1", data={"action": puzzle().choices[0].action}, headers=PAGE).text
    assert "That is the best choice." in page
    assert "70.0" in page
    assert "1 of 1 solved" in client.get("/puzzles", headers=PAGE).text
    assert "You have solved it." in client.get("/puzzles/1", headers=PAGE).text


def test_another_choice_is_graded_and_may_be_followed_by_a_better_one(client: TestClient[Application]) -> None:
    best, other = (choice.action for choice in puzzle().choices[:2])
    page = client.post("/puzzles/1", data={"action": other}, headers=PAGE).text
    assert "That costs 20.0 percentage points of winning chance." in page
    assert "blunder" in page
    assert "70.0" not in page
    assert f'name="tried" value="{other}"' in page
    assert "That is the best choice." in client.post("/puzzles/1", data={"tried": other, "action": best}).text


def test_the_solution_is_shown_after_the_first_try_and_counts_as_no_solving(client: TestClient[Application]) -> None:
    other = puzzle().choices[1].action
    page = client.post("/puzzles/1", data={"tried": other, "show": "1"}, headers=PAGE).text
    assert "Your last try costs 20.0 percentage points of winning chance." in page
    assert "70.0" in page
    assert "0 of 1 solved" in client.get("/puzzles", headers=PAGE).text
    assert client.post("/puzzles/1", data={"show": "1"}, headers=PAGE).status_code == 400


def test_what_the_position_does_not_allow_is_refused(client: TestClient[Application]) -> None:
    assert client.post("/puzzles/1", data={"action": "fly"}, headers=PAGE).status_code == 400
    assert client.post("/puzzles/1", data={"tried": "fly", "show": "1"}, headers=PAGE).status_code == 400
    assert client.get("/puzzles/2", headers=PAGE).status_code == 404
    assert client.get("/puzzles/0", headers=PAGE).status_code == 404


def test_the_solver_sits_below_and_is_asked() -> None:
    seen = seen_puzzle(puzzle())
    assert seen.asked
    assert seen.below == rules.to_move(puzzle().state)
    assert graded(seen, puzzle(), Attempt((puzzle().choices[0].action,))).right
