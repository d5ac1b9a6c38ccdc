"""The steady clock: nobody can set it, and it comes nearer to the system's without a step."""

import pytest

from shanghaien.web.core.clock import SLEW, STEP_MS, SteadyClock

HOUR = 3_600_000


class Hands:
    """Two clocks of a machine: one that can be set, and one that only counts."""

    wall, steady = 50 * HOUR, 7 * HOUR

    def go(self, milliseconds: int) -> None:
        self.wall += milliseconds
        self.steady += milliseconds

    def clock(self) -> SteadyClock:
        return SteadyClock(lambda: self.wall, lambda: self.steady)


@pytest.mark.parametrize("step", [-2 * HOUR, -900, 900, 2 * HOUR])
def test_a_clock_that_is_set_changes_nothing_at_once(step: int) -> None:
    hands = Hands()
    clock = hands.clock()
    before = clock()
    hands.wall += step
    clock.follow(hands.wall)
    assert clock() == before


@pytest.mark.parametrize("step", [-900, 900])
def test_a_small_difference_is_made_up_for_slowly(step: int) -> None:
    hands = Hands()
    clock = hands.clock()
    hands.wall += step
    for _ in range(900):
        before = clock()
        hands.go(SLEW)
        clock.follow(hands.wall)
        assert abs(clock() - before - SLEW) <= 1
    assert clock() == hands.wall


def test_only_a_step_far_ahead_is_one() -> None:
    hands = Hands()
    clock = hands.clock()
    assert [clock.step(hands.wall + ahead) for ahead in (-HOUR, 0, STEP_MS, STEP_MS + 1)] == [0, 0, 0, STEP_MS + 1]


def test_after_a_long_silence_it_makes_no_step_either() -> None:
    hands = Hands()
    clock = hands.clock()
    hands.wall -= HOUR
    before = clock()
    hands.go(1000 * HOUR)
    clock.follow(hands.wall)
    assert before + 1000 * HOUR - clock() <= 10


@pytest.mark.parametrize(
    ("last", "begins", "behind"),
    [(None, 0, 0), (-HOUR, 0, 0), (2 * HOUR, 2 * HOUR, 2 * HOUR), (30 * HOUR, 0, 30 * HOUR)],
)
def test_a_site_goes_on_from_its_last_sign_unless_that_is_more_than_a_day_ahead(
    last: int | None, begins: int, behind: int
) -> None:
    hands = Hands()
    clock = hands.clock()
    assert clock.begin(hands.wall, None if last is None else hands.wall + last) == behind
    assert clock() == hands.wall + begins
