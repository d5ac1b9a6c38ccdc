"""What is remembered of solved puzzles, and which one comes next."""

import pytest

from shanghaien.ai.puzzles import Puzzle, shipped_puzzles
from shanghaien.web.core.errors import NotFoundError
from shanghaien.web.reviews.puzzles.book import MOST, PuzzleBook, Solved, mark
from shanghaien.web.reviews.puzzles.views import overview
from tests.web.reviews.puzzles.positions import CALL, SHORTER, WHOLE, puzzle

THREE = (puzzle(SHORTER), puzzle(CALL), puzzle(WHOLE))


def book(puzzles: tuple[Puzzle, ...] = THREE) -> PuzzleBook:
    return PuzzleBook(lambda: puzzles)


def test_a_solved_puzzle_is_remembered_once_and_by_its_position() -> None:
    solved = Solved().adding(THREE[0]).adding(THREE[1]).adding(THREE[0])
    assert solved.marks == (mark(THREE[1]), mark(THREE[0]))
    assert THREE[0] in solved
    assert THREE[2] not in solved
    assert solved.among(THREE) == 2


def test_the_oldest_are_forgotten_where_there_are_too_many() -> None:
    full = Solved(tuple(f"{number:04}" for number in range(MOST)))
    later = full.adding(THREE[0])
    assert len(later.marks) == MOST
    assert "0000" not in later.marks
    assert len(later.cookie().value or "") < 2000


def test_the_next_puzzle_is_the_next_that_is_not_solved() -> None:
    assert book().after(1, Solved()) == 2
    assert book().after(3, Solved()) == 1
    assert book().after(1, Solved().adding(THREE[1])) == 3
    everything = Solved().adding(THREE[0]).adding(THREE[1]).adding(THREE[2])
    assert book().after(1, everything) == 2
    with pytest.raises(NotFoundError):
        book().numbered(4)


def test_the_overview_tells_how_hard_and_what_is_solved() -> None:
    shown = overview(book(), Solved().adding(THREE[0]))
    assert [(degree.name, degree.solved, len(degree.tiles)) for degree in shown.degrees] == [("Hard", 1, 3)]
    assert [(tile.number, tile.asks, tile.missed, tile.solved) for tile in shown.degrees[0].tiles] == [
        (1, "Which die?", 75, True),
        (2, "Roll or call?", 75, False),
        (3, "Which die?", 75, False),
    ]
    assert (shown.count, shown.solved, shown.on) == (3, 1, 2)


def test_no_two_puzzles_of_the_shipped_book_are_taken_for_each_other() -> None:
    assert len({mark(each) for each in shipped_puzzles()}) == len(shipped_puzzles())
    assert {degree.name for degree in overview(PuzzleBook(), Solved()).degrees} == {"Easy", "Medium", "Hard"}
