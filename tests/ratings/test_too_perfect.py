"""Play that is too perfect is noticed, and honest play is not, however often anybody looks."""

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shanghaien.ratings.too_perfect import BEST_HONEST, FALSE_ALARMS, PERFECT, Watch, WatchedChoice, margin

HARD, PLAIN, SLIGHT = 0.01, 0.2, 0.001


def game(rng: random.Random, rate: float, count: int = 9) -> list[WatchedChoice]:
    """A game of somebody who takes hard decisions perfectly at this rate."""
    return [WatchedChoice(0.0 if rng.random() < rate else HARD, HARD) for _ in range(count)]


def life(seed: object, rate: float, games: int) -> Watch:
    rng, watch = random.Random(str(seed)), Watch()
    for _ in range(games):
        watch = watch.after(game(rng, rate))
    return watch


def test_nothing_is_known_of_a_newcomer() -> None:
    assert Watch().evidence == 0
    assert not Watch().alarm


@pytest.mark.parametrize("harmless", [PLAIN, SLIGHT, 0.0])
def test_decisions_that_are_plain_or_for_nothing_say_nothing(harmless: float) -> None:
    watch = Watch()
    for _ in range(500):
        watch = watch.after([WatchedChoice(0.0, harmless)] * 30)
    assert watch.hard == 0
    assert watch.evidence == pytest.approx(0)


@pytest.mark.parametrize(
    ("losses", "by"),
    [
        ([0.0, 0.01, 0.3], 0.01),
        ([0.0, 0.0001, 0.02, 0.02], 0.02),
        ([0.0, 0.0, 0.0, 0.02], 0.0),
        ([0.0, 0.0], 0.0),
        ([], 0.0),
    ],
)
def test_the_margin_is_that_to_the_first_choice_that_is_worse(losses: list[float], by: float) -> None:
    assert margin(losses) == by


def test_whoever_never_errs_is_noticed_within_a_dozen_games() -> None:
    watch = Watch()
    while not watch.alarm:
        watch = watch.after(game(random.Random(1), 1.0))
    assert 3 < watch.games <= 12


def test_whoever_begins_after_two_hundred_honest_games_is_noticed_too() -> None:
    watch, rng = life("late", 0.65, 200), random.Random(2)
    before = watch.games
    while not watch.alarm:
        watch = watch.after(game(rng, 0.995))
    assert watch.games - before <= 40


def test_an_alarm_stays_when_play_becomes_human_again() -> None:
    watch = life("perfect", 1.0, 20)
    rng = random.Random(3)
    for _ in range(100):
        watch = watch.after(game(rng, 0.6))
    assert watch.alarm
    assert watch.evidence < watch.most


def test_strong_people_are_not_suspected_in_thousands_of_games() -> None:
    assert [life(seed, 0.75, 400).alarm for seed in range(20)] == [False] * 20


def test_people_at_the_very_bound_come_to_any_evidence_as_seldom_as_stated() -> None:
    """Ville's inequality holds for each threshold; at 1 in 20 it can be seen by counting."""
    people = 600
    reached = sum(life(seed, BEST_HONEST, 60).most >= math.log(20) for seed in range(people))
    assert reached / people < 1 / 20


@given(st.integers(0, 12), st.integers(0, 30))
def test_a_game_of_somebody_at_the_bound_is_a_fair_bet(count: int, before: int) -> None:
    """The expected fortune after a game is the one before, summed exactly over all that may happen."""
    watch = Watch()
    rng = random.Random(before)
    for _ in range(before):
        watch = watch.after(game(rng, 0.9, 4))
    expected = 0.0
    for perfect in range(count + 1):
        choices = [WatchedChoice(0.0, HARD)] * perfect + [WatchedChoice(HARD, HARD)] * (count - perfect)
        likely = math.comb(count, perfect) * BEST_HONEST**perfect * (1 - BEST_HONEST) ** (count - perfect)
        expected += likely * math.exp(watch.after(choices).evidence)
    assert expected == pytest.approx(math.exp(watch.evidence))


def test_the_same_games_make_the_same_watch() -> None:
    assert life("again", 0.9, 30) == life("again", 0.9, 30)


def test_no_number_grows_too_large_in_a_life_of_perfect_play() -> None:
    watch = life("machine", 1.0, 3000)
    assert watch.hard == watch.perfect == 27000
    assert math.isfinite(watch.evidence)
    assert watch.evidence > -math.log(FALSE_ALARMS)


def test_what_counts_as_perfect_is_what_a_review_calls_best() -> None:
    watch = Watch().after([WatchedChoice(PERFECT / 2, HARD), WatchedChoice(PERFECT, HARD)])
    assert (watch.hard, watch.perfect) == (2, 1)
