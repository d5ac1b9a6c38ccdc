"""A mistake comes again at growing intervals while it is known, and soon when it is not."""

import random

import pytest

from shanghaien.ai.review.model import GameReview, ReviewEntry, ReviewKind, WeighedAction
from shanghaien.rules import Options
from shanghaien.web.daily.own_mistakes import MOST_OF_A_GAME, new_card, repeated, worst

DAY_MS = 86_400_000
START = 1_794_787_200_000


def test_what_is_known_comes_again_later_and_later_until_it_sits() -> None:
    card, at, gaps, sits = new_card(START), START, [], False
    for _ in range(12):
        after = repeated(card, 0, at, shown=False)
        gaps.append(after.due - at)
        card, at, sits = after.card, after.due, after.sits
        if sits:
            break
    assert sits
    assert gaps == sorted(gaps)
    assert gaps[-1] > 30 * DAY_MS


@pytest.mark.parametrize(("wrong", "shown"), [(0, True), (2, False), (5, True)])
def test_what_is_not_known_comes_again_the_same_day(wrong: int, shown: bool) -> None:
    after = repeated(new_card(START), wrong, START, shown=shown)
    assert after.due - START < DAY_MS
    assert not after.sits


def test_right_at_once_is_better_than_right_at_the_second_try() -> None:
    at_once, second = (repeated(new_card(START), wrong, START, shown=False) for wrong in (0, 1))
    assert at_once.due > second.due


def test_one_that_sat_and_was_forgotten_sits_no_more() -> None:
    card, at = new_card(START), START
    for _ in range(10):
        after = repeated(card, 0, at, shown=False)
        card, at = after.card, after.due
    assert not repeated(card, 0, at, shown=True).sits


def entry(number: int, loss: float, gap: float = 0.2, seat: int = 0) -> ReviewEntry:
    """A decision that gave away so much, where the best choice is so much better than the next."""
    best, sign = 0.6, 1 if seat == 0 else -1
    choices = (WeighedAction("roll", best), WeighedAction("shanghai", best - sign * gap))
    return ReviewEntry(number, ReviewKind.DECISION, 1, 1, seat, "shanghai", best, best - sign * loss, choices)


def review(*entries: ReviewEntry) -> GameReview:
    return GameReview(Options(), entries, (20, 18), True, "")


def test_mistakes_are_what_gave_much_away_where_one_choice_was_clearly_best() -> None:
    account = review(entry(1, 0.2), entry(2, 0.02), entry(3, 0.2, gap=0.001), entry(4, 0.3, seat=1))
    assert [each.number for each in worst(account, 0)] == [1]
    assert [each.number for each in worst(account, 1)] == [4]


def test_of_one_game_only_the_worst_are_repeated() -> None:
    losses = [number / 100 for number in range(4, 14)]
    random.Random(1).shuffle(losses)
    account = review(*(entry(number, loss) for number, loss in enumerate(losses, start=1)))
    found = worst(account, 0)
    assert [round(each.loss, 2) for each in found] == sorted(losses, reverse=True)[:MOST_OF_A_GAME]
