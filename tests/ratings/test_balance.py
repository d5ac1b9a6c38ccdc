"""The running account of reviewed games, and how sure its mean is."""

import random
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shanghaien.ratings.balance import MANY, PRIOR_GAMES, Balance, student
from shanghaien.ratings.skill import ReviewedGame

games = st.builds(
    ReviewedGame, st.sampled_from([0.0, 0.5, 1.0]), st.floats(-1.5, 1.5), st.floats(0, 3), st.integers(0, 80)
)


def balance_of(played: list[ReviewedGame]) -> Balance:
    found = Balance()
    for game in played:
        found = found.after(game)
    return found


def test_before_the_first_game_nothing_is_said() -> None:
    assert Balance().interval is None
    assert Balance().error is None


def test_a_review_that_is_not_exact_is_left_out() -> None:
    assert Balance().after(ReviewedGame(1, 0.2, 0.1, 30, exact=False)) == Balance()


@given(st.lists(games, min_size=2, max_size=30))
def test_the_account_is_that_of_all_games_at_once(played: list[ReviewedGame]) -> None:
    found = balance_of(played)
    assert found.games == len(played)
    assert found.mean == pytest.approx(fmean(game.result - game.luck for game in played))
    assert found.squares == pytest.approx(
        stdev(game.without_luck for game in played) ** 2 * (len(played) - 1), abs=1e-9
    )
    assert found.luck == pytest.approx(sum(game.luck for game in played))
    decisions = sum(game.decisions for game in played)
    if decisions:
        assert found.error == pytest.approx(sum(game.loss for game in played) / decisions)


@given(st.lists(games, min_size=2, max_size=10), st.randoms(use_true_random=False))
def test_the_order_of_games_does_not_matter(played: list[ReviewedGame], rng: random.Random) -> None:
    first = balance_of(played)
    rng.shuffle(played)
    second = balance_of(played)
    assert first.mean == pytest.approx(second.mean, abs=1e-9)
    assert first.interval == pytest.approx(second.interval, abs=1e-6)


@pytest.mark.parametrize(
    ("freedom", "printed"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (29, 2.045), (30, 2.042), (120, 1.980)],
)
def test_student_s_distribution_is_the_one_that_is_printed_everywhere(freedom: int, printed: float) -> None:
    assert round(student(freedom), 3) == printed


def test_the_series_goes_on_where_the_sums_end() -> None:
    assert student(MANY - 1) > student(MANY) > student(MANY + 1) > student(10**6) > 1.9599
    assert student(MANY - 1) - student(MANY) == pytest.approx(student(MANY) - student(MANY + 1), rel=0.02)


def test_one_game_says_next_to_nothing_and_the_interval_says_so() -> None:
    low, high = balance_of([ReviewedGame(1, 0.2, 0.1, 30)]).interval or (0, 0)
    assert low < 0.1
    assert high > 1.4


@pytest.mark.parametrize("spread", [0.15, 0.25, 0.35, 0.4])
@pytest.mark.parametrize("count", [1, 2, 3, 5, 20])
def test_the_interval_holds_the_truth_at_least_as_often_as_it_says(spread: float, count: int) -> None:
    rng, held, tries = random.Random(f"{spread} {count}"), 0, 1500
    for _ in range(tries):
        found = balance_of([ReviewedGame(rng.gauss(0.4, spread), 0, 0, 0) for _ in range(count)])
        low, high = found.interval or (1, 0)
        held += low <= 0.4 <= high
    assert held / tries > 0.93


def test_after_many_games_the_prior_has_no_say() -> None:
    rng = random.Random(1)
    played = [ReviewedGame(rng.gauss(0.5, 0.1), 0, 0, 0) for _ in range(800)]
    low, high = balance_of(played).interval or (0, 0)
    plain = 2 * student(799) * stdev(game.without_luck for game in played) / 800**0.5
    assert high - low == pytest.approx(plain, rel=10 * PRIOR_GAMES / 800)
