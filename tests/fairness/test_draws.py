"""Draws are uniform and independent, and taken from the tables that docs/fairness.md describes."""

import random
from collections import Counter

import pytest

from shanghaien import rules
from shanghaien.fairness import DrawGroup
from shanghaien.rules import WHO_STARTS, deal, rolls
from tests.fairness.honest import EVERYTHING

GROUP = DrawGroup(0, bytes(range(32)).hex())


def number(place: int, below: int) -> int:
    return GROUP.draw(place, "dice", below).number


def chi_square(counts: Counter[object], expected: dict[object, float]) -> float:
    return sum((counts[outcome] - mean) ** 2 / mean for outcome, mean in expected.items())


@pytest.mark.parametrize(("below", "limit"), [(2, 10.9), (6, 20.6), (36, 66.7), (48, 82.8), (1000, 1143.9)])
def test_numbers_are_uniform_by_a_chi_square_test(below: int, limit: float) -> None:
    # The limits are the 0.999 quantiles of chi-square with below - 1 degrees of freedom; the key is fixed.
    many = 50_000
    counts: Counter[object] = Counter(number(place, below) for place in range(many))
    assert chi_square(counts, dict.fromkeys(range(below), many / below)) < limit


def test_neighbouring_draws_are_independent_by_a_chi_square_test() -> None:
    many = 60_000
    counts: Counter[object] = Counter((number(2 * place, 6), number(2 * place + 1, 6)) for place in range(many))
    pairs: list[object] = [(one, two) for one in range(6) for two in range(6)]
    assert chi_square(counts, dict.fromkeys(pairs, many / 36)) < 66.7


def test_a_bound_that_does_not_divide_the_range_is_drawn_again_and_not_folded() -> None:
    below = 2**31 + 1
    draws = [GROUP.draw(place, "dice", below) for place in range(400)]
    assert 120 < sum(draw.attempt > 0 for draw in draws) < 280
    assert all(draw.number < below for draw in draws)
    assert all(int(draw.digest[:8], 16) < below for draw in draws)


def test_the_order_of_outcomes_is_the_one_that_the_protocol_describes() -> None:
    assert WHO_STARTS.outcomes == (0, 1)
    assert rolls(2).outcomes[:7] == ((1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (2, 2))
    assert rolls(2).weights[:7] == (1, 2, 2, 2, 2, 2, 1)
    full = deal(rules.new_game(rules.Options()).pile)
    assert full.outcomes == rules.PILE_KINDS
    assert full.weights == (1, 1, 2, 1) * 8 + (3, 3, 2)
    assert [str(kind) for kind in full.outcomes[-3:]] == ["shift", "again", "both"]


def test_every_chance_of_a_game_has_one_of_the_tables_that_the_protocol_describes() -> None:
    """A card that draws from another table could not be checked: docs/fairness.md and the page's script know these."""
    rng = random.Random(3)
    for step in rules.play(EVERYTHING, (lambda state: rng.choice(rules.legal_actions(state)),) * 2, rng):
        if rules.is_chance(step.before):
            table = rules.chance(step.before)
            known = [WHO_STARTS, deal(step.before.pile), *(rolls(dice) for dice in range(1, 7))]
            assert (table.outcomes, table.weights) in [(each.outcomes, each.weights) for each in known]
