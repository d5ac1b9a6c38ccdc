"""The review of a game in the shell, on an account whose numbers are known."""

import io
from dataclasses import replace

from rich.console import Console

from shanghaien.ai.review.model import GameReview
from shanghaien.terminal.review_tables import show_review
from tests.web.reviews.accounts import ACCOUNT, RECORD


def told(account: GameReview = ACCOUNT, *, everything: bool = True) -> list[str]:
    screen = io.StringIO()
    console = Console(file=screen, width=160, highlight=False, markup=False)
    show_review(console, RECORD, account, ("Anna", "Marta"), everything=everything)
    return [" ".join(line.split()) for line in screen.getvalue().splitlines() if line.strip()]


def test_each_player_has_a_line_of_their_own_numbers() -> None:
    lines = told()
    assert lines[0] == "Anna 7 : 5 Marta"
    assert "Anna 0 % 2 70.0 35.0 10.0 0.0 -10.0" in lines
    assert "Marta 79 % 1 10.0 10.0 -10.0 100.0 110.0" in lines


def test_the_balance_is_told_for_the_first() -> None:
    sentence = "For Anna: start 50.0 + luck 10.0 + missed by estimates 0.0 - own losses 70.0 + losses of Marta 10.0 ="
    assert f"{sentence} result 0.0" in told()
    assert f"{sentence} now 0.0" in told(replace(ACCOUNT, finished=False))


def test_luck_is_told_from_the_side_of_whoever_rolled_and_a_deals_for_the_first() -> None:
    lines = told()
    assert "1.0 deal +2.0 for Anna" in lines
    assert "1.1 Anna rolled 1-2 -2.0" in lines
    assert "1.2 A Marta rolled 1-4 -10.0" in lines


def test_a_decision_has_its_grade_and_what_it_lost() -> None:
    lines = told()
    assert "1.1 Anna place 1 left ? mistake 5.0" in lines
    assert "1.2 B Marta place 4 ?? blunder 10.0" in lines


def test_what_did_not_matter_is_left_out_unless_everything_is_asked_for() -> None:
    some = told(everything=False)
    assert "1.0 deal +2.0 for Anna" not in some
    assert "1.1 Anna rolled 1-2 -2.0" not in some
    assert "1.1 Anna place 1 left ? mistake 5.0" in some
    assert "1.2 A Marta rolled 1-4 -10.0" in some


def test_turning_points_that_were_decisions_are_explained_by_name() -> None:
    (why,) = (line for line in told() if line.startswith("B 1.2: "))
    assert why.startswith("B 1.2: best was place 1.")
    assert "Marta" in why


def test_how_sure_the_numbers_are_is_said_at_the_end() -> None:
    assert told()[-1].startswith("Inside a round all numbers are exact")
    assert told(replace(ACCOUNT, exact_inside_rounds=False))[-1].startswith("Not every card could be planned")


def test_the_title_stands_at_the_left_above_its_table() -> None:
    screen = io.StringIO()
    show_review(Console(file=screen, width=160), RECORD, ACCOUNT, ("Anna", "Marta"), everything=False)
    assert screen.getvalue().startswith("Anna 7 : 5 Marta")
