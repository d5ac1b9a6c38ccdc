"""A puzzle as its solver sees it, whichever seat they have."""

import pytest

from shanghaien.rules import End
from shanghaien.web.reviews.puzzles.views import Attempt, present
from shanghaien.web.tables.pages.seen_table import OpenChoice
from tests.web.reviews.puzzles.positions import CALL, FIRST, SHORTER, WHOLE, puzzle


def tried(*answers: str, show: bool = False) -> Attempt:
    return Attempt(answers, give_up=show)


@pytest.mark.parametrize(("count", "dice"), [(WHOLE, [2, 5]), (SHORTER, [1, 4])])
def test_the_solver_sits_below_in_red_and_is_asked_as_at_a_table(count: int, dice: list[int]) -> None:
    shown = present(puzzle(count), 1, 3)
    assert (shown.page.below.name, shown.page.above.name) == ("You", "Blue")
    assert shown.page.yours
    assert [item.die for item in shown.page.question.dice] == dice
    assert [ghost.die for ghost in shown.page.question.ghosts] == dice
    assert (shown.number, shown.count, shown.missed, shown.answer) == (1, 3, 75, None)
    assert "75 of 100" in shown.page.question.text


def test_a_choice_of_several_steps_leads_on_inside_the_puzzle() -> None:
    asked = present(puzzle(FIRST), 2, 3).page.question
    assert [end.link for end in asked.ends] == ["/puzzles/2?end=left", "/puzzles/2?end=right"]
    chosen = present(puzzle(FIRST), 2, 3, choice=OpenChoice(End.RIGHT)).page.question
    assert [item.button.action for item in chosen.dice] == ["place 1 right", "place 2 right"]


def test_a_call_is_an_answer_like_any_other_and_not_asked_about() -> None:
    asked = present(puzzle(CALL), 1, 3).page.question
    assert [(button.action, button.link) for button in asked.buttons] == [("roll", ""), ("shanghai", "")]


@pytest.mark.parametrize(("count", "best", "other"), [(WHOLE, "place 5", "place 2"), (SHORTER, "place 4", "place 1")])
def test_an_attempt_is_graded_from_the_side_of_the_solver(count: int, best: str, other: str) -> None:
    right, wrong = (present(puzzle(count), 1, 3, tried(answer)).answer for answer in (best, other))
    assert right is not None
    assert wrong is not None
    assert (right.right, right.sentence, right.grade[2]) == (True, "That is the best choice.", "best")
    assert (wrong.right, wrong.grade[2]) == (False, "blunder")
    assert wrong.sentence.startswith("That costs 20.0 percentage points of winning chance.")


def test_no_choice_says_what_it_is_worth() -> None:
    for count in (WHOLE, CALL):
        asked = present(puzzle(count), 1, 3).page.question
        assert {item.button.worth for item in asked.dice} | {button.worth for button in asked.buttons} == {None}


def test_a_wrong_answer_shows_no_solution_and_cannot_be_pressed_again() -> None:
    shown = present(puzzle(), 1, 3, tried("place 2"))
    assert shown.answer is not None
    assert shown.answer.step is None
    assert shown.tried == "place 2"
    low, high = shown.page.question.dice
    assert (low.button.open, low.button.text) == (False, "tried")
    assert high.button.action == "place 5"
    assert [slot.ghost.die for slot in shown.page.row if slot.ghost] == [5]


def test_the_solution_tells_every_choice_and_puts_the_best_die_where_it_belongs() -> None:
    for attempt, played in ((tried("place 2", show=True), 2), (tried("place 5"), 5)):
        shown = present(puzzle(), 1, 3, attempt)
        assert shown.answer is not None
        assert shown.answer.step is not None
        told = shown.answer.step.alternatives
        assert [choice.best for choice in told] == [True, False]
        assert [choice.played for choice in told] == [played == 5, played == 2]
        assert shown.answer.step.why
        assert [slot.lower.count for slot in shown.page.row] == [1, 0, 0, 0, 1, 0]
        assert not shown.page.yours
