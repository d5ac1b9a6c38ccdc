import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from shanghaien import rules
from shanghaien.ai.bots import LEVELS
from shanghaien.ai.puzzle_search import CLEARLY, MISSED_AT_LEAST, easiest_first, puzzles_in
from shanghaien.ai.puzzles import Puzzle, from_values, shipped_puzzles, to_values
from shanghaien.ai.review.model import Grade
from shanghaien.ai.review.reviewer import review
from shanghaien.ai.value.payoff import HandMade
from shanghaien.cli.main import main
from shanghaien.rules import action_text
from tests.ai.review.test_reviewer import random_game


@pytest.fixture(scope="module")
def found() -> list[Puzzle]:
    # A judge who overrates trick cards finds choices best that no sensible player makes.
    record = random_game(12)
    return list(puzzles_in(record, review(record, HandMade(trick_points=9)), random.Random(1)))


def test_a_puzzle_has_one_clearly_best_choice_that_some_answers_miss(found: list[Puzzle]) -> None:
    assert found
    for puzzle in found:
        assert abs(puzzle.choices[0].value - puzzle.choices[1].value) >= CLEARLY
        assert MISSED_AT_LEAST <= puzzle.missed <= 1


def test_a_round_gives_at_most_one_puzzle(found: list[Puzzle]) -> None:
    rounds = [puzzle.state.round for puzzle in found]
    assert len(set(rounds)) == len(rounds)


def test_a_book_goes_from_easy_to_hard_and_leaves_no_hardness_out(found: list[Puzzle]) -> None:
    shares = (0.9, 0.2, 0.3, 0.25, 0.5)
    book = easiest_first([replace(found[0], missed=share) for share in shares], 3)
    assert [puzzle.missed for puzzle in book] == [0.2, 0.5, 0.9]


def test_the_shipped_book_is_ordered_by_the_share_that_misses() -> None:
    shares = [puzzle.missed for puzzle in shipped_puzzles()]
    assert shares == sorted(shares)
    assert shares[0] < 0.2
    assert shares[-1] > 0.75


def test_a_puzzle_offers_exactly_the_legal_choices(found: list[Puzzle]) -> None:
    for puzzle in found:
        legal = sorted(action_text(action) for action in rules.legal_actions(puzzle.state))
        assert sorted(choice.action for choice in puzzle.choices) == legal


def test_attempts_are_graded_like_decisions_of_a_review(found: list[Puzzle]) -> None:
    puzzle = found[0]
    assert puzzle.grade(puzzle.choices[0].action) is Grade.BEST
    assert puzzle.grade(puzzle.choices[-1].action) in {Grade.MISTAKE, Grade.BLUNDER}
    assert puzzle.loss("fly away") is None
    assert puzzle.grade("fly away") is None


def test_puzzles_can_be_written_and_read_back(found: list[Puzzle]) -> None:
    for puzzle in found:
        again = from_values(json.loads(json.dumps(to_values(puzzle))))
        assert again.state == puzzle.state
        assert [choice.action for choice in again.choices] == [choice.action for choice in puzzle.choices]


def test_the_shipped_puzzles_are_legal_positions_with_all_their_choices() -> None:
    assert len(shipped_puzzles()) >= 20
    for puzzle in shipped_puzzles():
        legal = sorted(action_text(action) for action in rules.legal_actions(puzzle.state))
        assert sorted(choice.action for choice in puzzle.choices) == legal


def test_the_captain_is_not_asked_whether_he_would_miss_it() -> None:
    assert LEVELS[-1].name == "captain"


def test_the_command_writes_a_file_that_says_how_it_was_made(tmp_path: Path) -> None:
    out = tmp_path / "puzzles.json"
    assert main(["puzzles", str(out), "--games", "1", "--bot", "random", "--seed", "3"]) == 0
    written = json.loads(out.read_text(encoding="utf-8"))
    assert written["about"]["command"].startswith("shanghaien puzzles --games 1 --most 40 --bot random")
    assert isinstance(written["puzzles"], list)
