"""The rating without luck: on Glicko's scale, more certain after fewer games, and blind to luck as far as that helps."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shanghaien.ratings.glicko import LEAST_DEVIATION, MOST_DEVIATION, SCALE, Rating, aged, logistic, rated, weight
from shanghaien.ratings.skill import (
    LEAST_NOISE,
    MOST_NOISE,
    Measurement,
    ReviewedGame,
    learned,
    measured,
    noise,
    skilled,
)

ratings = st.builds(Rating, st.floats(0, 3000), st.floats(LEAST_DEVIATION, MOST_DEVIATION))
games = st.builds(
    ReviewedGame, st.sampled_from([0.0, 0.5, 1.0]), st.floats(-1.5, 1.5), st.floats(0, 3), st.integers(1, 80)
)
elapsed = st.floats(0, 50)


def mirrored(rating: Rating) -> Rating:
    return Rating(2 * 1500 - rating.value, rating.deviation, rating.volatility)


@given(ratings, ratings, st.sampled_from([0.0, 0.5, 1.0]))
def test_with_the_variance_of_a_result_the_filter_takes_glickman_s_own_step(
    own: Rating, other: Rating, score: float
) -> None:
    certain = Rating(other.value, 0)
    apart = (own.value - other.value) / SCALE
    seen = Measurement(score, logistic(apart) * logistic(-apart))
    ours, theirs = learned(own, certain, seen, 0), rated(own, [(certain, score)], 0)
    assert ours.value == pytest.approx(theirs.value)
    assert ours.deviation == pytest.approx(theirs.deviation)


@given(ratings, ratings, games, elapsed)
def test_what_both_learn_from_a_game_is_the_same_seen_from_either_side(
    own: Rating, other: Rating, game: ReviewedGame, time: float
) -> None:
    turned = ReviewedGame(1 - game.result, -game.luck, game.loss, game.decisions)
    here = learned(own, other, measured(own, other, game), time)
    seen = measured(own, other, game)
    there = learned(mirrored(own), mirrored(other), Measurement(1 - seen.score, seen.variance), time)
    assert here.value + there.value == pytest.approx(3000)
    assert here.deviation == pytest.approx(there.deviation)
    same = Rating(other.value, own.deviation), Rating(own.value, own.deviation)
    back, forth = measured(same[0], same[1], turned), measured(same[1], same[0], game)
    assert back.score + forth.score == pytest.approx(1)
    assert back.variance == pytest.approx(forth.variance)


@given(ratings, ratings, games, elapsed, st.floats(0, 1))
def test_better_play_never_makes_a_lower_rating(
    own: Rating, other: Rating, game: ReviewedGame, time: float, less_luck: float
) -> None:
    better = ReviewedGame(game.result, game.luck - less_luck, game.loss, game.decisions)
    assert skilled(own, other, better, time).value >= skilled(own, other, game, time).value - 1e-9


@given(ratings, ratings, games, elapsed)
def test_a_game_makes_a_rating_no_less_certain_than_time_alone(
    own: Rating, other: Rating, game: ReviewedGame, time: float
) -> None:
    after = skilled(own, other, game, time)
    assert LEAST_DEVIATION <= after.deviation <= aged(own, time).deviation
    assert math.isfinite(after.value)
    assert after.volatility == own.volatility


@given(ratings, ratings, games)
def test_the_mix_varies_less_than_the_result_and_than_play_alone(
    own: Rating, other: Rating, game: ReviewedGame
) -> None:
    seen = measured(own, other, game)
    apart = weight(other.deviation) * (own.value - other.value) / SCALE
    without = noise((own.value + other.value) / 2)
    together = 1 / (1 / (logistic(apart) * logistic(-apart)) + 1 / without)
    assert together <= seen.variance <= 1.5 * together
    assert min(game.result, game.without_luck) - 1e-9 <= seen.score <= max(game.result, game.without_luck) + 1e-9


def test_a_win_by_nothing_but_luck_raises_nobody_among_good_players() -> None:
    own, other = Rating(1800, 80), Rating(1800, 80)
    lucky, played = ReviewedGame(1, 0.6, 0.3, 30), ReviewedGame(1, 0.0, 0.0, 30)
    assert skilled(own, other, lucky, 0).value < own.value + 5
    assert skilled(own, other, played, 0).value > own.value + 25


def test_of_a_review_that_is_not_exact_the_result_alone_counts() -> None:
    own, other = Rating(1500, 80), Rating(1600, 80)
    lucky, unlucky = ReviewedGame(1, 0.6, 0.3, 30, exact=False), ReviewedGame(1, -0.6, 0.1, 30, exact=False)
    assert skilled(own, other, lucky, 0) == skilled(own, other, unlucky, 0)
    assert skilled(own, other, lucky, 0).value == pytest.approx(rated(own, [(other, 1.0)], 0).value, abs=3)


def test_the_better_both_play_the_less_noise_there_is() -> None:
    assert noise(1200) > noise(1500) > noise(1800)
    assert noise(0) == MOST_NOISE
    assert noise(4000) == LEAST_NOISE


def test_strength_shows_after_fewer_games_than_results_need() -> None:
    """A made-up player 100 points above a known opponent; the luck of their games is known to the review."""
    errors = {"skill": 0.0, "glicko": 0.0}
    other, chance = Rating(1600, 40), logistic(100 / SCALE)
    for seed in range(60):
        rng = random.Random(seed)
        ours = theirs = Rating()
        for _ in range(20):
            result = float(rng.random() < chance)
            game = ReviewedGame(result, result - rng.gauss(chance, 0.22), 0.4, 30)
            ours, theirs = skilled(ours, other, game, 0.05), rated(theirs, [(other, result)], 0.05)
        errors["skill"] += (ours.value - 1700) ** 2
        errors["glicko"] += (theirs.value - 1700) ** 2
    assert errors["skill"] < errors["glicko"] / 1.5


@pytest.mark.parametrize("value", [-1e6, 0, 1e6])
def test_players_beyond_all_reason_break_nothing(value: float) -> None:
    after = skilled(Rating(value, 350), Rating(1500, 30), ReviewedGame(1, -40, 90, 3), 1e6)
    assert math.isfinite(after.value)
    assert LEAST_DEVIATION <= after.deviation <= MOST_DEVIATION
