"""A puzzle as its solver sees it, whichever seat they have."""

import pytest

from shanghaien.web.pages.puzzles.model import present
from tests.web.pages.puzzles.positions import puzzle

WHOLE, SHORTER = 8, 5


@pytest.mark.parametrize(("count", "dice"), [(WHOLE, "2 5"), (SHORTER, "1 4")])
def test_the_solver_sits_below_in_red_and_is_asked(count: int, dice: str) -> None:
    shown = present(puzzle(count), 1, 3)
    assert (shown.page.below.name, shown.page.above.name) == ("You", "Blue")
    assert shown.page.yours
    assert " ".join(shown.dice.striptags().split()) == dice
    assert (shown.number, shown.count, shown.missed, shown.on) == (1, 3, 75, 2)
    assert present(puzzle(count), 3, 3).on == 1


@pytest.mark.parametrize(("count", "offered"), [(WHOLE, ["place 2", "place 5"]), (SHORTER, ["place 1", "place 4"])])
def test_every_choice_is_offered_and_none_is_told_to_be_best(count: int, offered: list[str]) -> None:
    shown = present(puzzle(count), 1, 3)
    assert [action for action, _ in shown.choices] == offered
    assert shown.answer is None


@pytest.mark.parametrize(("count", "best", "other"), [(WHOLE, "place 5", "place 2"), (SHORTER, "place 4", "place 1")])
def test_an_attempt_is_graded_from_the_side_of_the_solver(count: int, best: str, other: str) -> None:
    right, wrong = present(puzzle(count), 1, 3, best).answer, present(puzzle(count), 1, 3, other).answer
    assert right is not None
    assert wrong is not None
    assert (right.right, right.sentence, right.grade[2]) == (True, "That is the best choice.", "best")
    assert (wrong.right, wrong.sentence, wrong.grade[2]) == (False, "It gives away 20.0 points of 100.", "blunder")
    assert [(choice.value, choice.best, choice.played) for choice in wrong.step.alternatives] == [
        ("70.0 %", True, False),
        ("50.0 %", False, True),
    ]
