from collections import Counter

import pytest

from shanghaien import rules
from shanghaien.fairness import Draws, new_seed
from shanghaien.rules import WHO_STARTS, deal, rolls

SEED = bytes(range(32))
DRAWS = Draws(SEED, "test-vector", ("salt", None))


def chi_square(counts: Counter[object], expected: dict[object, float]) -> float:
    return sum((counts[outcome] - mean) ** 2 / mean for outcome, mean in expected.items())


@pytest.mark.parametrize(("below", "limit"), [(2, 10.9), (6, 20.6), (36, 66.7), (48, 82.8), (1000, 1143.9)])
def test_numbers_are_uniform_by_a_chi_square_test(below: int, limit: float) -> None:
    # The limits are the 0.999 quantiles of chi-square with below - 1 degrees of freedom; the seed is fixed.
    many = 50_000
    counts: Counter[object] = Counter(DRAWS.number(index, below) for index in range(many))
    assert chi_square(counts, dict.fromkeys(range(below), many / below)) < limit


def test_rolls_have_the_weights_of_two_dice_by_a_chi_square_test() -> None:
    many = 50_000
    counts: Counter[object] = Counter(DRAWS.outcome(rolls(2), index) for index in range(many))
    expected: dict[object, float] = {outcome: float(share) * many for outcome, share in rolls(2)}
    assert chi_square(counts, expected) < 45.3  # 0.999 quantile, 20 degrees of freedom


def test_neighbouring_draws_are_independent_by_a_chi_square_test() -> None:
    many = 60_000
    counts: Counter[object] = Counter(
        (DRAWS.number(2 * index, 6), DRAWS.number(2 * index + 1, 6)) for index in range(many)
    )
    pairs: list[object] = [(one, two) for one in range(6) for two in range(6)]
    assert chi_square(counts, dict.fromkeys(pairs, many / 36)) < 66.7


def test_a_bound_that_does_not_divide_the_range_is_drawn_again_and_not_folded() -> None:
    below = 2**31 + 1
    draws = [DRAWS.draw(index, below) for index in range(400)]
    assert 120 < sum(draw.attempt > 0 for draw in draws) < 280
    assert all(draw.number < below for draw in draws)
    assert all(int(draw.digest[:8], 16) < below for draw in draws)


@pytest.mark.parametrize(
    "other",
    [
        Draws(bytes(32), "test-vector", ("salt", None)),
        Draws(SEED, "test-vector-2", ("salt", None)),
        Draws(SEED, "test-vector", ("Salt", None)),
        Draws(SEED, "test-vector", (None, "salt")),
        Draws(SEED, "test-vector", ("salt", "-")),
    ],
)
def test_seed_game_id_and_each_contribution_change_every_draw(other: Draws) -> None:
    assert [DRAWS.draw(index, 6).digest for index in range(50)] != [other.draw(index, 6).digest for index in range(50)]
    assert not {DRAWS.draw(index, 6).digest for index in range(50)} & {
        other.draw(index, 6).digest for index in range(50)
    }


@pytest.mark.parametrize(("index", "below"), [(-1, 6), (0, 0), (0, 2**32 + 1)])
def test_a_draw_outside_its_range_is_refused(index: int, below: int) -> None:
    with pytest.raises(ValueError, match="bound from 1"):
        DRAWS.number(index, below)


def test_the_order_of_outcomes_is_the_one_that_the_protocol_describes() -> None:
    assert WHO_STARTS.outcomes == (0, 1)
    assert rolls(2).outcomes[:7] == ((1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (2, 2))
    assert rolls(2).weights[:7] == (1, 2, 2, 2, 2, 2, 1)
    full = deal(rules.new_game(rules.Options()).pile)
    assert full.outcomes == rules.PILE_KINDS
    assert full.weights == (1, 1, 2, 1) * 8 + (3, 3, 2)
    assert [str(kind) for kind in full.outcomes[-3:]] == ["shift", "again", "both"]


def test_a_whole_game_can_be_drawn_and_drawn_again() -> None:
    def play(draws: Draws) -> list[object]:
        state, outcomes = rules.new_game(), list[object]()
        while not state.over:
            if rules.is_chance(state):
                outcomes.append(draws.outcome(rules.chance(state), len(outcomes)))
                state = rules.advance(state, outcomes[-1]).state  # type: ignore[arg-type]
            else:
                state = rules.apply(state, rules.legal_actions(state)[0]).state
        return outcomes

    seed = new_seed()
    assert play(Draws(seed, "g1", ("a", "b"))) == play(Draws(seed, "g1", ("a", "b")))
    assert play(Draws(seed, "g1", ("a", "b"))) != play(Draws(seed, "g2", ("a", "b")))
