"""Glicko-2 says what Glickman published, and stays sensible whatever comes in."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shanghaien.ratings.glicko import (
    DAYS_PER_PERIOD,
    LEAST_DEVIATION,
    MOST_DEVIATION,
    MOST_VOLATILITY,
    PROVISIONAL_ABOVE,
    Rating,
    aged,
    expected,
    periods,
    rated,
)

ratings = st.builds(
    Rating,
    st.floats(-1000, 4000),
    st.floats(LEAST_DEVIATION, MOST_DEVIATION),
    st.floats(0.01, MOST_VOLATILITY),
)
scores = st.sampled_from([0.0, 0.5, 1.0])
elapsed = st.floats(0, 100)


def test_the_published_example_comes_out_to_all_its_digits() -> None:
    """Glickman, "Example of the Glicko-2 system", rounds on the way: 1464.06 there is 1464.05 without rounding."""
    games = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = rated(Rating(1500, 200, 0.06), games, 1)
    assert after.value == pytest.approx(1464.06, abs=0.01)
    assert round(after.value, 2) == 1464.05
    assert round(after.deviation, 2) == 151.52
    assert round(after.volatility, 5) == 0.06
    assert math.floor(after.volatility * 1e5) == 5999


@given(ratings, ratings, scores, elapsed)
def test_what_one_gains_a_twin_on_the_other_side_of_the_scale_loses(
    own: Rating, other: Rating, score: float, time: float
) -> None:
    here = rated(own, [(other, score)], time)
    mirror = Rating(3000 - own.value, own.deviation, own.volatility)
    there = rated(mirror, [(Rating(3000 - other.value, other.deviation), 1 - score)], time)
    assert here.value + there.value == pytest.approx(3000)
    assert here.deviation == pytest.approx(there.deviation)
    assert here.volatility == pytest.approx(there.volatility)


@given(ratings, st.lists(st.tuples(ratings, scores), min_size=1, max_size=5), st.permutations(range(5)), elapsed)
def test_the_order_of_games_that_ended_together_does_not_matter(
    own: Rating, games: list[tuple[Rating, float]], order: list[int], time: float
) -> None:
    shuffled = [games[place] for place in order if place < len(games)]
    first, second = rated(own, games, time), rated(own, shuffled, time)
    assert first.value == pytest.approx(second.value, abs=1e-6)
    assert first.deviation == pytest.approx(second.deviation)


@given(ratings, ratings)
def test_chances_of_both_sides_add_up_to_one(own: Rating, other: Rating) -> None:
    assert expected(own, other) + expected(other, own) == pytest.approx(1)


@given(ratings, st.floats(0, 40), st.floats(0, 40))
def test_fractions_of_periods_add_up_when_nothing_is_played(own: Rating, first: float, second: float) -> None:
    at_once = aged(own, first + second)
    assert aged(aged(own, first), second).deviation == pytest.approx(at_once.deviation)
    assert rated(rated(own, [], first), [], second).deviation == pytest.approx(at_once.deviation)
    assert at_once.value == own.value


@given(ratings, ratings, elapsed, st.floats(0, 0.99), st.floats(0.01, 1))
def test_a_better_score_never_makes_a_lower_rating(
    own: Rating, other: Rating, time: float, score: float, more: float
) -> None:
    better = min(1.0, score + more)
    assert rated(own, [(other, better)], time).value >= rated(own, [(other, score)], time).value - 1e-9


@given(ratings, ratings, scores)
def test_a_game_makes_a_rating_more_certain(own: Rating, other: Rating, score: float) -> None:
    assert rated(own, [(other, score)], 0).deviation <= own.deviation


@pytest.mark.parametrize("time", [0, 1e-300, 1e-9, 1e-3, 1, 1000, 1e6])
@pytest.mark.parametrize("count", [1, 500])
@pytest.mark.parametrize("volatility", [1e-6, 0.06, 0.15])
@pytest.mark.parametrize("distance", [-1e6, -3000, 0, 3000, 1e6])
def test_whatever_comes_in_something_sensible_comes_out(
    time: float, count: int, volatility: float, distance: float
) -> None:
    own = Rating(1500, 350, volatility)
    for score in (0.0, 1.0):
        after = rated(own, [(Rating(1500 + distance, 30), score)] * count, time)
        assert all(map(math.isfinite, (after.value, after.deviation, after.volatility)))
        assert LEAST_DEVIATION <= after.deviation <= MOST_DEVIATION
        assert 0 < after.volatility <= MOST_VOLATILITY
        assert abs(after.value - own.value) < 1000 * count


def test_many_surprises_in_a_period_raise_the_volatility_and_none_lower_it() -> None:
    own, other = Rating(1500, 60), Rating(1500, 60)
    assert rated(own, [(other, 1.0)] * 12, 1).volatility > 0.06
    assert rated(own, [(other, 1.0), (other, 0.0)] * 6, 1).volatility < 0.06


def test_games_played_at_once_or_one_by_one_come_to_nearly_the_same() -> None:
    own, other = Rating(1500, 100), Rating(1600, 50)
    at_once = rated(own, [(other, 1.0), (other, 0.0), (other, 0.5), (other, 1.0)], 0.4)
    after = own
    for score in (1.0, 0.0, 0.5, 1.0):
        after = rated(after, [(other, score)], 0.1)
    assert after.value == pytest.approx(at_once.value, abs=3)
    assert after.deviation == pytest.approx(at_once.deviation, abs=1)


def test_a_known_rating_is_provisional_again_after_a_year_away() -> None:
    known = Rating(1700, 60)
    assert not aged(known, periods(363)).provisional
    assert aged(known, periods(368)).provisional
    assert periods(DAYS_PER_PERIOD) == 1
    assert periods(-3) == 0


def test_nobody_is_less_certain_than_a_newcomer() -> None:
    assert aged(Rating(1700, 340), 10_000).deviation == MOST_DEVIATION
    assert Rating().provisional


def test_a_rating_is_certain_enough_after_ten_games_against_known_equals() -> None:
    own = Rating()
    for number in range(10):
        assert own.provisional
        own = rated(own, [(Rating(own.value, 50), float(number % 2))], 0.01)
    assert own.deviation <= PROVISIONAL_ABOVE


def test_the_interval_holds_the_value_in_its_middle() -> None:
    low, high = Rating(1600, 100).interval
    assert (low, high) == pytest.approx((1404, 1796))
