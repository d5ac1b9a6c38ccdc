"""One's own mistakes over HTTP: repeated at the table, noted once, and nobody else's; and the puzzle of the day."""

import json
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from shanghaien.ai.puzzles import shipped_puzzles, to_values
from shanghaien.web.core.ids import GameId, PersonId
from shanghaien.web.core.settings import load
from shanghaien.web.daily.mistake_store import MistakeRow, MistakeStore
from shanghaien.web.daily.own_mistakes import new_card
from shanghaien.web.reviews.puzzles.book import PuzzleBook, puzzle_of
from shanghaien.web.tables.dice.daily_dice import day_at, later
from shanghaien.web.tables.service import Tables
from tests.web.browser_like import Visitor
from tests.web.daily.pages.harbour_of_days import HarbourOfDays, harbour_of_days
from tests.web.moving_time import MONDAY
from tests.web.randomness import SECRET

PUZZLE = shipped_puzzles()[3]
BEST, OTHERS = PUZZLE.choices[0].action, [choice.action for choice in PUZZLE.choices[1:]]
WHERE = "/mistakes/some-game/7"


@pytest.fixture
def harbour(tmp_path: Path) -> Iterator[HarbourOfDays]:
    settings = load({"data": tmp_path / "data", "secret": SECRET, "bot_workers": 0, "rate_limit": 0}, {})
    with harbour_of_days(settings) as opened:
        yield opened


def erring(harbour: HarbourOfDays) -> Visitor:
    """Somebody with one mistake that is due."""
    visitor = harbour.visitor()
    person = _person(harbour, visitor)
    text = json.dumps(to_values(PUZZLE))
    row = MistakeRow(person, GameId("some-game"), 7, text, OTHERS[0], new_card(MONDAY), MONDAY, MONDAY)
    store = MistakeStore(harbour.parts.database)
    harbour.do(lambda: store.add(person, [row]))
    return visitor


def _person(harbour: HarbourOfDays, visitor: Visitor) -> PersonId:
    """Who a visitor is, as the game that they begin knows it."""
    game = GameId(harbour.begin(visitor))
    (found,) = harbour.do(lambda: harbour.parts[Tables].games.store.people_of(game))
    return found[1]


def text(visitor: Visitor, path: str) -> str:
    answer = visitor.get(path)
    assert answer.status_code == 200
    return unescape(answer.text)


def test_whoever_has_none_is_told_where_they_come_from(harbour: HarbourOfDays) -> None:
    assert "There are none yet." in text(harbour.visitor(), "/mistakes")


def test_a_mistake_is_played_at_the_table_graded_and_comes_again_later(harbour: HarbourOfDays) -> None:
    ada = erring(harbour)
    assert WHERE in text(ada, "/mistakes")
    page = text(ada, WHERE)
    assert "you made another" in page
    assert "In your game you chose" not in page
    wrong = unescape(ada.post(WHERE, {"action": OTHERS[1] if len(OTHERS) > 1 else OTHERS[0]}).text)
    assert "There is something better." in wrong
    right = unescape(ada.post(WHERE, {"action": BEST, "tried": OTHERS[0]}).text)
    assert "That is the best choice." in right
    assert "You will see it again in" in right
    assert "In your game you chose" in right
    assert "Nothing to repeat now" in text(ada, "/mistakes")
    again = unescape(ada.post(WHERE, {"action": BEST}).text)
    assert "Just practice" in again


def test_a_solution_that_was_shown_comes_again_soon(harbour: HarbourOfDays) -> None:
    ada = erring(harbour)
    shown = unescape(ada.post(WHERE, {"show": "1", "tried": OTHERS[0]}).text)
    assert "in 10 minutes" in shown
    harbour.time.go(hours=1)
    assert WHERE in text(ada, "/mistakes")


def test_nobody_sees_or_drops_anothers_mistake(harbour: HarbourOfDays) -> None:
    ada, eve = erring(harbour), harbour.visitor()
    assert eve.get(WHERE).status_code == 404
    assert eve.post(WHERE, {"action": BEST}).status_code == 404
    assert eve.post(f"{WHERE}/drop").status_code == 303
    assert WHERE in text(ada, "/mistakes")
    assert ada.post(f"{WHERE}/drop").status_code == 303
    assert WHERE not in text(ada, "/mistakes")


def test_an_answer_that_is_none_of_the_choices_is_refused(harbour: HarbourOfDays) -> None:
    assert erring(harbour).post(WHERE, {"action": "place 9"}).status_code == 400


def test_the_puzzle_of_the_day_is_remembered_as_solved(harbour: HarbourOfDays) -> None:
    ada, book = harbour.visitor(), PuzzleBook()
    today = puzzle_of(day_at(MONDAY), book)
    harbour.begin(ada)  # the start page of newcomers has one thing to do, and it is none of these
    assert "Solve it" in text(ada, "/")
    assert "Puzzle of the day" in text(ada, "/puzzles/today")
    ada.get("/puzzles/today")
    best = book.numbered(today.number).choices[0].action
    assert "That is the best choice." in unescape(ada.post("/puzzles/today", {"action": best}).text)
    assert "You have solved it." in text(ada, "/puzzles/today")
    assert "Solved: look again" in text(ada, "/")
    harbour.time.go(days=1)
    assert "You have solved it." not in text(ada, "/puzzles/today")


def test_puzzles_get_harder_from_monday_to_sunday_and_change_every_week() -> None:
    book, monday = PuzzleBook(), day_at(MONDAY)
    weeks = [[puzzle_of(later(monday, 7 * week + day), book).number for day in range(7)] for week in range(8)]
    for week in weeks:
        missed = [book.numbered(number).missed for number in week]
        assert missed == sorted(missed)
        assert missed[-1] > 2 * missed[0]
    assert all(len({week[day] for week in weeks}) == 8 for day in range(7))
