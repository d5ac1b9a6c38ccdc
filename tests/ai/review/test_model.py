"""The account of a game whose every number is known."""

from dataclasses import replace

import pytest

from shanghaien.ai.review.json_form import from_dict, to_dict
from shanghaien.ai.review.model import Ends, GameReview, Grade, ReviewEntry, ReviewKind, WeighedAction, turning_points
from shanghaien.rules import Options


def decision(number: int, seat: int, before: float, after: float, *values: float) -> ReviewEntry:
    choices = tuple(WeighedAction(f"place {place}", value) for place, value in enumerate(values, start=1))
    return ReviewEntry(number, ReviewKind.DECISION, 1, number, seat, "place 2", before, after, choices)


def roll(number: int, seat: int, before: float, after: float) -> ReviewEntry:
    return ReviewEntry(number, ReviewKind.ROLL, 1, number, seat, "1-2", before, after)


ENTRIES = (
    ReviewEntry(1, ReviewKind.DEAL, 1, 0, None, "", 0.5, 0.6),
    decision(2, 0, 0.6, 0.5, 0.6, 0.5, 0.2),
    roll(3, 1, 0.5, 0.4),
    decision(4, 1, 0.4, 0.7, 0.4, 0.7, 0.9),
    decision(5, 1, 0.7, 0.7, 0.7),
    roll(6, 0, 0.7, 0.65),
)
ACCOUNT = GameReview(Options(), ENTRIES, (9, 4), finished=False, payoff="HandMade")


def test_each_seat_has_its_own_losses_and_its_own_side_of_the_luck() -> None:
    first, second = ACCOUNT.totals
    assert (first.decisions, second.decisions) == (1, 1)
    assert [first.loss, second.loss] == pytest.approx([0.1, 0.3])
    assert [first.luck, second.luck] == pytest.approx([-0.05, 0.05])
    assert [first.result, second.result] == pytest.approx([0.65, 0.35])


def test_accuracy_is_the_share_that_was_kept_of_what_was_at_stake_for_a_player_on_average() -> None:
    first, second = ACCOUNT.totals
    assert [first.accuracy, second.accuracy] == pytest.approx([1 - 0.1 / 0.45, 1 - 0.3 / 0.45])
    idle = GameReview(Options(), ENTRIES[:1], (0, 0), finished=False, payoff="HandMade").totals[0]
    assert (idle.accuracy, idle.mean_loss, idle.decisions) == (1.0, 0.0, 0)


def test_whoever_lost_less_is_more_accurate_whatever_was_at_stake_for_them() -> None:
    careless = decision(2, 0, 0.6, 0.5, 0.6, 0.5, 0.0)  # lost 0.1 of 0.6
    careful = decision(4, 1, 0.5, 0.55, 0.5, 0.55, 0.56)  # lost 0.05 of 0.06
    first, second = GameReview(Options(), (careless, careful), (0, 0), finished=False, payoff="").totals
    assert first.loss > second.loss
    assert first.accuracy < second.accuracy
    hopeless = GameReview(Options(), (decision(2, 0, 0.6, 0.1, 0.6, 0.1),), (0, 0), finished=False, payoff="").totals
    assert [each.accuracy for each in hopeless] == [0.0, 1.0]


def test_the_mean_loss_is_that_of_one_decision() -> None:
    twice = GameReview(Options(), (*ENTRIES, decision(7, 0, 0.6, 0.6, 0.6, 0.6)), (9, 4), finished=False, payoff="")
    assert twice.totals[0].mean_loss == pytest.approx(0.05)


def test_decisions_are_counted_by_their_grades_and_forced_ones_are_not() -> None:
    first, second = ACCOUNT.totals
    assert first.grades == dict.fromkeys(Grade, 0) | {Grade.BLUNDER: 1}
    assert second.grades == dict.fromkeys(Grade, 0) | {Grade.BLUNDER: 1}


def test_a_gain_is_no_loss_and_what_chance_did_is_nobodys_loss() -> None:
    assert decision(1, 0, 0.5, 0.6).loss == 0.0
    assert decision(1, 1, 0.5, 0.4).loss == 0.0
    assert roll(1, 0, 0.5, 0.1).loss == 0.0
    assert decision(1, 0, 0.5, 0.1).luck == 0.0
    given_up = ReviewEntry(1, ReviewKind.RESIGNATION, 1, 1, 1, "", 0.4, 1.0)
    assert (given_up.loss, given_up.luck, given_up.at_stake, given_up.forced) == (0.6, 0.0, 0.6, False)


def test_a_step_of_five_points_is_a_turning_point_and_a_smaller_one_is_not() -> None:
    steps = (roll(1, 0, 0.0, 0.05), roll(2, 0, 0.05, 0.0999), roll(3, 1, 1.0, 0.95))
    assert [entry.number for entry in turning_points(steps)] == [1, 3]


def test_only_the_four_greatest_count_whichever_way_they_went() -> None:
    changes = (0.1, -0.3, 0.2, -0.15, 0.4, -0.05)
    steps = [roll(number, 0, 0.5, 0.5 + change) for number, change in enumerate(changes, start=1)]
    assert [entry.number for entry in turning_points(steps)] == [2, 3, 4, 5]


def test_a_review_that_was_written_down_is_read_again_as_it_was() -> None:
    assert from_dict(to_dict(ACCOUNT)) == ACCOUNT
    lost = replace(ENTRIES[1], ends=Ends(0.6, 0.25, ((0, 0.4), (3, -0.05))))
    told = replace(ACCOUNT, entries=(lost, *ENTRIES[2:]))
    assert from_dict(to_dict(told)) == told
    written = to_dict(ACCOUNT)
    assert (written["points"], written["finished"], written["payoff"]) == ([9, 4], False, "HandMade")
    assert written["turning_points"] == [1, 2, 3, 4]
    assert [entry["seat"] for entry in written["entries"]] == [None, "A", "B", "B", "B", "A"]
    assert written["entries"][1]["choices"] == [["place 1", 0.6], ["place 2", 0.5], ["place 3", 0.2]]
    assert (written["entries"][1]["loss"], written["entries"][1]["grade"]) == (0.1, "blunder")
    assert (written["entries"][2]["luck"], "loss" in written["entries"][2]) == (-0.1, False)
    assert written["totals"]["B"]["loss"] == 0.3
    assert written["totals"]["B"]["result"] == pytest.approx(0.35)
    assert written["totals"]["A"]["result_without_luck"] == 0.7
